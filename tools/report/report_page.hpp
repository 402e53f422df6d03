#pragma once
/// The page of `regretta report`: an HTML file with tables, and with figures as data that its scripts draw.

#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/catalogue.hpp"

namespace regretta {

struct ReportOptions {
  std::string baseline;                  ///< name as for baseline_cells; "": the learner of the first cell
  std::vector<std::string> highlight{};  ///< learners to colour (learner_styles)
  std::vector<std::string> headers{};    ///< headers of plugins (--with), for the commands that reproduce the study
  LineProgress* progress = nullptr;      ///< counts finished cells, once for each of the five parts of the page
};

struct ReportPage {
  std::string html;
  std::string without_theorems;  ///< why the page has no comparison with theorems; "" if it has one
};

/// The page, which depends only on the file and the options. Throws StudyFileError if the file is damaged, and
/// std::invalid_argument for an unknown baseline.
ReportPage report_page(const Results& study, const Catalogue& catalogue, const ReportOptions& options);

/// The template built from tools/report at compile time (report/embed.cmake), with the marks @TITLE@, @BODY@ and
/// @DATA@.
extern const std::string_view report_template;

}  // namespace regretta
