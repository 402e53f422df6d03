#pragma once
/// The page of `regretta report`: one HTML file with its tables, and the figures as data that its scripts draw.

#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/catalogue.hpp"

namespace regretta {

struct ReportOptions {
  std::string baseline;                  ///< of the paired differences, as for cells_with; "": the first cell's learner
  std::vector<std::string> highlight{};  ///< which learners have a colour (learner_styles)
  std::vector<std::string> headers{};    ///< of plugins (--with), for the commands that compute the study again
  LineProgress* progress = nullptr;      ///< counts the parts of the page, each as often as there are cells
};

struct ReportPage {
  std::string html;
  std::string without_theorems;  ///< why the page compares nothing with theorems; "" if it does
};

/// Depends only on the file and the options. Throws StudyFileError if the file is damaged, std::invalid_argument for a
/// baseline that the study does not have.
ReportPage report_page(const Results& study, const Catalogue& catalogue, const ReportOptions& options);

/// The template built from tools/report at compile time (report/embed.cmake), with the marks @TITLE@, @BODY@ and
/// @DATA@.
extern const std::string_view report_template;

}  // namespace regretta
