#include "regretta/tools/machine/compiled_plugin.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
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
#include "regretta/tools/terminal/messages.hpp"

namespace regretta {
namespace {

namespace files = std::filesystem;

std::string text_of(const files::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

/// Where the headers are: beside an installed program, else where this program was built.
std::vector<std::string> include_options() {
  std::error_code none;
  const files::path installed = files::read_symlink("/proc/self/exe", none).parent_path().parent_path() / "include";
  const bool is_installed = files::exists(installed / "regretta/engine/plugin/learner_entry.hpp", none);
  const files::path eigen = installed / "eigen3";
  return {"-isystem", is_installed ? installed.string() : REGRETTA_PLUGIN_INCLUDE, "-isystem",
          files::exists(eigen / "Eigen/Core", none) ? eigen.string() : REGRETTA_PLUGIN_EIGEN};
}

files::path cache_folder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  const files::path folder = cache != nullptr && *cache != '\0' ? files::path(cache) / "regretta"
                             : home != nullptr && *home != '\0'
                                 ? files::path(home) / ".cache/regretta"
                                 : files::temp_directory_path() / fmt::format("regretta-{}", ::geteuid());
  std::error_code error;
  files::create_directories(folder.parent_path(), error);
  ::mkdir(folder.c_str(), 0700);
  struct stat found {};
  const bool is_ours = ::stat(folder.c_str(), &found) == 0 && S_ISDIR(found.st_mode) && found.st_uid == ::geteuid() &&
                       (found.st_mode & (S_IWGRP | S_IWOTH)) == 0;  // it holds code that will be run
  if (!is_ours || ::access(folder.c_str(), W_OK) != 0)
    throw std::runtime_error(fmt::format(
        "{} is no folder that only you can write; set XDG_CACHE_HOME to one for compiled plugins", folder.string()));
  return folder;
}

/// Runs a program with its output in `log`; returns its exit status, 127 if there is no such program.
int run_program(const std::vector<std::string>& command, const files::path& log) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("cannot start a compiler");
  if (child == 0) {
    const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::dup2(out, STDOUT_FILENO);
    ::dup2(out, STDERR_FILENO);
    ::setenv("LC_ALL", "C", 1);
    ::execvp(arguments[0], arguments.data());
    _exit(127);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// The first words of a command each, such as "ccache g++".
std::vector<std::string> compilers() {
  if (const char* chosen = std::getenv("CXX"); chosen != nullptr && *chosen != '\0') return {chosen};
  return {REGRETTA_PLUGIN_COMPILER, "c++", "g++", "clang++"};
}

/// Files that are removed with the object.
class Scratch {
 public:
  explicit Scratch(const files::path& stem) : stem_(stem.string() + fmt::format(".{}", ::getpid())) {}
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code none;
    for (const char* ending : {".cpp", ".log", ".so", ".d"}) files::remove(file(ending), none);
  }
  files::path file(const char* ending) const { return stem_ + ending; }

 private:
  std::string stem_;
};

void compile(const files::path& header, const std::vector<std::string>& options, const files::path& library) {
  const Scratch scratch(library);
  const std::string source = scratch.file(".cpp");
  std::ofstream(source) << "#include \"regretta/engine/plugin/catalogue.hpp\"\n#include \"" << header.string() << "\"\n"
                        << "extern \"C\" void regretta_add_to(regretta::Catalogue& catalogue) { add_to(catalogue); }\n";
  int status = 127;
  for (const std::string& compiler : compilers()) {
    std::vector<std::string> command = words_of(compiler);
    command.insert(command.end(), options.begin(), options.end());
    command.insert(command.end(), {"-fPIC", "-shared", "-Wl,-Bsymbolic-functions", "-MD", "-MF", scratch.file(".d"),
                                   source, "-o", scratch.file(".so")});
    status = run_program(command, scratch.file(".log"));
    if (status != 127) break;
  }
  if (status == 127)
    throw std::runtime_error("found no compiler for --with; install g++ 12 or later, or name one: CXX=clang++ ...");
  if (status != 0)
    throw std::runtime_error(first_compiler_error(text_of(scratch.file(".log")), header.string(), source));
  files::rename(scratch.file(".d"), files::path(library).replace_extension(".d"));
  files::rename(scratch.file(".so"), library);
}

/// Tells this program from others, and from itself before it was built again.
std::string identity_of_program() {
  std::error_code none;
  const files::path program = files::read_symlink("/proc/self/exe", none);
  return fmt::format("{} {} {}", version, files::file_size(program, none),
                     files::last_write_time(program, none).time_since_epoch().count());
}

/// Whether what the compiler read for `library` has not changed since.
bool is_current(const files::path& library) {
  std::error_code error;
  const auto made = files::last_write_time(library, error);
  if (error) return false;
  for (const std::string& file : files_read(text_of(files::path(library).replace_extension(".d")))) {
    if (file.ends_with(".cpp")) continue;  // ours, which is removed
    const auto changed = files::last_write_time(file, error);
    if (error || changed > made) return false;
  }
  return true;
}

}  // namespace

CompiledPlugin add_compiled_plugins(const std::string& header, Catalogue& catalogue, bool every_width) {
  std::error_code error;
  const files::path full = files::canonical(header, error);
  if (error || !files::is_regular_file(full))
    throw std::runtime_error(fmt::format("{}: cannot be read, expected a C++ header with plugins", header));
  std::vector<std::string> options = words_of(REGRETTA_PLUGIN_OPTIONS);
  if (every_width) options.push_back("-DREGRETTA_EVERY_WIDTH");
  for (std::string& option : include_options()) options.push_back(std::move(option));
  const std::string identity = fmt::format("{}\n{}\n{}\n{}\n{}", full.string(), text_of(full), fmt::join(options, " "),
                                           compilers().front(), identity_of_program());
  const files::path library = cache_folder() / fmt::format("{}-{:016x}.so", full.stem().string(),
                                                           XXH3_64bits(identity.data(), identity.size()));
  if (!is_current(library)) {
    print_message("compiling {}", header);
    compile(full, options, library);
  }
  void* loaded = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (loaded == nullptr) throw std::runtime_error(fmt::format("{}: cannot be loaded ({})", header, ::dlerror()));
  const auto add = reinterpret_cast<void (*)(Catalogue&)>(::dlsym(loaded, "regretta_add_to"));
  if (add == nullptr) throw std::runtime_error(fmt::format("{}: cannot be loaded ({})", header, ::dlerror()));
  add(catalogue);
  return {library.stem().string(), foreign_functions(loaded)};
}

}  // namespace regretta
