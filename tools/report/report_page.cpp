#include "regretta/tools/report/report_page.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <boost/algorithm/string/replace.hpp>
#include <nlohmann/json.hpp>

#include "regretta/engine/evidence/comparison/ranking.hpp"
#include "regretta/engine/evidence/diagnosis.hpp"
#include "regretta/engine/evidence/ledger.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/engine/study/file/learner_names.hpp"
#include "regretta/engine/study/maintenance/digest.hpp"
#include "regretta/tools/figures/figure.hpp"
#include "regretta/tools/figures/figure_families.hpp"
#include "regretta/tools/figures/figure_kinds.hpp"
#include "regretta/tools/figures/plotted_cells.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/overall_text.hpp"
#include "regretta/tools/text/remarks.hpp"
#include "regretta/tools/text/shell_text.hpp"
#include "regretta/tools/text/shown_text.hpp"

namespace regretta {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t most_points = 60'000;  ///< points of the distributions of a quantity, over all cells
constexpr int page_digits = 6;               ///< significant digits of numbers in figures

ordered_json panel_of(const FigureFamily& family, const FamilyMember& member) {
  ordered_json panel = {{"quantity", family.quantity},
                        {"over", family.over},
                        {"setting", description_text(member.description)},
                        {"notes", member.notes},
                        {"cells", ordered_json::array()}};
  for (const PlottedCell* cell : member.cells) panel["cells"].push_back(cell->label->cell);
  panel.update(panel_json(member.panel, page_digits));
  return panel;
}

ordered_json figures_data(const Results& study, const Catalogue& catalogue, const std::vector<std::string>& highlight) {
  const std::vector<PlottedCell> cells =
      plotted_cells(study, catalogue, {Quantity::regret, Quantity::violation}, {}, highlight);
  Group plotted;
  for (const PlottedCell& cell : cells) plotted.push_back(&cell);
  const FigureSource source{
      .study = study,
      .cells = plotted,
      .largest = plotted,
      .quantities = regret_and_violation(study.quantities()),
      .interactive = true,
      .most_points = std::clamp<std::size_t>(most_points / std::max<std::size_t>(1, plotted.size()), 10, 1000)};
  ordered_json styles = ordered_json::object(), figures = ordered_json::array();
  for (const PlottedCell& cell : cells) {
    ordered_json& style = styles[std::to_string(cell.style.learner_index)];
    if (style.is_null()) style = style_json(cell.style);
    style["label"] = cell.learner;
  }
  for (const FigureKind& kind : figure_kinds) {
    if (kind.on_page == OnPage::no) continue;
    ordered_json panels = ordered_json::array();
    for (const FigureFamily& family : kind.draw(source))
      for (const FamilyMember& described : family.members)
        if (const FamilyMember member = family.drawn(described); !member.panel.series.empty())
          panels.push_back(panel_of(family, member));
    if (!panels.empty())
      figures.push_back({{"kind", kind.name}, {"heading", kind.heading}, {"panels", std::move(panels)}});
  }
  return {{"styles", std::move(styles)}, {"figures", std::move(figures)}};
}

/// The commands that write the study's text and run it. digest: the digest of a finished study, else "".
std::string script_of(const Results& study, const std::string& digest, const std::vector<std::string>& headers) {
  std::string with;
  for (const std::string& header : headers) with += " --with " + shell_quoted(header);
  const std::string shard = study.shard().is_whole() ? "" : " --shard " + shell_quoted(study.shard().text());
  return fmt::format(
      "cat > study.toml <<'END'\n{}END\nregretta run study.toml{}{} --output study.db\nregretta digest study.db{}\n",
      study.value("study"), with, shard, digest.empty() ? "" : "   # " + digest);
}

const std::vector<Quantity> shown_quantities = {Quantity::regret, Quantity::violation};

/// The entry of a learner in the column of a quantity: see best_html.
std::string standing_of_learner(const Results& study, const OverallLearner& learner, Quantity quantity,
                                const Tally& tally, bool has_one_setting) {
  if (has_one_setting) return mean_entry(study.means(*learner.first, {quantity}).front()).plain();
  if (learner.is_reference) return "reference";
  return tally.compared() == 0 ? "-" : fmt::format("{} of {}", tally.least + tally.tied, tally.compared());
}

/// A table with a row per learner and a column per quantity, in which recommendations are marked. Its entries are means
/// if there is a single setting, else the number of settings in which the learner is least or tied.
std::string best_html(const Results& study, const Overall& overall) {
  TextTable table;
  table.add_column("learner", TextTable::Align::left, Use::value);
  for (const Quantity quantity : shown_quantities)
    table.add_column(std::string(study.quantities().name(quantity)), TextTable::Align::right, Use::value);
  constexpr std::size_t most_rows = 12;
  const bool has_one_setting = overall.settings == 1;
  std::vector<std::vector<ShownEntry>> others;
  for (const OverallLearner& learner : overall.learners) {
    std::vector<ShownEntry> row = {learner_text(learner.label)};
    bool is_listed = overall.learners.size() <= most_rows;
    for (std::size_t q = 0; q < shown_quantities.size(); ++q) {
      row.emplace_back(
          standing_of_learner(study, learner, shown_quantities[q], learner.quantities[q].tally, has_one_setting));
      for (std::size_t group = 0; group < overall.groups.size(); ++group)
        for (const OverallLearner* best : recommended(overall, group, q))
          if (best == &learner) row.back().tone = Tone::good, is_listed = true;
    }
    if (is_listed && table.rows().size() < most_rows)
      table.add_row(std::move(row));
    else
      others.push_back(std::move(row));
  }
  for (std::vector<ShownEntry>& row : others)
    if (table.rows().size() < most_rows) table.add_row(std::move(row));
  const std::size_t left_out = overall.learners.size() - table.rows().size();
  return html_table(std::move(table), "best-table") +
         fmt::format(
             "<p class=\"note\">{}; marked: the recommended learners.{}</p>\n",
             has_one_setting
                 ? "Means with their 95% intervals"
                 : "Number of settings in which the learner is best, or within 5% of the best, among learners "
                   "with the same feedback",
             left_out == 0 ? "" : fmt::format(" {} more are below.", grouped(static_cast<std::int64_t>(left_out))));
}

/// A table with a row for each cell: means with their intervals, and bounds.
std::string cells_html(const Results& study) {
  TextTable table;
  add_label_columns(study, table);
  table.add_column("trials", TextTable::Align::right);
  for (const Quantity quantity : shown_quantities) {
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
    const std::vector<MeanEstimate> means = study.means(cell, shown_quantities);
    std::vector<ShownEntry> row = label_entries(cell);
    row.emplace_back(grouped(summary.trials));
    for (std::size_t q = 0; q < means.size(); ++q) {
      const Bound bound = study.bound(cell, shown_quantities[q]);
      const bool is_vacuous = bound.applies && bound.is_vacuous(study.reach(cell, shown_quantities[q]).high);
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

std::string differences_html(const Results& study, const std::vector<ComparisonLine>& lines) {
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

/// A table of the ledger's lines to which a theorem applies; "" if there are none.
std::string ledger_html(const Results& study, const std::vector<LedgerLine>& lines) {
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

std::string findings_html(const std::vector<Finding>& findings) {
  if (findings.empty()) return "<p>No findings.</p>\n";
  constexpr std::size_t most = 12;  // cells of a finding with a button; further cells are only counted
  std::string html = "<ol>\n";
  for (const Finding& finding : findings) {
    std::string buttons;
    for (std::size_t k = 0; k < std::min(most, finding.cells.size()); ++k)
      buttons += fmt::format(" <button type=\"button\" data-cell=\"{0}\">{0}</button>", finding.cells[k]);
    if (finding.cells.size() > most) buttons += fmt::format(" and {} more", finding.cells.size() - most);
    html += fmt::format("<li data-kind=\"{}\"><p><b>{}, {}</b>: {}.</p>{}<p class=\"note\">To do: {}.</p></li>\n",
                        finding.kind, severity_text(finding.severity), finding.kind, html_prose(finding.what),
                        buttons.empty() ? "" : "<p>Cells" + buttons + "</p>", html_prose(finding.advice));
  }
  return html + "</ol>\n";
}

/// The number of the ledger's lines by verdict, in words. reason: why the ledger has no lines, or "".
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

/// The recommendation, the best learners, and summaries of theorems and findings. without_theorems: why the ledger has
/// no lines, or "".
std::string summary_html(const Results& study, const std::vector<LedgerLine>& ledger,
                         const std::string& without_theorems, const std::vector<Finding>& findings) {
  const Ranking ranking = rank_learners(study, {.quantities = shown_quantities, .trials = fewest_trials(study)});
  const Recommendation advised = recommendation(study, ranking.overall, shown_quantities);
  std::string html;
  const auto paragraph = [&](const char* part, const std::string& text, const char* tag = "p") {
    if (!text.empty()) html += fmt::format("<{0} data-part=\"{1}\">{2}</{0}>\n", tag, part, html_escaped(text));
  };
  for (std::size_t k = 0; k < advised.advice.size(); ++k)
    html += (k == 0 ? "<p data-part=\"advice\"><b>" : " ") + html_escaped(advised.advice[k]) + (k == 0 ? "</b>" : "");
  if (!advised.advice.empty()) html += "</p>\n";
  html += best_html(study, ranking.overall);
  paragraph("before", advised.before);
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

std::string header_html(const Results& study, const StudyDigest& digest) {
  std::string html = fmt::format("<h1>{}</h1>\n", html_escaped(study.study().name));
  if (!study.shard().is_whole())
    html += fmt::format(
        "<p class=\"warning\">Shard {} of a study: the page shows its share of the trials alone; regretta merge "
        "combines the shards.</p>\n",
        study.shard().text());
  if (digest.trials != study.planned_trials())
    html += "<p class=\"warning\">This study is not finished: the page shows what was saved.</p>\n";
  return html;
}

std::string about_html(const Results& study, const StudyDigest& digest, const std::vector<std::string>& headers) {
  const std::vector<std::string> facts = {
      fmt::format("{}, {} of {} trials, seed {}, delta {}", counted(std::ssize(study.cells()), "cell"),
                  grouped(digest.trials), grouped(digest.planned), study.study().seed, study.study().delta),
      fmt::format("digest {}", digest.digest),
      fmt::format("computed by regretta {}, {}", study.version(), study.value("build"))};
  std::string html = "<ul>\n";
  for (const std::string& fact : facts) html += fmt::format("<li>{}</li>\n", html_escaped(fact));
  return html + fmt::format(
                    "</ul>\n<p>These commands compute it again; the digest comes out the same on any machine.</p>\n"
                    "<pre id=\"script\">{}</pre>\n",
                    html_escaped(script_of(study, digest.partial() ? "" : digest.digest, headers)));
}

std::string cells_notes(const Results& study) {
  std::string text =
      "Means with their 95% intervals, ± or two sides; n trials can miss events rarer than 1 in n / 3. The "
      "mean regret is that of expected_regret, which has the same expectation. It is often negative: read it together "
      "with the violation. A cell is a learner in a setting; choosing one, in any table or chart, marks it everywhere.";
  if (const std::string found = stops_text(study); !found.empty()) text += fmt::format(" Stopped: {}.", found);
  if (!study.has_bounds())
    return text + " The file holds no theorem bounds yet: regretta run writes them when it ends.";
  return text +
         " bound: the paper's theorem at the cell's mean C and rho; vacuous: no trial can exceed it. ratio: mean / "
         "bound.";
}

std::string note(const std::string& text) { return fmt::format("<p class=\"note\">{}</p>\n", html_escaped(text)); }

/// The data of cells for the page's scripts: indices of learner and setting for each cell, and the names of settings.
ordered_json cells_data(const Results& study, const Catalogue& catalogue) {
  const std::vector<bool> is_budget = parameters_with_role(Role::corruption_budget, study, catalogue);
  std::map<std::string, std::size_t> settings, learners;
  ordered_json cells = ordered_json::array(), names = ordered_json::array();
  for (const CellLabel& cell : study.cells()) {
    const std::string setting = description_text(whole_setting(described_cell(study, cell, is_budget)));
    const auto [entry, is_new] = settings.emplace(setting, settings.size());
    if (is_new) names.push_back(setting);
    const std::string learner = learner_text(learner_label(cell.learner_name, cell.learner, study.swept(), cell.swept));
    cells.push_back({learners.emplace(learner, learners.size()).first->second, entry->second});
  }
  return {{"cells", std::move(cells)}, {"settings", std::move(names)}};
}

/// The template with its marks replaced.
std::string filled_template(const std::string& title, const std::string& body, const ordered_json& data) {
  std::string json = data.dump(-1, ' ', true, ordered_json::error_handler_t::replace);
  boost::algorithm::replace_all(json, "<", "\\u003c");
  std::string page;
  page.reserve(report_template.size() + body.size() + json.size() + title.size());
  std::string_view rest = report_template;
  const auto replace_next = [&](std::string_view mark, const std::string& text) {
    const std::size_t position = rest.find(mark);
    page.append(rest.substr(0, position)).append(text);
    rest.remove_prefix(position + mark.size());
  };
  replace_next("@TITLE@", title);
  replace_next("@BODY@", body);
  replace_next("@DATA@", json);
  return page.append(rest);
}

}  // namespace

ReportPage report_page(const Results& study, const Catalogue& catalogue, const ReportOptions& options) {
  constexpr std::int64_t parts = 5;
  const auto count = std::ssize(study.cells());
  if (options.progress != nullptr) options.progress->lines = parts * count;
  const auto part_done = [&] {
    if (options.progress == nullptr) return;
    if (options.progress->stop) throw Interrupted();
    options.progress->done += count;
  };
  const StudyDigest digest = digest_of(study);
  ReportPage page;
  std::vector<LedgerLine> ledger;
  try {
    ledger = theorem_ledger(study, catalogue);
  } catch (const StudyFileError& error) {  // a cell cannot be rebuilt; damaged blocks make the other parts throw
    page.without_theorems = std::string(error.what()).substr(study.database().file().size() + 2);  // after "FILE: "
  }
  part_done();
  const std::vector<Finding> findings = diagnose(study);
  part_done();
  ordered_json data = cells_data(study, catalogue);
  data.update(figures_data(study, catalogue, options.highlight));
  part_done();
  const PairedLines paired = paired_lines(study, regret_and_violation(study.quantities()), options.baseline);
  if (!paired.reason.empty() && !options.baseline.empty()) throw std::invalid_argument(paired.reason);
  part_done();
  std::string body = header_html(study, digest);
  int sections = 0;
  const auto add_section = [&](const std::string& id, const std::string& title, const std::string& content) {
    constexpr int most_unfolded = 5;
    const std::string heading = fmt::format("<h2>{}</h2>", html_escaped(title));
    body += fmt::format("<section id=\"{}\">{}</section>\n", id,
                        ++sections <= most_unfolded
                            ? fmt::format("{}\n{}", heading, content)
                            : fmt::format("<details><summary>{}</summary>\n{}</details>", heading, content));
  };
  if (count > 0) add_section("summary", "Summary", summary_html(study, ledger, page.without_theorems, findings));
  const auto add_figures = [&](const std::string& kind) {
    for (const ordered_json& drawn : data.at("figures"))
      if (drawn.at("kind") == kind) add_section(kind, drawn.at("heading"), "<div class=\"figures\"></div>\n");
  };
  add_figures("frontier");
  add_figures("curves");
  body += "<nav id=\"bar\" aria-label=\"Chosen cell\"></nav>\n";
  add_section("cells", "All results",
              "<p class=\"controls\" id=\"filter\"></p>\n" + cells_html(study) + note(cells_notes(study)));
  add_figures("sweep");
  add_figures("distribution");
  add_section("differences", "Paired differences",
              !paired.reason.empty() ? note("Not shown: " + paired.reason + ".")
                                     : differences_html(study, paired.lines) +
                                           note("Mean differences from the baseline in the same trials; below 0 is "
                                                "better. The 95% intervals of all lines hold together. trials needed: "
                                                "about how many would decide a line that is open."));
  const std::string theorems = ledger_html(study, ledger);
  add_section("ledger", "Theorems",
              !page.without_theorems.empty() ? note("Not shown: " + page.without_theorems + ".")
              : theorems.empty()             ? note("No theorem of the paper applies to any cell.")
                                 : theorems + note("The table that `regretta audit` prints; its help explains it."));
  add_section("diagnosis", "Diagnosis", findings_html(findings));
  add_section("about", "About this study", about_html(study, digest, options.headers));
  page.html = filled_template(html_escaped(study.study().name), body, data);
  part_done();
  return page;
}

}  // namespace regretta
