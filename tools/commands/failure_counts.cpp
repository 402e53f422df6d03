#include "regretta/tools/commands/failure_counts.hpp"

#include <fmt/format.h>

#include "regretta/tools/terminal/messages.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {

FailureCounts failure_counts(const Database& database) {
  FailureCounts result;
  Statement count =
      database.prepare("SELECT count(failed_round), count(*) - count(failed_round) - count(opt) FROM trial");
  count.step();
  result.failed = count.integer(0);
  result.infeasible = count.integer(1);
  Statement first = database.prepare(
      "SELECT cell, trial, failed_round, failure FROM trial WHERE failed_round IS NOT NULL ORDER BY cell, trial LIMIT "
      "1");
  if (first.step()) {
    const std::string round = first.integer(2) > 0 ? fmt::format("round {}", first.integer(2)) : "unknown round";
    result.first_failure =
        fmt::format("cell {}, trial {}, {}: {}", first.integer(0), first.integer(1), round, first.text(3));
  }
  return result;
}

void print_failure_counts(const FailureCounts& lost) {
  if (lost.failed > 0) fmt::print("Failed:  {} (first: {})\n", counted(lost.failed, "trial"), lost.first_failure);
  if (lost.infeasible > 0)
    fmt::print("Infeasible: {} (no strategy keeps every constraint on average; OPT and regret are NaN there)\n",
               counted(lost.infeasible, "trial"));
}

void note_what_is_missing(const StudyReader& study) {
  const std::string& file = study.database().file();
  if (!study.shard().is_whole())
    print_message("note: {} is shard {} of its study only; regretta merge puts shards together", file,
                  study.shard().text());
  if (const auto saved = study.saved_blocks(), planned = study.planned_blocks(); saved < planned)
    print_message("note: {} is not finished: {} of {} blocks of trials are in it", file, grouped(saved),
                  grouped(planned));
}

}  // namespace regretta
