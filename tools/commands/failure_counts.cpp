#include "regretta/tools/commands/failure_counts.hpp"

#include <cmath>
#include <set>

#include <fmt/format.h>

#include "regretta/tools/terminal/messages.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
FailureCounts failure_counts(const StudyReader& study) {
  FailureCounts result;
  study.saved_ranges();             // called only because it throws if the list of blocks is damaged
  std::set<std::int64_t> contents;  // content hashes of the cells with failed or infeasible trials
  Statement rows = study.database().prepare("SELECT DISTINCT content FROM block WHERE failed > 0 OR infeasible > 0");
  while (rows.step()) contents.insert(rows.integer(0));
  for (const CellLabel& cell : study.cells()) {
    if (!contents.contains(cell.content)) continue;
    study.for_each_block(cell, [&](const BlockResult& block) {
      for (const TrialResult& trial : block.trials) {
        result.infeasible += !trial.failure && std::isnan(trial[Quantity::opt]) ? 1 : 0;
        if (trial.failure && result.failed++ == 0)
          result.first_failure =
              fmt::format("cell {}, trial {}, {}: {}", cell.cell, trial.trial,
                          trial.failure->round > 0 ? fmt::format("round {}", trial.failure->round) : "unknown round",
                          trial.failure->message);
      }
    });
  }
  return result;
}

void print_failure_counts(const FailureCounts& counts) {
  if (counts.failed > 0)
    fmt::print("Failed:  {} (first: {})\n", counted(counts.failed, "trial"), printable(counts.first_failure));
  if (counts.infeasible > 0)
    fmt::print("Infeasible: {} (no strategy keeps every constraint on average; OPT and regret are NaN there)\n",
               counted(counts.infeasible, "trial"));
}

void note_missing_trials(const StudyReader& study) {
  const std::string& file = study.database().file();
  if (!study.shard().is_whole())
    print_message("note: {} is shard {} of its study only; regretta merge puts shards together", file,
                  study.shard().text());
  if (const auto saved = study.saved_trials(), planned = study.planned_trials(); saved < planned)
    print_message("note: {} is not finished: {} of {} trials are in it", file, grouped(saved), grouped(planned));
}

}  // namespace regretta
