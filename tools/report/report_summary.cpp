#include "regretta/tools/report/report_summary.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tbb/parallel_for.h>

#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/comparison/ranking.hpp"
#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/engine/study/file/learner_names.hpp"
#include "regretta/tools/report/report_tables.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/html_text.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/overall_text.hpp"

namespace regretta {
namespace {

constexpr double summary_alpha = 0.05;  ///< of each of the two families of tests

/// Under the most and under the least corruption of a family of cells that differ in their budgets alone.
struct Extremes {
  const CellLabel* most = nullptr;
  const CellLabel* least = nullptr;
  double most_corruption = 0, least_corruption = 0;  ///< mean C
};

std::vector<Extremes> corruption_extremes(const Results& study, const Catalogue& catalogue) {
  const std::vector<bool> is_budget = swept_with(Role::corruption_budget, study, catalogue);
  std::map<std::vector<std::string>, std::size_t> places;
  std::vector<Extremes> all;
  for (const CellLabel& cell : study.cells()) {
    const double corruption = study.summary(cell)[Quantity::corruption].mean;
    if (std::isnan(corruption)) continue;
    std::vector<std::string> rest = {cell.learner, cell.learner_name, cell.environment_kind, cell.environment,
                                     std::to_string(cell.horizon)};
    for (std::size_t k = 0; k < cell.swept.size(); ++k)
      if (!is_budget[k]) rest.push_back(to_text(cell.swept[k]));
    const auto [place, is_new] = places.emplace(std::move(rest), all.size());
    if (is_new) all.push_back({&cell, &cell, corruption, corruption});
    Extremes& family = all[place->second];
    if (corruption > family.most_corruption) family.most = &cell, family.most_corruption = corruption;
    if (corruption < family.least_corruption) family.least = &cell, family.least_corruption = corruption;
  }
  std::erase_if(all, [](const Extremes& family) { return family.most == family.least; });
  return all;
}

/// What one test says of the most corruption against the least.
struct CorruptionLine {
  const Extremes* family;
  Quantity quantity;
  Evidence difference;
};

std::vector<CorruptionLine> corruption_lines(const Results& study, const std::vector<Extremes>& families) {
  const std::vector<Quantity> quantities = {Quantity::regret, Quantity::violation};
  const std::size_t count = families.size() * quantities.size();
  std::vector<std::vector<const CellLabel*>> pairs;
  std::vector<CorruptionLine> lines;
  for (const Extremes& family : families) {
    pairs.push_back({family.most, family.least});
    for (const Quantity quantity : quantities) lines.push_back({&family, quantity, {}});
  }
  const Family together{.alpha = summary_alpha, .lines = static_cast<double>(count) * looks_of(study)};
  visit_compared_cells(study, pairs, quantities, [&](std::size_t first, const std::vector<ComparedCells>& comparisons) {
    tbb::parallel_for(std::size_t{0}, comparisons.size() * quantities.size(), [&](std::size_t k) {
      const std::size_t q = k % quantities.size();
      const auto& values = comparisons[k / quantities.size()].values[q];
      const auto& reaches = comparisons[k / quantities.size()].reaches[q];
      lines[first * quantities.size() + k].difference =
          evidence_of(moments_of_differences(differences_of(values[0], values[1])),
                      reach_of_difference(reaches[0], reaches[1]), together);
    });
  });
  return lines;
}

/// "regret rose significantly in 2 of 3 comparisons (the most by 683, hedge, C from 0 to 500) and fell in 0"
std::string changes_text(const Results& study, const std::vector<CorruptionLine>& lines, Quantity quantity) {
  std::int64_t compared = 0, rose = 0, fell = 0;
  const CorruptionLine* most = nullptr;
  for (const CorruptionLine& line : lines) {
    if (line.quantity != quantity) continue;
    ++compared;
    const std::string standing(standing_text(standing_of(line.difference)));
    if (!standing.starts_with("worse") && !standing.starts_with("better")) continue;
    ++(standing.starts_with("worse") ? rose : fell);
    if (most == nullptr || std::abs(line.difference.mean) > std::abs(most->difference.mean)) most = &line;
  }
  const auto label = [&](const CellLabel& cell) {
    return learner_text(learner_label(cell.learner_name, cell.learner, study.swept(), cell.swept));
  };
  return fmt::format("{} rose significantly in {} of {} and fell in {}{}", quantity_name(quantity), rose,
                     counted(compared, "comparison"), fell,
                     most == nullptr
                         ? ""
                         : fmt::format(" (the largest change: {}, {}, as C goes from {} to {})",
                                       grouped_text(rounded(most->difference.mean, 3)), label(*most->family->most),
                                       grouped_text(rounded(most->family->least_corruption, 3)),
                                       grouped_text(rounded(most->family->most_corruption, 3))));
}

std::string theorems_text(const std::vector<LedgerLine>& ledger, const std::string& reason) {
  if (!reason.empty()) return "not compared: " + reason;
  std::map<Verdict, std::int64_t> counts;
  for (const LedgerLine& line : ledger) ++counts[line.verdict];
  if (counts.size() == counts.count(Verdict::not_applicable)) return "none applies to any cell";
  std::vector<std::string> texts;
  for (const auto& [verdict, count] : counts)
    texts.push_back(fmt::format("{} {}", grouped(count), verdict_text(verdict)));
  return fmt::format("of {}, {}", counted(std::ssize(ledger), "line"), fmt::join(texts, ", "));
}

}  // namespace

std::string summary_html(const Results& study, const Catalogue& catalogue, const std::vector<LedgerLine>& ledger,
                         const std::string& without_theorems, const std::vector<Finding>& findings) {
  const std::vector<Quantity> quantities = {Quantity::regret, Quantity::violation};
  const Ranking ranking =
      rank_learners(study, {.quantities = quantities, .alpha = summary_alpha, .trials = fewest_trials(study)});
  const Recommendation said = recommendation(study, ranking.overall, quantities);
  std::string html;
  const auto paragraph = [&](const char* part, const std::string& text, const char* tag = "p") {
    if (!text.empty()) html += fmt::format("<{0} data-part=\"{1}\">{2}</{0}>\n", tag, part, html_escaped(text));
  };
  for (std::size_t k = 0; k < said.advice.size(); ++k)
    html += (k == 0 ? "<p data-part=\"advice\"><b>" : " ") + html_escaped(said.advice[k]) + (k == 0 ? "</b>" : "");
  if (!said.advice.empty()) html += "</p>\n";
  html += best_table(study, ranking.overall, quantities);
  paragraph("before", said.before);
  html += "<ul>\n";
  for (const std::string& text : said.least) paragraph("least", text, "li");
  if (const std::vector<Extremes> families = corruption_extremes(study, catalogue); !families.empty()) {
    const std::vector<CorruptionLine> lines = corruption_lines(study, families);
    paragraph(
        "corruption",
        fmt::format("The most corruption against the least: {}; {}.", changes_text(study, lines, Quantity::regret),
                    changes_text(study, lines, Quantity::violation)),
        "li");
  }
  paragraph("theorems", fmt::format("Theorems: {}.", theorems_text(ledger, without_theorems)), "li");
  std::vector<std::string> kinds;
  for (const Finding& finding : findings)
    if (finding.severity != Severity::remark) kinds.emplace_back(finding.kind);
  if (!kinds.empty())
    html += fmt::format(
        "<li class=\"warning\" data-part=\"distrust\">{}: {}. <a href=\"#diagnosis\">Read "
        "{} first</a>.</li>\n",
        counted(std::ssize(kinds), "warning"), html_escaped(fmt::format("{}", fmt::join(kinds, ", "))),
        kinds.size() == 1 ? "it" : "them");
  html += "</ul>\n";
  paragraph("open", open_text(ranking));
  return html +
         "<p class=\"note\">Significance is by tests paired by trial; the probability of any wrong statement is at "
         "most 0.05 for who is best, and at most 0.05 for the changes with corruption.</p>\n";
}

}  // namespace regretta
