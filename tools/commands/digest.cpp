#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/study/maintenance/digest.hpp"
#include "regretta/engine/study/maintenance/mixture.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/terminal/exit_status.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

struct DigestOptions {
  std::string file;
  bool cells = false;
};

int print_digest(const DigestOptions& options) {
  const StudyReader study = StudyReader::open(options.file);
  const StudyDigest whole = digest_of(study, [&](const CellLabel& cell, const CellDigest& digest) {
    if (!options.cells) return;
    const std::int64_t planned = study.layout().trials(cell.cell);
    const std::string lacking =
        digest.trials < planned ? fmt::format(" ({} of {} trials)", digest.trials, planned) : "";
    fmt::print("{}  cell {}: {}, T = {}{}\n", digest.digest, cell.cell, cell_text(study, cell), cell.horizon, lacking);
  });
  const std::string mixed = Mixture(study).text();
  fmt::print(
      "{}{}{}\n", whole.digest,
      whole.partial() ? fmt::format("  partial: {} of {} trials", grouped(whole.trials), grouped(whole.planned)) : "",
      mixed.empty() ? "" : "  mixed: " + mixed);
  return whole.partial() || !mixed.empty() ? exit_status::check_failed : exit_status::done;
}

}  // namespace

void add_digest_command(CLI::App& app, ProgramContext& context) {
  CLI::App* command = app.add_subcommand("digest", "Print the digest of a study's results: equal digests, equal bits");
  auto options = std::make_shared<DigestOptions>();
  command->add_option("FILE", options->file, "A results file written by regretta run")->required();
  command->add_flag("--cells", options->cells, "Also print the digest of each cell, to see where two files differ");
  end_help(
      *command,
      "Exit status 1 if the study is not finished, where the digest covers the finished part, or if its trials are of "
      "several versions of a plugin or of the engine; it says so.",
      {"regretta digest f.db", "One line to compare with another run"},
      {"regretta digest f.db --cells", "Which cells differ?"});
  command->callback([options, &context] { context.status = print_digest(*options); });
}

}  // namespace regretta
