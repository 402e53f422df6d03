#include "regretta/tools/machine/plugin_cache.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <regex>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>
#include <xxhash.h>

#include "regretta/engine/plugin/plugin_code.hpp"

namespace regretta {
namespace {

namespace files = std::filesystem;

std::optional<std::string> text_of(const files::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return stream.is_open() && !stream.bad() ? std::optional(text.str()) : std::nullopt;
}

std::string hash_of(const std::string& text) { return fmt::format("{:016x}", XXH3_64bits(text.data(), text.size())); }

/// The file in which it says what `library` was made from: HASH-OF-THE-REST, HASH-OF-LIBRARY, sources,
/// contents.
files::path record_of(files::path library) { return library.replace_extension(".from"); }

bool is_set(const char* variable) { return variable != nullptr && *variable != '\0'; }

/// Files of processes that have ended; those of other machines that share the folder are younger.
void remove_litter(const files::path& folder) {
  static const std::regex name(R"(.*\.([0-9]+)\.(cpp|log|so|d|from))");
  const auto young = files::file_time_type::clock::now() - std::chrono::minutes(10);
  std::error_code none;
  std::vector<files::path> old;
  for (const auto& entry : files::directory_iterator(folder, none)) {
    const std::string text = entry.path().filename().string();
    std::smatch parts;
    if (!std::regex_match(text, parts, name) || entry.last_write_time(none) > young) continue;
    if (::kill(std::atoi(parts[1].str().c_str()), 0) != 0 && errno == ESRCH) old.push_back(entry.path());
  }
  for (const files::path& file : old) files::remove(file, none);
}

}  // namespace

files::path plugin_cache_folder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  const bool is_private = is_set(cache) || is_set(home);  // in /tmp, anybody can put a link
  const files::path folder = is_set(cache)  ? files::path(cache) / "regretta"
                             : is_set(home) ? files::path(home) / ".cache/regretta"
                                            : files::temp_directory_path() / fmt::format("regretta-{}", ::geteuid());
  std::error_code error;
  files::create_directories(folder.parent_path(), error);
  ::mkdir(folder.c_str(), 0700);
  struct stat found {};
  const bool is_there = (is_private ? ::stat : ::lstat)(folder.c_str(), &found) == 0 && S_ISDIR(found.st_mode);
  const bool is_ours = is_there && found.st_uid == ::geteuid() && (found.st_mode & (S_IWGRP | S_IWOTH)) == 0;
  if (!is_ours || ::access(folder.c_str(), W_OK) != 0)  // it holds code that will be run
    throw std::runtime_error(fmt::format(
        "{} is no folder that only you can write; set XDG_CACHE_HOME to one for compiled plugins", folder.string()));
  return folder;
}

std::string contents_of(const std::vector<std::string>& files) {
  std::string contents;
  for (const std::string& file : files) {
    const auto text = text_of(file);
    if (!text) return "";
    contents += hash_of(*text) + " " + file + "\n";
  }
  return contents;
}

std::string sources_of(const std::vector<std::string>& files) {
  std::vector<std::string> texts;
  for (const std::string& file : files) texts.push_back(text_of(file).value_or(""));
  return hash_of_contents({texts.begin(), texts.end()});
}

void keep_library(const files::path& made, const files::path& library, const std::string& sources,
                  const std::string& contents) {
  const std::string rest = fmt::format("{}\n{}\n{}", hash_of(text_of(made).value_or("")), sources, contents);
  const files::path record = record_of(made);
  std::ofstream(record, std::ios::binary) << hash_of(rest) << '\n' << rest;
  files::rename(record, record_of(library));
  files::rename(made, library);
}

std::optional<std::string> current_sources(const files::path& library) {
  const auto code = text_of(library), record = text_of(record_of(library));
  if (!code || !record) return std::nullopt;
  const std::size_t end = record->find('\n');
  if (end == std::string::npos) return std::nullopt;
  const std::string rest = record->substr(end + 1);
  if (record->substr(0, end) != hash_of(rest)) return std::nullopt;
  std::istringstream lines(rest);
  std::string line, sources;
  std::getline(lines, line);
  std::getline(lines, sources);
  std::vector<std::string> read;
  while (std::getline(lines, line)) read.push_back(line.substr(std::min(line.size(), line.find(' ') + 1)));
  if (rest != fmt::format("{}\n{}\n{}", hash_of(*code), sources, contents_of(read))) return std::nullopt;
  return sources;
}

Scratch::Scratch(const files::path& library) : stem_(fmt::format("{}.{}", library.string(), ::getpid())) {
  remove_litter(library.parent_path());
}

Scratch::~Scratch() {
  std::error_code none;
  for (const char* ending : {".cpp", ".log", ".so", ".d", ".from"}) files::remove(file(ending), none);
}

}  // namespace regretta
