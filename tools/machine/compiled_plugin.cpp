#include "regretta/tools/machine/compiled_plugin.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <xxhash.h>

#include "regretta/engine/study/file/version.hpp"
#include "regretta/tools/machine/compiler_output.hpp"
#include "regretta/tools/machine/imported_functions.hpp"
#include "regretta/tools/machine/plugin_cache.hpp"
#include "regretta/tools/machine/run_program.hpp"
#include "regretta/tools/terminal/messages.hpp"

namespace regretta {
namespace {

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

std::vector<std::string> options_of(PluginBuild build) {
  std::vector<std::string> options = words_of(REGRETTA_PLUGIN_OPTIONS);
  if (build == PluginBuild::debug)
    for (const char* option :
         {"-O1", "-g", "-UNDEBUG", "-D_GLIBCXX_ASSERTIONS", "-DREGRETTA_SANITIZED", "-fsanitize=address,undefined",
          "-fno-sanitize=vptr", "-fno-sanitize-recover=undefined", "-fno-omit-frame-pointer",
          // A third of the compiler's time, and what comes of these is seen when memory is accessed.
          "-fno-sanitize=null,alignment,object-size,pointer-overflow"})
      options.emplace_back(option);
  if (build == PluginBuild::debug && compilers().front().find("clang") == std::string::npos)
    for (const char* option : {"-fsanitize=bounds-strict",  // also of an array that is the last member
                               "--param=asan-instrumentation-with-call-threshold=0"})  // compiles faster
      options.emplace_back(option);
  for (std::string& option : include_options()) options.push_back(std::move(option));
  if (build != PluginBuild::debug)
    for (std::string& option : parsed_headers()) options.push_back(std::move(option));
  return options;
}

struct CompiledLibrary {
  files::path file;
  std::string sources;  ///< hash of the user's
};

/// Compiled now, if it is not there.
CompiledLibrary library_of(const std::string& header, PluginBuild build) {
  std::error_code error;
  const files::path full = files::canonical(header, error);
  if (error || !files::is_regular_file(full))
    throw std::runtime_error(fmt::format("{}: cannot be read, expected a C++ header with plugins", header));
  const std::vector<std::string> options = options_of(build);
  const std::string identity = fmt::format("{}\n{}\n{}\n{}\n{}", full.string(), contents_in(full),
                                           fmt::join(options, " "), compilers().front(), identity_of_program());
  const files::path library = plugin_cache_folder() / fmt::format("{}-{:016x}.so", full.stem().string(),
                                                                  XXH3_64bits(identity.data(), identity.size()));
  auto compiled_from = current_sources(library);
  if (!compiled_from) {
    expect_headers_of_this_program();
    print_message("compiling {}{}", header, build == PluginBuild::debug ? " with assertions and sanitizers" : "");
    compiled_from = compile(full, options, library);
  }
  return {library, *compiled_from};
}

}  // namespace

CompiledPlugin add_compiled_plugins(const std::string& header, Catalogue& catalogue, PluginBuild build) {
  const CompiledLibrary library = library_of(header, build);
  void* loaded = ::dlopen(library.file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (loaded == nullptr) throw std::runtime_error(fmt::format("{}: cannot be loaded ({})", header, ::dlerror()));
  const auto add = reinterpret_cast<void (*)(Catalogue&)>(::dlsym(loaded, "regretta_add_to"));
  if (add == nullptr) throw std::runtime_error(fmt::format("{}: cannot be loaded ({})", header, ::dlerror()));
  add_plugins(catalogue, {library.sources}, add);
  return {library.file.stem().string(), foreign_functions(loaded)};
}

void compile_plugins(const std::string& header, PluginBuild build) { library_of(header, build); }

std::string sanitizer_library() {
  const files::path scratch = plugin_cache_folder() / fmt::format("sanitizer.{}.log", ::getpid());
  std::string found;
  for (const char* name : {"libasan.so", "libclang_rt.asan-x86_64.so", "libclang_rt.asan-aarch64.so"}) {
    std::vector<std::string> command = words_of(compilers().front());
    command.push_back(fmt::format("-print-file-name={}", name));
    if (run_program(command, scratch) != 0) break;
    found = contents_in(scratch);
    found.erase(found.find_last_not_of('\n') + 1);
    if (files::path(found).is_absolute()) break;  // else there is none
    found.clear();
  }
  std::error_code none;
  files::remove(scratch, none);
  return found;
}

}  // namespace regretta
