#pragma once
/// Looks for reasons to distrust the results of a study, and gives advice for each (`regretta diagnose`).

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
  warning,  ///< results exist, but may be misleading
  remark    ///< worth knowing before a claim is made
};

inline std::string_view severity_text(Severity severity) {
  using enum Severity;
  constexpr Choice words = choice_of<Severity>({{problem, "problem"}, {warning, "warning"}, {remark, "remark"}});
  return words.word_of(severity);
}

struct Finding {
  std::string_view kind;  ///< unique among the findings, such as "failed trials"; never empty
  Severity severity = Severity::remark;
  std::vector<std::int64_t> cells;  ///< the cells concerned, ascending; empty: the whole study
  std::string what;                 ///< what was found: one sentence, without the list of cells
  std::string advice;
};

/// All findings, the most severe first. Throws StudyFileError as Results does.
std::vector<Finding> diagnose(const Results& study);

/// Whether the trials of a cell show a rare mode in violation or expected regret. `elsewhere`: only trials of other
/// cells of the same learner show one.
enum class ModeSeen { nowhere, elsewhere, here };

/// One entry per cell of the study.
std::vector<ModeSeen> modes_seen(const Results& study);

/// The finite values of one quantity.
struct TrialSeries {
  std::vector<std::int64_t> trials;  ///< the trial of each value
  std::vector<double> values;
};

/// The trials in the mode, those farthest from the other trials first.
std::vector<std::int64_t> trials_of(const RareMode& mode, const TrialSeries& series);

/// x as text, rounded to an integer if |x| is from 1e4 to 1e15, otherwise to four significant digits: 29731, 0.01234.
std::string full_number(double x);

/// Cells as text, such as "cell 4", or "cells 4, 13, 16"; if there are more than `most`, "cells 4, 13 and 7 more". The
/// default is the number of cell buttons in a report.
std::string some_cells(const std::vector<std::int64_t>& cells, std::size_t most = 12);

}  // namespace regretta
