#include "regretta/tools/report/report_page.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <boost/algorithm/string/replace.hpp>
#include <nlohmann/json.hpp>

#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/study/file/learner_names.hpp"
#include "regretta/engine/study/maintenance/digest.hpp"
#include "regretta/tools/figures/figure_families.hpp"
#include "regretta/tools/figures/figure_json.hpp"
#include "regretta/tools/figures/figure_kinds.hpp"
#include "regretta/tools/figures/plotted_cells.hpp"
#include "regretta/tools/report/report_tables.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/remarks.hpp"
#include "regretta/tools/text/shell_text.hpp"
#include "regretta/tools/text/shown_text.hpp"

namespace regretta {
namespace {

using nlohmann::ordered_json;

// For the size of the page:
constexpr std::size_t most_points = 60'000;  ///< of the distributions of a quantity, over all cells
constexpr int page_digits = 6;

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
  Group all;
  for (const PlottedCell& cell : cells) all.push_back(&cell);
  const FigureSource source{
      .study = study,
      .all = all,
      .largest = all,
      .quantities = regret_and_violation(study.quantities()),
      .interactive = true,
      .most_points = std::clamp<std::size_t>(most_points / std::max<std::size_t>(1, all.size()), 10, 1000)};
  ordered_json styles = ordered_json::object(), figures = ordered_json::array();
  for (const PlottedCell& cell : cells) {
    ordered_json& style = styles[std::to_string(cell.style.place)];
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

}  // namespace

namespace {

using nlohmann::ordered_json;

/// The file's study as text, and the commands that run it. `digest`: of the finished study, else "".
std::string script_of(const Results& study, const std::string& digest, const std::vector<std::string>& headers) {
  std::string with;
  for (const std::string& header : headers) with += " --with " + shell_quoted(header);
  const std::string shard = study.shard().is_whole() ? "" : " --shard " + shell_quoted(study.shard().text());
  return fmt::format(
      "cat > study.toml <<'END'\n{}END\nregretta run study.toml{}{} --output study.db\nregretta digest study.db{}\n",
      study.value("study"), with, shard, digest.empty() ? "" : "   # " + digest);
}

/// How long the study took, summed over workers; not part of its checksums.
std::string effort_text(const Results& study) {
  double seconds = 0, rounds = 0;
  Statement rows = study.database().prepare("SELECT content, trials, seconds FROM block ORDER BY content, first_trial");
  while (rows.step()) {
    const std::int64_t cell = study.layout().first_with(rows.integer(0));
    if (cell < 0) continue;
    seconds += rows.real(2);
    rounds += static_cast<double>(rows.integer(1)) *
              static_cast<double>(study.cells()[static_cast<std::size_t>(cell)].horizon);
  }
  return fmt::format("{} rounds in {} of computing, summed over workers", grouped(std::llround(rounds)),
                     duration_text(seconds));
}

/// The body of the page, section by section: those after the fifth are folded.
class Body {
 public:
  void section(const std::string& id, const std::string& title, const std::string& content) {
    constexpr int open = 5;
    html_ +=
        ++count_ <= open
            ? fmt::format("<section id=\"{0}\"><h2>{1}</h2>\n{2}</section>\n", id, html_escaped(title), content)
            : fmt::format("<section id=\"{0}\"><details><summary><h2>{1}</h2></summary>\n{2}</details></section>\n", id,
                          html_escaped(title), content);
  }
  void add(const std::string& html) { html_ += html; }
  std::string take() { return std::move(html_); }

 private:
  std::string html_;
  int count_ = 0;
};

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
      fmt::format("digest {}", digest.digest), effort_text(study),
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
      "Means with their 95% intervals, ± or two sides; of n trials, those rarer than 1 in n / 3 may be unseen. The "
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

/// What scripts need of each cell: the place of its learner and the number of its setting.
ordered_json cells_data(const Results& study, const Catalogue& catalogue) {
  const std::vector<bool> is_budget = swept_with(Role::corruption_budget, study, catalogue);
  std::map<std::string, std::size_t> settings, learners;
  ordered_json cells = ordered_json::array(), names = ordered_json::array();
  for (const CellLabel& cell : study.cells()) {
    const std::string setting = description_text(whole_setting(described_cell(study, cell, is_budget)));
    const auto [own, is_new] = settings.emplace(setting, settings.size());
    if (is_new) names.push_back(setting);
    const std::string learner = learner_text(learner_label(cell.learner_name, cell.learner, study.swept(), cell.swept));
    cells.push_back({learners.emplace(learner, learners.size()).first->second, own->second});
  }
  return {{"cells", std::move(cells)}, {"settings", std::move(names)}};
}

std::string filled(const std::string& title, const std::string& body, const ordered_json& data) {
  std::string json = data.dump(-1, ' ', true, ordered_json::error_handler_t::replace);
  boost::algorithm::replace_all(json, "<", "\\u003c");
  std::string page;
  page.reserve(report_template.size() + body.size() + json.size() + title.size());
  std::string_view rest = report_template;
  const auto up_to = [&](std::string_view mark, const std::string& text) {
    const std::size_t place = rest.find(mark);
    page.append(rest.substr(0, place)).append(text);
    rest.remove_prefix(place + mark.size());
  };
  up_to("@TITLE@", title);
  up_to("@BODY@", body);
  up_to("@DATA@", json);
  return page.append(rest);
}

}  // namespace

ReportPage report_page(const Results& study, const Catalogue& catalogue, const ReportOptions& options) {
  constexpr std::int64_t parts = 5;
  const auto count = std::ssize(study.cells());
  if (options.progress != nullptr) options.progress->lines = parts * count;
  const auto done = [&] {
    if (options.progress == nullptr) return;
    if (options.progress->stop) throw Interrupted();
    options.progress->done += count;
  };
  const StudyDigest digest = digest_of(study);
  ReportPage page;
  std::vector<LedgerLine> ledger;
  try {
    ledger = theorem_ledger(study, catalogue);
  } catch (const StudyFileError& error) {  // of the cells, because a damaged block ends the rest of the report, too
    page.without_theorems = std::string(error.what()).substr(study.database().file().size() + 2);
  }
  done();
  const std::vector<Finding> findings = diagnose(study);
  done();
  ordered_json data = cells_data(study, catalogue);
  data.update(figures_data(study, catalogue, options.highlight));
  done();
  const PairedLines paired = paired_lines(study, regret_and_violation(study.quantities()), options.baseline);
  if (!paired.reason.empty() && !options.baseline.empty()) throw std::invalid_argument(paired.reason);
  done();
  Body body;
  body.add(header_html(study, digest));
  if (count > 0) body.section("summary", "Summary", summary_html(study, ledger, page.without_theorems, findings));
  const auto figure = [&](const std::string& kind) {
    for (const ordered_json& one : data.at("figures"))
      if (one.at("kind") == kind) body.section(kind, one.at("heading"), "<div class=\"figures\"></div>\n");
  };
  figure("frontier");
  figure("curves");
  body.add("<nav id=\"bar\" aria-label=\"What is chosen\"></nav>\n");
  body.section("cells", "All results",
               "<p class=\"controls\" id=\"filter\"></p>\n" + cells_table(study) + note(cells_notes(study)));
  figure("sweep");
  figure("distribution");
  body.section("differences", "Paired differences",
               !paired.reason.empty() ? note("Not shown: " + paired.reason + ".")
                                      : differences_table(study, paired.lines) +
                                            note("Mean differences from the baseline in the same trials; below 0 is "
                                                 "better. The 95% intervals of all lines hold together. trials needed: "
                                                 "about how many would decide a line that is open."));
  const std::string theorems = ledger_table(study, ledger);
  body.section("ledger", "Theorems",
               !page.without_theorems.empty() ? note("Not shown: " + page.without_theorems + ".")
               : theorems.empty()             ? note("No theorem of the paper applies to any cell.")
                                              : theorems + note("As regretta audit prints and explains it."));
  body.section("diagnosis", "Diagnosis", findings_list(findings));
  body.section("about", "About this study", about_html(study, digest, options.headers));
  page.html = filled(html_escaped(study.study().name), body.take(), data);
  done();
  return page;
}

}  // namespace regretta
