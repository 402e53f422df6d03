#include "regretta/tools/report/report_tables.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/comparison/ranking.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/study/file/learner_names.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/overall_text.hpp"
#include "regretta/tools/text/remarks.hpp"
#include "regretta/tools/text/shown_text.hpp"

namespace regretta {
namespace {

constexpr Quantity drawn[] = {Quantity::regret, Quantity::violation};

ShownEntry mean_entry(const MeanEstimate& estimate) {
  return estimate.is_exact ? exactly(estimate.mean) : interval_text(estimate.mean, estimate.interval);
}

/// Where a learner stands in one quantity.
std::string standing_of_learner(const Results& study, const OverallLearner& learner, Quantity quantity,
                                const Tally& tally, bool is_one) {
  if (is_one) return mean_entry(study.means(*learner.first, {quantity}).front()).text;
  if (learner.is_reference) return "reference";
  return tally.compared() == 0 ? "-" : fmt::format("{} of {}", tally.least + tally.tied, tally.compared());
}

}  // namespace

std::string best_table(const Results& study, const Overall& overall, const std::vector<Quantity>& quantities) {
  TextTable table;
  table.add_column("learner", TextTable::Align::left, Use::value);
  for (const Quantity quantity : quantities)
    table.add_column(std::string(study.quantities().name(quantity)), TextTable::Align::right, Use::value);
  constexpr std::size_t most = 12;
  const bool is_one = overall.settings == 1;
  std::vector<std::vector<ShownEntry>> others;
  for (const OverallLearner& learner : overall.learners) {
    std::vector<ShownEntry> row = {learner_text(learner.label)};
    bool is_best = overall.learners.size() <= most;
    for (std::size_t q = 0; q < quantities.size(); ++q) {
      row.emplace_back(standing_of_learner(study, learner, quantities[q], learner.quantities[q].tally, is_one));
      for (std::size_t group = 0; group < overall.groups.size(); ++group)
        for (const OverallLearner* best : recommended(overall, group, q))
          if (best == &learner) row.back().tone = Tone::good, is_best = true;
    }
    if (is_best && table.rows().size() < most)
      table.add_row(std::move(row));
    else
      others.push_back(std::move(row));
  }
  for (std::vector<ShownEntry>& row : others)
    if (table.rows().size() < most) table.add_row(std::move(row));
  const std::size_t left_out = overall.learners.size() - table.rows().size();
  return html_table(std::move(table), "best-table") +
         fmt::format(
             "<p class=\"note\">{}; marked: who is recommended.{}</p>\n",
             is_one ? "Means with their 95% intervals"
                    : "In how many settings the learner has the least, or is within 5% of it, of the learners "
                      "that see the same",
             left_out == 0 ? "" : fmt::format(" {} more are below.", grouped(static_cast<std::int64_t>(left_out))));
}

std::string cells_table(const Results& study) {
  TextTable table;
  add_label_columns(study, table);
  table.add_column("trials", TextTable::Align::right);
  for (const Quantity quantity : drawn) {
    const std::string name(quantity_name(quantity));
    table.add_column(name, TextTable::Align::right, Use::value);
    for (const std::string detail : {"bound", "ratio"})
      table.add_column({detail, TextTable::Align::right, Use::detail, name + "_" + detail});
  }
  table.add_column("remarks", TextTable::Align::left);
  const std::vector<ModeSeen> modes = modes_seen(study);
  std::vector<std::int64_t> rows;
  for (const CellLabel& cell : study.cells()) {
    const CellSummary& summary = study.summary(cell);
    const std::vector<MeanEstimate> means = study.means(cell, {std::begin(drawn), std::end(drawn)});
    std::vector<ShownEntry> row = label_entries(cell);
    row.emplace_back(grouped(summary.trials));
    for (std::size_t q = 0; q < means.size(); ++q) {
      const Bound bound = study.bound(cell, drawn[q]);
      const bool is_vacuous = bound.applies && bound.is_vacuous(study.reach(cell, drawn[q]).high);
      row.push_back(mean_entry(means[q]));
      row.emplace_back(!bound.applies ? "" : is_vacuous ? "vacuous" : rounded(bound.value, 3));
      row.emplace_back(!bound.applies ? "" : rounded(means[q].mean / bound.value, 2));
    }
    table.add_row(std::move(row), remarks(summary, study.layout().trials(cell.cell),
                                          remarks_on(means, modes[static_cast<std::size_t>(cell.cell)])));
    rows.push_back(cell.cell);
  }
  return html_table(std::move(table), "cells-table", rows);
}

std::string differences_table(const Results& study, const std::vector<ComparisonLine>& lines) {
  TextTable table;
  add_label_columns(study, table);
  table.add_column("quantity", TextTable::Align::left, Use::key);
  for (const char* name : {"difference", "95% interval"}) table.add_column(name, TextTable::Align::right, Use::value);
  table.add_column("verdict", TextTable::Align::left, Use::value);
  for (const char* name : {"trials needed", "P(better)", "pairs"}) table.add_column(name, TextTable::Align::right);
  std::vector<std::int64_t> rows;
  for (const ComparisonLine& line : lines) {
    const PairedDifference& difference = line.difference;
    table.add_row(label_entries(*line.cell), quantity_name(line.quantity), rounded(difference.mean, 4),
                  fmt::format("{} to {}", rounded(difference.interval.low, 4), rounded(difference.interval.high, 4)),
                  standing_text(standing_of(difference)), trials_needed(line), rounded(difference.better, 3),
                  grouped(difference.values));
    rows.push_back(line.cell->cell);
  }
  return html_table(std::move(table), "differences-table", rows);
}

std::string ledger_table(const Results& study, const std::vector<LedgerLine>& lines) {
  TextTable table;
  add_label_columns(study, table);
  table.add_column("theorem", TextTable::Align::left, Use::key);
  table.add_column("verdict", TextTable::Align::left, Use::value);
  for (const char* name : {"median", "quantile", "bound", "ratio", "above", "share %", "promised %"})
    table.add_column(name, TextTable::Align::right, Use::value);
  table.add_column("remarks", TextTable::Align::left);
  std::vector<std::int64_t> rows;
  for (const LedgerLine& line : lines) {
    if (line.verdict == Verdict::not_applicable) continue;
    std::vector<ShownEntry> row = label_entries(*line.cell);
    row.emplace_back(line.quantity);
    row.emplace_back(verdict_text(line.verdict));
    if (line.trials == 0)
      row.insert(row.end(), 7, "-");
    else
      row.insert(row.end(), {rounded(line.median, 4), rounded(line.quantile, 4), rounded(line.bound, 4),
                             rounded(line.ratio, 2), fmt::format("{}/{}", line.above, line.trials),
                             fmt::format("{} to {}", percent_text(line.share.low), percent_text(line.share.high)),
                             percent_text(line.promised)});
    table.add_row(std::move(row), remarks(line, study.layout().trials(line.cell->cell)));
    rows.push_back(line.cell->cell);
  }
  return rows.empty() ? "" : html_table(std::move(table), "ledger-table", rows);
}

std::string findings_list(const std::vector<Finding>& findings) {
  if (findings.empty()) return "<p>No findings.</p>\n";
  constexpr std::size_t most = 12;  // cells per finding that can be chosen; further ones are only counted
  std::string html = "<ol>\n";
  for (const Finding& finding : findings) {
    std::string about;
    for (std::size_t k = 0; k < std::min(most, finding.cells.size()); ++k)
      about += fmt::format(" <button type=\"button\" data-cell=\"{0}\">{0}</button>", finding.cells[k]);
    if (finding.cells.size() > most) about += fmt::format(" and {} more", grouped(std::ssize(finding.cells) - 12));
    html += fmt::format("<li data-kind=\"{}\"><p><b>{}, {}</b>: {}.</p>{}<p class=\"note\">To do: {}.</p></li>\n",
                        finding.kind, severity_text(finding.severity), finding.kind, html_prose(finding.what),
                        about.empty() ? "" : "<p>Cells" + about + "</p>", html_prose(finding.advice));
  }
  return html + "</ol>\n";
}

namespace {

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

std::string summary_html(const Results& study, const std::vector<LedgerLine>& ledger,
                         const std::string& without_theorems, const std::vector<Finding>& findings) {
  const std::vector<Quantity> quantities = {Quantity::regret, Quantity::violation};
  const Ranking ranking = rank_learners(study, {.quantities = quantities, .trials = fewest_trials(study)});
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
         "most 0.05.</p>\n";
}

}  // namespace regretta
