#include "regretta/tools/commands/failure_counts.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "regretta/engine/study/file/gone.hpp"
#include "regretta/engine/study/maintenance/mixture.hpp"
#include "regretta/tools/terminal/messages.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {

FailureCounts failure_counts(const StudyReader& study) {
  FailureCounts result;
  Statement count = study.database().prepare("SELECT sum(failed), sum(infeasible) FROM block");
  count.step();
  result.failed = count.integer(0);
  result.infeasible = count.integer(1);
  Statement first = study.database().prepare(
      "SELECT cell, first_trial FROM block WHERE failed > 0 ORDER BY cell, first_trial LIMIT 1");
  if (!first.step()) return result;
  study.saved_ranges();  // throws where the list of blocks is damaged
  const auto block = study.find_block(cell_of(study, first.integer(0)), first.integer(1));
  const auto trial = std::ranges::find_if(block->trials, [](const TrialResult& t) { return t.failure.has_value(); });
  const Failure& failure = trial->failure.value();
  result.first_failure =
      fmt::format("cell {}, trial {}, {}: {}", block->range.cell, trial->trial,
                  failure.round > 0 ? fmt::format("round {}", failure.round) : "unknown round", failure.message);
  return result;
}

void print_failure_counts(const FailureCounts& lost) {
  if (lost.failed > 0)
    fmt::print("Failed:  {} (first: {})\n", counted(lost.failed, "trial"), printable(lost.first_failure));
  if (lost.infeasible > 0)
    fmt::print("Infeasible: {} (no strategy keeps every constraint on average; OPT and regret are NaN there)\n",
               counted(lost.infeasible, "trial"));
}

void print_what_is_gone(const StudyReader& study) {
  constexpr std::size_t most = 8;
  const std::vector<SetAside> gone = what_is_gone(study.database());
  for (std::size_t k = 0; k < std::min(gone.size(), most); ++k)
    fmt::print("Gone:    {} ({})\n", printable(gone[k].name), counted(gone[k].trials, "trial"));
  if (gone.size() > most) fmt::print("Gone:    and {} more\n", gone.size() - most);
  if (!gone.empty())
    fmt::print("         (no longer in the study: kept in the file, in no result; --prune removes it)\n");
}

void note_what_is_missing(const StudyReader& study) {
  note_mixture(study);
  const std::string& file = study.database().file();
  if (!study.shard().is_whole())
    print_message("note: {} is shard {} of its study only; regretta merge puts shards together", file,
                  study.shard().text());
  if (const auto saved = study.saved_trials(), planned = study.planned_trials(); saved < planned)
    print_message("note: {} is not finished: {} of {} trials are in it", file, grouped(saved), grouped(planned));
}

void note_mixture(const StudyReader& study) {
  if (const std::string mixed = Mixture(study).text(); !mixed.empty())
    print_message("note: {} is mixed: {}; it is no sample of one learner in one game", study.database().file(), mixed);
}

}  // namespace regretta
