#include <fmt/format.h>
#include <sqlite3.h>
#include <tbb/version.h>
#include <toml++/toml.h>
#include <xxhash.h>
#include <CLI/CLI.hpp>
#include <Eigen/Core>

#include "regretta/engine/study/file/version.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/machine/instruction_set.hpp"
#include "regretta/tools/terminal/help.hpp"

namespace regretta {
namespace {

void print_version() {
  fmt::print("regretta {}\n", version);
  fmt::print("compiler         {}\n", compiler_text());
  const InstructionSet set = chosen_instruction_set();
  fmt::print("instruction set  {} (available: {}), {} trials side by side\n", name_of(set),
             names_of(available_instruction_sets()), set == InstructionSet::avx512 ? 2 * pack_trials : pack_trials);
  fmt::print("results file     format {}, SQLite {}\n", format_version, sqlite3_libversion());
  fmt::print("MPI              {}\n", mpi_text());
  fmt::print("libraries        oneTBB {}, Eigen {}.{}.{}, fmt {}.{}.{}, toml++ {}.{}.{}, xxhash {}.{}.{}, CLI11 {}\n",
             TBB_runtime_version(), EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION, FMT_VERSION / 10000,
             FMT_VERSION / 100 % 100, FMT_VERSION % 100, TOML_LIB_MAJOR, TOML_LIB_MINOR, TOML_LIB_PATCH,
             XXH_VERSION_NUMBER / 10000, XXH_VERSION_NUMBER / 100 % 100, XXH_VERSION_NUMBER % 100, CLI11_VERSION);
  fmt::print(
      "to cite          proceedings.mlr.press/v336/stradi26a.html; BibTeX: README.md, \"Citation, licence, "
      "contributing\"\n");
}

}  // namespace

void add_version_command(CLI::App& app, ProgramContext&) {
  CLI::App* command = app.add_subcommand(
      "version", "Print version, compiler, instruction set, libraries, and where to find how to cite");
  end_help(*command, "", {"regretta version", "Which build is this?"},
           {"REGRETTA_ISA=v3 regretta version", "The same with the instruction set v3, if it is available"});
  command->callback(print_version);
}

}  // namespace regretta
