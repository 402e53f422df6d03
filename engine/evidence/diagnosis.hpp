#pragma once
/// Finds everything that limits what may be claimed from a study, with advice (`regretta diagnose`).

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/evidence/statistics/tails.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/parameters.hpp"

namespace regretta {

enum class Severity {
  problem,  ///< results are missing or not finite
  warning,  ///< results are there, but may not mean what they seem to
  remark    ///< worth knowing before anything is claimed
};

inline std::string_view severity_text(Severity severity) {
  using enum Severity;
  constexpr Choice words = choice_of<Severity>({{problem, "problem"}, {warning, "warning"}, {remark, "remark"}});
  return words.word_of(severity);
}

struct Finding {
  std::string_view kind;  ///< such as "failed trials"; never empty; at most one finding of each kind
  Severity severity = Severity::remark;
  std::vector<std::int64_t> cells;  ///< the cells concerned, ascending; empty: the whole study
  std::string what;                 ///< one sentence, without the cells
  std::string advice;               ///< what to do
};

/// All findings, the most severe first. Throws StudyFileError as Results does.
std::vector<Finding> diagnose(const Results& study);

/// Where the trials of a learner show a rare mode, in violation or expected regret.
enum class ModeSeen { nowhere, elsewhere, here };

/// One entry per cell of the study. `elsewhere`: in a different cell of the same learner, but not in this one.
std::vector<ModeSeen> modes_seen(const Results& study);

/// The finite values of one quantity.
struct TrialSeries {
  std::vector<std::int64_t> trials;  ///< the trial of each value
  std::vector<double> values;
};

/// The trials in the mode, the farthest from the other trials first.
std::vector<std::int64_t> trials_of(const RareMode& mode, const TrialSeries& series);

/// Four digits or more, never in powers of ten below 1e15: 0.01234, 29731.
std::string full_number(double x);

/// "cell 4", or "cells 4, 13, 16"; of more than `most`, by default as many as the report has buttons, the first and how
/// many more.
std::string some_cells(const std::vector<std::int64_t>& cells, std::size_t most = 12);

}  // namespace regretta
