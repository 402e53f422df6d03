#include <fmt/format.h>
#include <sqlite3.h>
#include <tbb/version.h>
#include <toml++/toml.h>
#include <xxhash.h>
#include <CLI/CLI.hpp>
#include <Eigen/Core>

#include "regretta/engine/study/block.hpp"
#include "regretta/engine/study/version.hpp"
#include "regretta/tools/commands.hpp"

namespace regretta {
namespace {

constexpr const char* instruction_set() {
#if defined(__AVX512F__)
  return "x86-64-v4 (AVX-512)";
#elif defined(__AVX2__)
  return "x86-64-v3 (AVX2)";
#else
  return "baseline";
#endif
}

void print_version() {
#if defined(__clang__)
  const std::string compiler = fmt::format("clang {}", __clang_version__);
#else
  const std::string compiler = fmt::format("g++ {}", __VERSION__);
#endif
  fmt::print("regretta {}\n", version);
  fmt::print("compiler         {}\n", compiler);
  fmt::print("instruction set  {}, {} trials side by side\n", instruction_set(), block_trials);
  fmt::print("study file       format {}, SQLite {}\n", format_version, sqlite3_libversion());
  fmt::print("libraries        oneTBB {}, Eigen {}.{}.{}, fmt {}.{}.{}, toml++ {}.{}.{}, xxhash {}.{}.{}, CLI11 {}\n",
             TBB_runtime_version(), EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION, FMT_VERSION / 10000,
             FMT_VERSION / 100 % 100, FMT_VERSION % 100, TOML_LIB_MAJOR, TOML_LIB_MINOR, TOML_LIB_PATCH,
             XXH_VERSION_NUMBER / 10000, XXH_VERSION_NUMBER / 100 % 100, XXH_VERSION_NUMBER % 100, CLI11_VERSION);
}

}  // namespace

void add_version_command(CLI::App& app, ProgramContext&) {
  app.add_subcommand("version", "Print version, compiler, instruction set and libraries")->callback(print_version);
}

}  // namespace regretta
