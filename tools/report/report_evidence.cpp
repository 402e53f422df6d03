#include "regretta/tools/report/report_evidence.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/diagnosis.hpp"
#include "regretta/engine/evidence/ledger.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/study/file/learner_names.hpp"
#include "regretta/tools/text/baseline_cells.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/remarks.hpp"

namespace regretta {
namespace {

using nlohmann::ordered_json;

ordered_json line_of(const ComparisonLine& line) {
  const PairedDifference& difference = line.difference;
  return {{"cell", line.cell->cell},
          {"baseline", line.baseline->cell},
          {"quantity", quantity_name(line.quantity)},
          {"pairs", difference.values},
          {"text", rounded(difference.mean, 4)},
          {"interval_text",
           fmt::format("{} to {}", rounded(difference.interval.low, 4), rounded(difference.interval.high, 4))},
          {"standing", standing_text(standing_of(difference))},
          {"needed", trials_needed(line)},
          {"better_text", rounded(difference.better, 3)}};
}

ordered_json line_of(const LedgerLine& line, std::int64_t planned) {
  ordered_json data = {{"cell", line.cell->cell},
                       {"theorem", line.quantity},
                       {"verdict", verdict_text(line.verdict)},
                       {"remarks", remarks(line, planned)}};
  if (line.trials == 0) return data;
  data["ratio"] = line.ratio;
  data["texts"] = {rounded(line.median, 4),
                   rounded(line.quantile, 4),
                   rounded(line.bound, 4),
                   rounded(line.ratio, 2),
                   fmt::format("{}/{}", line.above, line.trials),
                   fmt::format("{} to {}", percent_text(line.share.low), percent_text(line.share.high)),
                   percent_text(line.promised)};
  return data;
}

}  // namespace

void add_paired(const Results& study, const PairedLines& paired, const std::string& baseline, PageData& page) {
  page.begin_object("paired");
  const std::vector<LearnerLabel> labels = learner_labels(study);
  if (labels.empty()) {
    page.add("reason", "the study has no cells");
  } else {
    const std::vector<bool> is_baseline = baseline_cells(study, baseline);
    const auto first = static_cast<std::size_t>(std::ranges::find(is_baseline, true) - is_baseline.begin());
    page.add("baseline", learner_text(labels[first]));
    if (!paired.reason.empty()) {
      page.add("reason", paired.reason);
    } else {
      page.begin_list("lines");
      for (const ComparisonLine& line : paired.lines) page.add_item(line_of(line));
      page.end();
    }
  }
  page.end();
}

std::string add_ledger(const Results& study, const Catalogue& catalogue, PageData& page) {
  std::vector<LedgerLine> lines;
  std::string reason;
  try {
    lines = theorem_ledger(study, catalogue);
  } catch (const StudyFileError& error) {  // of the cells, because a damaged block ends the rest of the report, too
    reason = std::string(error.what()).substr(study.database().file().size() + 2);
  }
  page.begin_object("ledger");
  if (!reason.empty()) {
    page.add("reason", reason);
  } else {
    page.begin_list("lines");
    for (const LedgerLine& line : lines) page.add_item(line_of(line, study.layout().trials(line.cell->cell)));
    page.end();
  }
  page.end();
  return reason;
}

ordered_json diagnosis_data(const Results& study, const Catalogue& catalogue) {
  ordered_json findings = ordered_json::array();
  for (const Finding& finding : diagnose(study, catalogue))
    findings.push_back({{"severity", severity_text(finding.severity)},
                        {"kind", finding.kind},
                        {"cells", finding.cells},
                        {"what", finding.what},
                        {"advice", finding.advice}});
  return findings;
}

}  // namespace regretta
