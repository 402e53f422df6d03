#pragma once
/// The data that `regretta report` puts into its page: numbers as in `export` and `show`, and text for what is read.

#include <string>
#include <vector>

#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/tools/report/page_data.hpp"

namespace regretta {

struct ReportOptions {
  std::string baseline;                  ///< of the paired differences, as for cells_with; "": the first cell's learner
  std::vector<std::string> highlight{};  ///< which learners have a colour at first (learner_styles.hpp)
  bool trials = false;                   ///< with the table of all trials
  std::vector<std::string> headers{};    ///< of plugins (--with), for the commands that compute the study again
  LineProgress* progress = nullptr;      ///< counts cells, once for each part of the page
};

/// Writes and finishes the page's data, which depends only on the file and the options. Keys:
///   study        name, digest, seed, ...; `headers` of plugins; `script`: the commands that compute it again
///   swept        names of the swept parameters
///   quantities   names, in the order of a cell's `statistics`
///   cells        labels, counts, remarks, statistics [count, mean, se, q05, q50, q95], bounds, intervals as text,
///                place of the learner
///   precision    how many means are known to 5%, and how many more trials would give; "" if all are
///   learners     in the order of their first cells: label, short
///   looks        styles of the learners to choose from; figures: what is drawn (report_figures.hpp)
///   summary      the facts behind the summary in words (report_summary.hpp)
///   paired       baseline and lines; or `reason`
///   trials       as CSV; null unless ReportOptions::trials
///   ledger       lines; or `reason`
///   diagnosis    severity, kind, cells (none: all), what, advice
/// NaN and infinities are null. Returns why the page compares nothing with theorems; "" if it does. Throws
/// StudyFileError if the file is damaged, std::invalid_argument for a baseline that the study does not have.
std::string write_report_data(const Results& study, const Catalogue& catalogue, const ReportOptions& options,
                              PageData& page);

}  // namespace regretta
