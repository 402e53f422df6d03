#include <memory>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/study/file/study_schema.hpp"
#include "regretta/engine/study/maintenance/digest.hpp"
#include "regretta/engine/study/plan/grid.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/terminal/exit_status.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/messages.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

struct DigestOptions {
  std::string file;
  bool cells = false;                     ///< whether to print the digest of each cell
  std::optional<std::int64_t> explained;  ///< number of the cell to explain
};

int explain(const StudyReader& study, std::int64_t cell) {
  const CellLabel& label = cell_of(study, "--explain", cell);
  fmt::print("cell {}: {} from trial {} on of content {}\n", cell, counted(label.trials, "trial"), label.first_trial,
             hash_text(label.content));
  for (const ContentLine& line : stored_content_lines(study.database(), label.content))
    fmt::print("{}\n", printable(line.text));
  return exit_status::done;
}

int print_digest(const DigestOptions& options) {
  const StudyReader study = StudyReader::open(options.file);
  if (options.explained) return explain(study, *options.explained);
  const StudyDigest total = digest_of(study, [&](const CellLabel& cell, const CellDigest& digest) {
    if (!options.cells) return;
    const std::int64_t planned = study.layout().trials(cell.cell);
    const std::string missing =
        digest.trials < planned ? fmt::format(" ({} of {} trials)", digest.trials, planned) : "";
    fmt::print("{}  cell {}: {}, T = {}{}\n", digest.digest, cell.cell, cell_text(study, cell), cell.horizon, missing);
  });
  fmt::print(
      "{}{}\n", total.digest,
      total.partial() ? fmt::format("  partial: {} of {} trials", grouped(total.trials), grouped(total.planned)) : "");
  return total.partial() ? exit_status::check_failed : exit_status::done;
}

}  // namespace

void add_digest_command(CLI::App& app, ProgramContext& context) {
  CLI::App* command = app.add_subcommand("digest", "Print the digest of a study's results: equal digests, equal bits");
  auto options = std::make_shared<DigestOptions>();
  command->add_option("FILE", options->file, "A results file written by regretta run")->required();
  command->add_flag("--cells", options->cells, "Also print the digest of each cell, to see where two files differ");
  expect_integer(
      command->add_option("--explain", options->explained,
                          "Print instead what decides the trials of this cell: all that they are stored under"),
      "CELL", 0, max_cells - 1);
  end_help(*command,
           "Exit status 1 if the study is not finished, where the digest covers the finished part; it says so.",
           {"regretta digest f.db", "One line to compare with another run"},
           {"regretta digest f.db --cells", "Which cells differ?"});
  command->callback([options, &context] { context.status = print_digest(*options); });
}

}  // namespace regretta
