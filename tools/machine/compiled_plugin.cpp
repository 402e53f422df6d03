#include "regretta/tools/machine/compiled_plugin.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <xxhash.h>

#include "regretta/engine/plugin/plugin_code.hpp"
#include "regretta/engine/study/file/version.hpp"
#include "regretta/tools/machine/run_program.hpp"
#include "regretta/tools/terminal/messages.hpp"

namespace regretta {
namespace {

// Names of functions as the linker knows them; for C++, the beginnings of mangled names.
constexpr std::array<std::string_view, 29> numerical_functions{
    "exp",   "exp2",  "exp10", "expm1", "log",  "log2", "log10",  "log1p",  "pow",   "sin",
    "cos",   "tan",   "asin",  "acos",  "atan", "sinh", "cosh",   "tanh",   "asinh", "acosh",
    "atanh", "atan2", "cbrt",  "hypot", "erf",  "erfc", "tgamma", "lgamma", "sincos"};
constexpr std::array<std::string_view, 9> clocks_and_generators{
    "rand", "random", "drand48", "time", "clock", "gettimeofday", "clock_gettime", "getrandom", "timespec_get"};
constexpr std::array<std::string_view, 18> processes_and_threads{
    "fork",  "vfork",  "popen",  "system", "posix_spawn", "posix_spawnp",   "execv",       "execve", "execvp",
    "execl", "execlp", "execle", "clone",  "socket",      "pthread_create", "thrd_create", "dlopen", "mkfifo"};
constexpr std::array<std::array<std::string_view, 2>, 3> functions_of_cpp{
    {{"_ZNSt6chrono3_V212system_clock3now", "std::chrono::system_clock::now"},
     {"_ZNSt6chrono3_V212steady_clock3now", "std::chrono::steady_clock::now"},
     {"_ZNSt13random_device", "random_device"}}};

std::string number_function(std::string_view symbol) {  // its name; "" for other symbols
  for (const std::string_view name : clocks_and_generators)
    if (symbol == name) return std::string(name);
  for (const std::string_view name : numerical_functions)  // also of float and long double
    if (symbol.starts_with(name) &&
        (symbol.size() == name.size() || symbol == std::string(name) + "f" || symbol == std::string(name) + "l"))
      return std::string(symbol);
  for (const auto& [begins, name] : functions_of_cpp)
    if (symbol.starts_with(begins)) return std::string(name);
  return {};
}

std::string process_function(std::string_view symbol) {  // its name; "" for other symbols
  if (symbol.starts_with("_ZNSt6thread")) return "std::thread";
  return std::ranges::find(processes_and_threads, symbol) == processes_and_threads.end() ? "" : std::string(symbol);
}

void add_once(const std::string& name, std::vector<std::string>& names) {
  if (!name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(name);
}

/// The functions of the C and C++ libraries that a loaded library calls. library: from dlopen.
ForeignFunctions foreign_functions(void* library) {
  link_map* map = nullptr;
  if (::dlinfo(library, RTLD_DI_LINKMAP, &map) != 0) return {};
  const ElfW(Sym)* symbols = nullptr;
  const char* strings = nullptr;
  const std::uint32_t* hash = nullptr;
  for (const ElfW(Dyn)* entry = map->l_ld; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_SYMTAB) symbols = reinterpret_cast<const ElfW(Sym)*>(entry->d_un.d_ptr);
    if (entry->d_tag == DT_STRTAB) strings = reinterpret_cast<const char*>(entry->d_un.d_ptr);
    if (entry->d_tag == DT_GNU_HASH) hash = reinterpret_cast<const std::uint32_t*>(entry->d_un.d_ptr);
  }
  if (symbols == nullptr || strings == nullptr || hash == nullptr) return {};
  ForeignFunctions found;
  for (std::uint32_t k = 1; k < hash[1]; ++k) {  // imported symbols come first, and are not hashed
    if (symbols[k].st_shndx != SHN_UNDEF) continue;
    const std::string_view symbol = strings + symbols[k].st_name;
    add_once(number_function(symbol), found.numbers);
    add_once(process_function(symbol), found.processes);
  }
  return found;
}

struct Place {  // at the beginning of a line of a compiler's log
  std::string file;
  std::string line;
  std::string rest;  ///< the text after "FILE:LINE:COLUMN:"
};

std::optional<Place> place_in(const std::string& line) {
  static const std::regex form(R"(^(?:In file included from |\s+from )?([^:\s][^:]*):(\d+)(?::\d+)?[:,]?\s*(.*)$)");
  std::smatch parts;
  constexpr std::size_t longest = 2000;  // std::regex recurses, so long lines overflow the stack
  const std::string begin = line.substr(0, longest);
  if (!std::regex_match(begin, parts, form)) return std::nullopt;
  return Place{parts[1], parts[2], parts[3]};
}

/// The reason why a concept is not satisfied, from the first note below the error, in parentheses; "" without one.
std::string reason_in(std::istringstream& lines) {
  for (std::string line; std::getline(lines, line);) {
    const auto place = place_in(line);
    if (place && place->rest.find("error: ") != std::string::npos) break;
    std::size_t because = line.find("the required expression");
    if (because == std::string::npos) because = line.find("because '");
    if (because != std::string::npos) return fmt::format(" ({})", line.substr(because));
  }
  return "";
}

/// The advice on the usual errors with packs; "" for others.
std::string advice_on(const std::string& message) {
  const bool is_condition =
      message.find("PackMask") != std::string::npos &&
      (message.find("bool") != std::string::npos || message.find("operator&&") != std::string::npos ||
       message.find("operator||") != std::string::npos);
  if (!is_condition) return "";
  return "; the condition may hold in some of the trials of a pack only: write select(condition, a, b) instead of if "
         "and ?:, and &, |, ! instead of &&, ||; or a learner of one trial (scalar_learner_entry)";
}

/// The first error in `log` as "greedy.hpp:12: message". An error in a Regretta header is reported at the line of
/// `header` that led there. header: full path. source: the compiled file, which includes `header` and calls add_to.
std::string first_compiler_error(const std::string& log, const std::string& header, const std::string& source) {
  const std::string name = std::filesystem::path(header).filename().string();
  std::istringstream lines(log);
  std::string last_line_of_header, message;
  bool is_ours = false;
  for (std::string line; std::getline(lines, line);) {
    const auto place = place_in(line);
    if (!place) continue;
    const bool in_header = std::filesystem::path(place->file).lexically_normal() == header;
    const bool is_note = place->rest.starts_with("note:");
    const std::size_t error = place->rest.find("error: ");
    if (message.empty() && error != std::string::npos) {
      message = place->rest.substr(error + 7);
      message += advice_on(message);
      if (place->file == source && message.find("add_to") != std::string::npos)
        return fmt::format("{}: has no function void add_to(regretta::Catalogue&) outside namespaces", name);
      if (in_header) return fmt::format("{}:{}: {}{}", name, place->line, message, reason_in(lines));
      is_ours = true;
      if (!last_line_of_header.empty()) break;
    } else if (in_header && !(is_note && message.empty()) && !place->rest.empty()) {
      last_line_of_header = place->line;
      if (is_ours) break;
    }
  }
  if (message.empty()) return fmt::format("{}: the compiler failed: {}", name, log.substr(0, 500));
  if (last_line_of_header.empty()) return fmt::format("{}: {}", name, message);
  return fmt::format("{}:{}: {}", name, last_line_of_header, message);
}

/// The files in a rule "TARGET: FILE..." as compilers write it for make (-MD), with any characters in their names.
std::vector<std::string> files_read(const std::string& rule) {
  std::vector<std::string> words(1);
  for (std::size_t k = 0; k < rule.size(); ++k) {
    const char next = k + 1 < rule.size() ? rule[k + 1] : '\n';
    if (rule[k] == '\\' && next == '\n') continue;  // the rule continues in the next line
    if (rule[k] == ' ' || rule[k] == '\n') {
      if (!words.back().empty()) words.emplace_back();
      continue;
    }
    const bool escapes =
        (rule[k] == '\\' && (next == ' ' || next == '#' || next == '\\')) || (rule[k] == '$' && next == '$');
    words.back() += escapes ? rule[++k] : rule[k];
  }
  if (words.back().empty()) words.pop_back();
  const auto target = std::ranges::find_if(words, [](const std::string& word) { return word.ends_with(':'); });
  if (target != words.end()) words.erase(words.begin(), target + 1);
  return words;
}

namespace files = std::filesystem;

/// The contents of a file; nothing if it cannot be read.
std::optional<std::string> text_of(const files::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return stream.is_open() && !stream.bad() ? std::optional(text.str()) : std::nullopt;
}

std::string hash_of(const std::string& text) { return fmt::format("{:016x}", XXH3_64bits(text.data(), text.size())); }

/// The file with the origin of `library`: HASH-OF-THE-REST, HASH-OF-LIBRARY, sources, contents.
files::path record_of(files::path library) { return library.replace_extension(".from"); }

bool is_set(const char* variable) { return variable != nullptr && *variable != '\0'; }

/// Removes files that ended processes have left. Young files may belong to other machines that share the folder.
void remove_stale_files(const files::path& folder) {
  static const std::regex name(R"(.*\.([0-9]+)\.(cpp|log|so|d|from))");
  const auto young = files::file_time_type::clock::now() - std::chrono::minutes(10);
  std::error_code ignored;
  std::vector<files::path> old;
  for (const auto& entry : files::directory_iterator(folder, ignored)) {
    const std::string text = entry.path().filename().string();
    std::smatch parts;
    if (!std::regex_match(text, parts, name) || entry.last_write_time(ignored) > young) continue;
    if (::kill(std::atoi(parts[1].str().c_str()), 0) != 0 && errno == ESRCH) old.push_back(entry.path());
  }
  for (const files::path& file : old) files::remove(file, ignored);
}

/// $XDG_CACHE_HOME/regretta, ~/.cache/regretta, or a folder in /tmp. Throws std::runtime_error if somebody else could
/// write there, and in /tmp if it is a link.
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
        "{} is not a folder that only you can write; set XDG_CACHE_HOME to such a folder", folder.string()));
  return folder;
}

/// A line "HASH PATH" for each file; "" if one of them cannot be read.
std::string contents_of(const std::vector<std::string>& paths) {
  std::string contents;
  for (const std::string& file : paths) {
    const auto text = text_of(file);
    if (!text) return "";
    contents += hash_of(*text) + " " + file + "\n";
  }
  return contents;
}

/// The hash (engine/plugin/plugin_code.hpp) of the contents of these files.
std::string sources_of(const std::vector<std::string>& paths) {
  std::vector<std::string> texts;
  for (const std::string& file : paths) texts.push_back(text_of(file).value_or(""));
  return hash_of_contents({texts.begin(), texts.end()});
}

/// Moves `made` to `library`, with a record of the contents that were compiled. sources: hash of the user's files.
void keep_library(const files::path& made, const files::path& library, const std::string& sources,
                  const std::string& contents) {
  const std::string rest = fmt::format("{}\n{}\n{}", hash_of(text_of(made).value_or("")), sources, contents);
  const files::path record = record_of(made);
  std::ofstream(record, std::ios::binary) << hash_of(rest) << '\n' << rest;
  files::rename(record, record_of(library));
  files::rename(made, library);
}

/// The hash of the user's files from which `library` was compiled; nothing if it must be compiled again,
/// because it is damaged or a file that it was compiled from has changed.
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

/// Temporary files of this process beside `library`, which are removed with the object. Files that ended processes have
/// left are removed, too.
class Scratch {
 public:
  explicit Scratch(const files::path& library) : stem_(fmt::format("{}.{}", library.string(), ::getpid())) {
    remove_stale_files(library.parent_path());
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    for (const char* ending : {".cpp", ".log", ".so", ".d", ".from"}) files::remove(file(ending), ignored);
  }

  /// ending: ".cpp", ".log", ".so" or ".d"
  files::path file(const char* ending) const { return stem_ + ending; }

 private:
  std::string stem_;
};

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

/// The file with this code: the program, or the library that another program has loaded.
files::path this_code() { return files::absolute(file_of(reinterpret_cast<const void*>(&words_of))); }

/// The folder of headers that was installed with this code, or that was used to build it.
files::path headers() {
  std::error_code ignored;
  for (files::path folder = this_code().parent_path(); folder.has_relative_path(); folder = folder.parent_path())
    if (files::exists(folder / "include/regretta/engine/plugin/learner_entry.hpp", ignored)) return folder / "include";
  return REGRETTA_PLUGIN_INCLUDE;
}

bool are_of_the_build(const files::path& folder) {
  std::error_code ignored;
  return files::equivalent(folder, REGRETTA_PLUGIN_INCLUDE, ignored);
}

/// The options that name the folders of headers.
std::vector<std::string> include_options() {
  std::error_code ignored;
  const files::path eigen = headers() / "eigen3";
  return {"-isystem", headers().string(), "-isystem",
          files::exists(eigen / "Eigen/Core", ignored) ? eigen.string() : REGRETTA_PLUGIN_EIGEN};
}

/// Throws std::runtime_error if headers in the build tree are newer than the program: plugins compiled with them would
/// not match it.
void expect_headers_of_this_program() {
  if (!are_of_the_build(headers())) return;
  std::error_code ignored;
  const auto built = files::last_write_time(this_code(), ignored);
  for (const char* folder : {"engine", "learners", "environments"})
    for (const auto& entry :
         files::recursive_directory_iterator(files::path(REGRETTA_PLUGIN_INCLUDE) / "regretta" / folder, ignored))
      if (entry.path().extension() == ".hpp" && entry.last_write_time(ignored) > built)
        throw std::runtime_error(
            fmt::format("{} is newer than this program, and a plugin that is compiled with it would not fit; build the "
                        "program again, for example with tools/build release regretta",
                        files::canonical(entry.path(), ignored).string()));
}

/// Compilers to try. Each is the beginning of a command, such as "ccache g++".
std::vector<std::string> compilers() {
  if (const char* chosen = std::getenv("CXX"); chosen != nullptr && *chosen != '\0') return {chosen};
  return {REGRETTA_PLUGIN_COMPILER, "c++", "g++", "clang++"};
}

/// The option for precompiled headers, if they were made for this compiler; with other options the compiler ignores
/// them.
std::vector<std::string> precompiled_header_options() {
  std::error_code ignored;
  const bool is_there =
      files::exists(std::string(REGRETTA_PLUGIN_HEADERS) + ".gch", ignored) && are_of_the_build(headers());
  if (!is_there || compilers().front() != REGRETTA_PLUGIN_COMPILER) return {};
  return {"-include", REGRETTA_PLUGIN_HEADERS};
}

/// Calls the first compiler that exists.
void call_compiler(const std::vector<std::string>& arguments, const Scratch& scratch, const files::path& header) {
  int status = 127;  // the status without such a program
  for (const std::string& compiler : compilers()) {
    std::vector<std::string> command = words_of(compiler);
    command.insert(command.end(), arguments.begin(), arguments.end());
    status = run_program(command, scratch.file(".log"));
    if (status != 127) break;
  }
  if (status == 127)
    throw std::runtime_error("found no compiler for --with; install g++ 12 or later, or name one: CXX=clang++ ...");
  if (status != 0)
    throw std::runtime_error(first_compiler_error(text_of(scratch.file(".log")).value_or(""), header.string(),
                                                  scratch.file(".cpp").string()));
}

/// Compiles the header. Returns the hash of the user's files.
std::string compile(const files::path& header, const std::vector<std::string>& options, const files::path& library) {
  const Scratch scratch(library);
  const std::string source = scratch.file(".cpp"), rule = scratch.file(".d"), made = scratch.file(".so");
  std::ofstream(source) << "#include \"regretta/engine/plugin/catalogue.hpp\"\n#include \"" << header.string() << "\"\n"
                        << "extern \"C\" void regretta_add_to(regretta::Catalogue& catalogue) { add_to(catalogue); }\n";
  const auto read_by = [&](std::vector<std::string> arguments) {  // returns the files that the compiler read
    arguments.insert(arguments.end(), {"-MF", rule, source});
    arguments.insert(arguments.begin(), options.begin(), options.end());
    call_compiler(arguments, scratch, header);
    std::vector<std::string> read = files_read(text_of(rule).value_or(""));
    std::erase(read, source);
    std::erase(read, REGRETTA_PLUGIN_HEADERS);
    return read;
  };
  for (int attempt = 0; attempt < 3; ++attempt) {
    const std::vector<std::string> user_files = read_by({"-MM"});  // compiles nothing
    const std::string sources = sources_of(user_files), before = contents_of(user_files);
    const std::string contents =
        contents_of(read_by({"-fPIC", "-shared", "-Wl,-Bsymbolic-functions", "-o", made, "-MD"}));
    if (!contents.empty() && before == contents_of(user_files)) {
      keep_library(made, library, sources, contents);
      return sources;
    }
  }
  throw std::runtime_error(
      fmt::format("{}: this file, or a file that it includes, changed while it was being compiled", header.string()));
}

std::vector<std::string> all_options() {
  std::vector<std::string> options = words_of(REGRETTA_PLUGIN_OPTIONS);
  for (std::string& option : include_options()) options.push_back(std::move(option));
  for (std::string& option : precompiled_header_options()) options.push_back(std::move(option));
  return options;
}

struct CompiledLibrary {
  files::path file;
  std::string sources;  ///< hash of the user's files
};

/// The compiled library of a header, compiled now unless it is in the cache.
CompiledLibrary library_of(const std::string& header) {
  std::error_code error;
  const files::path full = files::canonical(header, error);
  if (error || !files::is_regular_file(full))
    throw std::runtime_error(fmt::format("{}: cannot be read, expected a C++ header with plugins", header));
  const std::vector<std::string> options = all_options();
  const std::string identity = fmt::format("{}\n{}\n{}\n{}\n{}", full.string(), text_of(full).value_or(""),
                                           fmt::join(options, " "), compilers().front(), engine_identity());
  const files::path library = plugin_cache_folder() / fmt::format("{}-{:016x}.so", full.stem().string(),
                                                                  XXH3_64bits(identity.data(), identity.size()));
  expect_headers_of_this_program();
  auto compiled_from = current_sources(library);
  if (!compiled_from) {
    print_message("compiling {}", header);
    compiled_from = compile(full, options, library);
  }
  return {library, *compiled_from};
}

}  // namespace

CompiledPlugin add_compiled_plugins(const std::string& header, Catalogue& catalogue) {
  const CompiledLibrary library = library_of(header);
  void* loaded = ::dlopen(library.file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (loaded == nullptr) throw std::runtime_error(fmt::format("{}: cannot be loaded ({})", header, ::dlerror()));
  const auto add = reinterpret_cast<void (*)(Catalogue&)>(::dlsym(loaded, "regretta_add_to"));
  if (add == nullptr) throw std::runtime_error(fmt::format("{}: cannot be loaded ({})", header, ::dlerror()));
  add_plugins(catalogue, {library.sources}, add);
  return {library.file.stem().string(), foreign_functions(loaded)};
}

}  // namespace regretta
