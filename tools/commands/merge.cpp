#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/evidence/tables/facts.hpp"
#include "regretta/engine/study/blocks/layout.hpp"
#include "regretta/engine/study/maintenance/digest.hpp"
#include "regretta/engine/study/maintenance/merge.hpp"
#include "regretta/engine/study/maintenance/rebuilt_cells.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/commands/failure_counts.hpp"
#include "regretta/tools/terminal/exit_status.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/shell_text.hpp"

namespace regretta {
namespace {

struct MergeOptions {
  std::vector<std::string> files;
  std::string output;
  bool partial = false;
  bool quiet = false;
};

/// Stores the facts of all cells. If cells cannot be rebuilt here (a trace or a plugin is missing or has changed, or
/// another version wrote the file), stores only the facts that follow from saved trials, not the bounds of theorems.
void store_facts_of_cells(const Database& database, const Catalogue& catalogue) {
  const StudyReader study(Database(database.file(), Database::Mode::read));
  bool rebuilding = true;  // whether a StudyFileError comes from rebuilding cells, not from a damaged file
  try {
    RebuiltCells cells(study, catalogue, "");
    rebuilding = false;
    store_all_facts(study, database, [&](const CellLabel& label) {
      rebuilding = true;
      Cell cell = cells.cell(label);
      rebuilding = false;
      return cell;
    });
  } catch (const StudyFileError&) {
    if (!rebuilding) throw;
    store_all_facts(study, database, nullptr);
  }
}

int merge(const MergeOptions& options, ProgramContext& context) {
  FailureCounts failures;
  const MergeOutcome outcome = merge_study_files(
      options.files, options.output, options.partial ? Gaps::allowed : Gaps::refused, [&](const Database& database) {
        store_facts_of_cells(database, context.catalogue());
        failures = failure_counts(StudyReader(Database(database.file(), Database::Mode::read)));
      });
  if (!options.quiet) {
    fmt::print("Merged \"{}\": {} from {}\n", outcome.study, counted(outcome.trials, "trial"),
               counted(std::ssize(options.files), "file"));
    if (!outcome.missing.empty()) fmt::print("Missing: {}\n", ranges_text(outcome.missing));
    print_failure_counts(failures);
    if (outcome.missing.empty()) {
      fmt::print("Digest:  {}\n", digest_of(StudyReader(Database(options.output, Database::Mode::read))).digest);
      fmt::print("Next:    {} show {}\n", context.program, shell_quoted(options.output));
    } else {
      fmt::print("Next:    {} run STUDY.toml --output {}   (plays the missing trials)\n", context.program,
                 shell_quoted(options.output));
    }
  }
  return failures.failed > 0 ? exit_status::trials_failed : exit_status::done;
}

}  // namespace

void add_merge_command(CLI::App& app, ProgramContext& context) {
  CLI::App* command = app.add_subcommand("merge", "Merge the shards of a study into one results file");
  auto options = std::make_shared<MergeOptions>();
  command->add_option("FILE", options->files, "Results files written by regretta run --shard, in any order")
      ->required();
  expect_ending_of(command->add_option("-o,--output", options->output, "The results file to write; it must not exist"),
                   {"results"})
      ->type_name("FILE")
      ->required();
  command->add_flag("--partial", options->partial,
                    "Merge even if trials are missing; regretta run --output FILE resumes the merged file");
  command->add_flag("-q,--quiet", options->quiet, "No report; errors only");
  add_with_option(*command, context);
  end_help(
      *command, "",
      {"regretta merge study.1-of-2.db study.2-of-2.db --output study.db", "One file with the results of both shards"},
      {"regretta merge study.*-of-7.db --output study.db --partial",
       "Merge the shards that are there; run computes the rest"});
  command->callback([options, &context] { context.status = merge(*options, context); });
}

}  // namespace regretta
