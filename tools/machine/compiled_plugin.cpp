#include "regretta/tools/machine/compiled_plugin.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <xxhash.h>

#include "regretta/engine/study/file/version.hpp"
#include "regretta/tools/machine/plugin_build.hpp"
#include "regretta/tools/machine/plugin_cache.hpp"
#include "regretta/tools/machine/run_program.hpp"
#include "regretta/tools/terminal/messages.hpp"

namespace regretta {
namespace {

/// As the linker knows them; the C++ ones by the beginnings of their mangled names.
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

std::string number_function(std::string_view symbol) {
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

std::string process_function(std::string_view symbol) {
  if (symbol.starts_with("_ZNSt6thread")) return "std::thread";
  return std::ranges::find(processes_and_threads, symbol) == processes_and_threads.end() ? "" : std::string(symbol);
}

void add(const std::string& name, std::vector<std::string>& names) {
  if (!name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(name);
}

/// library: from dlopen.
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
  for (std::uint32_t k = 1; k < hash[1]; ++k) {  // the symbols that are not its own come first, and are not hashed
    if (symbols[k].st_shndx != SHN_UNDEF) continue;
    const std::string_view symbol = strings + symbols[k].st_name;
    add(number_function(symbol), found.numbers);
    add(process_function(symbol), found.processes);
  }
  return found;
}

struct Place {
  std::string file;
  std::string line;
  std::string rest;  ///< what follows "FILE:LINE:COLUMN:"
};

std::optional<Place> place_in(const std::string& line) {
  static const std::regex form(R"(^(?:In file included from |\s+from )?([^:\s][^:]*):(\d+)(?::\d+)?[:,]?\s*(.*)$)");
  std::smatch parts;
  constexpr std::size_t longest = 2000;  // std::regex recurses
  const std::string begin = line.substr(0, longest);
  if (!std::regex_match(begin, parts, form)) return std::nullopt;
  return Place{parts[1], parts[2], parts[3]};
}

/// Why a concept is not satisfied: the first note below the error that says so, in parentheses.
std::string reason_in(std::istringstream& lines) {
  for (std::string line; std::getline(lines, line);) {
    const auto place = place_in(line);
    if (place && place->rest.find("error: ") != std::string::npos) break;
    const std::size_t at = line.find("the required expression");
    const std::size_t because = at != std::string::npos ? at : line.find("because '");
    if (because != std::string::npos) return fmt::format(" ({})", line.substr(because));
  }
  return "";
}

/// What to write instead, for errors that users of packs make first; "" for others.
std::string advice_on(const std::string& message) {
  const bool is_condition =
      message.find("PackMask") != std::string::npos &&
      (message.find("bool") != std::string::npos || message.find("operator&&") != std::string::npos ||
       message.find("operator||") != std::string::npos);
  if (!is_condition) return "";
  return "; the condition may hold in some of the trials of a pack only: write select(condition, a, b) instead of if "
         "and ?:, and &, |, ! instead of &&, ||; or a learner of one trial (scalar_learner_entry)";
}

/// The first error in `log` as "greedy.hpp:12: message". An error in a header of ours is reported at the line of
/// `header` that led there. header: full path. source: the file that was compiled, which includes it and calls add_to.
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
    if (rule[k] == '\\' && next == '\n') continue;  // the rule goes on in the next line
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

std::string contents_in(const files::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

files::path this_program() {
  std::error_code none;
  return files::read_symlink("/proc/self/exe", none);
}

/// It, or the library that a program of another has loaded.
files::path this_code() { return file_of(reinterpret_cast<const void*>(&this_program)); }

/// The headers beside an installed program.
files::path installed_headers() { return this_program().parent_path().parent_path() / "include"; }

bool is_installed() {
  std::error_code none;
  return files::exists(installed_headers() / "regretta/engine/plugin/learner_entry.hpp", none);
}

/// Where the headers are: beside an installed program, else where this program was built.
std::vector<std::string> include_options() {
  std::error_code none;
  const files::path eigen = installed_headers() / "eigen3";
  return {"-isystem", is_installed() ? installed_headers().string() : REGRETTA_PLUGIN_INCLUDE, "-isystem",
          files::exists(eigen / "Eigen/Core", none) ? eigen.string() : REGRETTA_PLUGIN_EIGEN};
}

/// Code that was compiled with other headers than this program takes its objects for others. In the tree in which the
/// program was built these are newer headers, after which it would be built again.
void expect_headers_of_this_program() {
  if (is_installed()) return;
  std::error_code none;
  const auto built = files::last_write_time(this_code(), none);
  for (const char* folder : {"engine", "learners", "environments"})
    for (const auto& entry :
         files::recursive_directory_iterator(files::path(REGRETTA_PLUGIN_INCLUDE) / "regretta" / folder, none))
      if (entry.path().extension() == ".hpp" && entry.last_write_time(none) > built)
        throw std::runtime_error(
            fmt::format("{} is newer than this program, and a plugin that is compiled with it would not fit; build the "
                        "program again, for example with tools/build release regretta",
                        files::canonical(entry.path(), none).string()));
}

/// The first words of a command each, such as "ccache g++".
std::vector<std::string> compilers() {
  if (const char* chosen = std::getenv("CXX"); chosen != nullptr && *chosen != '\0') return {chosen};
  return {REGRETTA_PLUGIN_COMPILER, "c++", "g++", "clang++"};
}

/// What the compiler has parsed when this program was built; with other options it parses the text anew.
std::vector<std::string> parsed_headers() {
  std::error_code none;
  const bool is_there = files::exists(std::string(REGRETTA_PLUGIN_HEADERS) + ".gch", none) &&
                        files::equivalent(installed_headers(), REGRETTA_PLUGIN_INCLUDE, none);
  if (!is_there || compilers().front() != REGRETTA_PLUGIN_COMPILER) return {};
  return {"-include", REGRETTA_PLUGIN_HEADERS};
}

/// Calls the first compiler that there is.
void call_compiler(const std::vector<std::string>& arguments, const Scratch& scratch, const files::path& header) {
  int status = 127;
  for (const std::string& compiler : compilers()) {
    std::vector<std::string> command = words_of(compiler);
    command.insert(command.end(), arguments.begin(), arguments.end());
    status = run_program(command, scratch.file(".log"));
    if (status != 127) break;
  }
  if (status == 127)
    throw std::runtime_error("found no compiler for --with; install g++ 12 or later, or name one: CXX=clang++ ...");
  if (status != 0)
    throw std::runtime_error(
        first_compiler_error(contents_in(scratch.file(".log")), header.string(), scratch.file(".cpp").string()));
}

/// Returns the hash of the user's sources.
std::string compile(const files::path& header, const std::vector<std::string>& options, const files::path& library) {
  const Scratch scratch(library);
  const std::string source = scratch.file(".cpp"), rule = scratch.file(".d"), made = scratch.file(".so");
  std::ofstream(source) << "#include \"regretta/engine/plugin/catalogue.hpp\"\n#include \"" << header.string() << "\"\n"
                        << "extern \"C\" void regretta_add_to(regretta::Catalogue& catalogue) { add_to(catalogue); }\n";
  const auto read_by = [&](std::vector<std::string> arguments) {  // what the compiler has read
    arguments.insert(arguments.end(), {"-MF", rule, source});
    arguments.insert(arguments.begin(), options.begin(), options.end());
    call_compiler(arguments, scratch, header);
    std::vector<std::string> read = files_read(contents_in(rule));
    std::erase(read, source);
    std::erase(read, REGRETTA_PLUGIN_HEADERS);
    return read;
  };
  for (int attempt = 0; attempt < 3; ++attempt) {
    const std::vector<std::string> own = read_by({"-MM"});  // reads, and compiles nothing: the user's files
    const std::string sources = sources_of(own), before = contents_of(own);
    const std::string all = contents_of(read_by({"-fPIC", "-shared", "-Wl,-Bsymbolic-functions", "-o", made, "-MD"}));
    if (!all.empty() && before == contents_of(own)) {
      keep_library(made, library, sources, all);
      return sources;
    }
  }
  throw std::runtime_error(
      fmt::format("{}: it, or what it includes, changes while it is being compiled", header.string()));
}

/// Tells this program from others, and from itself before it was built again.
std::string identity_of_program() {
  std::error_code none;
  const files::path program = this_code();
  return fmt::format("{} {} {}", version, files::file_size(program, none),
                     files::last_write_time(program, none).time_since_epoch().count());
}

std::vector<std::string> all_options() {
  std::vector<std::string> options = words_of(REGRETTA_PLUGIN_OPTIONS);
  for (std::string& option : include_options()) options.push_back(std::move(option));
  for (std::string& option : parsed_headers()) options.push_back(std::move(option));
  return options;
}

struct CompiledLibrary {
  files::path file;
  std::string sources;  ///< hash of the user's
};

/// Compiled now, if it is not there.
CompiledLibrary library_of(const std::string& header) {
  std::error_code error;
  const files::path full = files::canonical(header, error);
  if (error || !files::is_regular_file(full))
    throw std::runtime_error(fmt::format("{}: cannot be read, expected a C++ header with plugins", header));
  const std::vector<std::string> options = all_options();
  const std::string identity = fmt::format("{}\n{}\n{}\n{}\n{}", full.string(), contents_in(full),
                                           fmt::join(options, " "), compilers().front(), identity_of_program());
  const files::path library = plugin_cache_folder() / fmt::format("{}-{:016x}.so", full.stem().string(),
                                                                  XXH3_64bits(identity.data(), identity.size()));
  auto compiled_from = current_sources(library);
  if (!compiled_from) {
    expect_headers_of_this_program();
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
