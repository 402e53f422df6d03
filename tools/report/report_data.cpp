#include "regretta/tools/report/report_data.hpp"

#include <array>
#include <optional>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/evidence/tables/roles.hpp"
#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/engine/study/maintenance/digest.hpp"
#include "regretta/engine/study/text/canonical.hpp"
#include "regretta/tools/figures/cell_groups.hpp"
#include "regretta/tools/figures/study_learners.hpp"
#include "regretta/tools/report/report_evidence.hpp"
#include "regretta/tools/report/report_figures.hpp"
#include "regretta/tools/report/report_summary.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/field_text.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/remarks.hpp"
#include "regretta/tools/text/shell_text.hpp"

namespace regretta {
namespace {

using nlohmann::ordered_json;

/// The two quantities that are drawn.
constexpr std::array drawn_quantities = {Quantity::regret, Quantity::violation};

double fine(double x) { return with_digits(x, 8); }  ///< for values that are printed, with fewer digits

ordered_json statistics_of(const CellSummary& summary) {
  ordered_json all = ordered_json::array();
  for (const Statistic& s : summary.quantities)
    all.push_back(s.count == 0
                      ? ordered_json()
                      : ordered_json{s.count, fine(s.mean), fine(s.se), fine(s.q05), fine(s.q50), fine(s.q95)});
  return all;
}

ordered_json bound_of(const Bound& bound, double mean, double most) {
  if (!bound.applies) return nullptr;
  return {{"value", bound.value},
          {"text", rounded(bound.value, 3)},
          {"ratio", mean / bound.value},
          {"ratio_text", rounded(mean / bound.value, 2)},
          {"failure", bound.failure_probability},
          {"vacuous", bound.is_vacuous(most)}};
}

/// Whether the values of each swept parameter are numbers; digits in a text are none.
std::vector<bool> numeric_sweeps(const StudyReader& study) {
  std::vector<bool> are_numbers(study.swept().size(), true);
  for (const CellLabel& cell : study.cells())
    for (std::size_t k = 0; k < cell.swept.size(); ++k)
      are_numbers[k] = are_numbers[k] && (!cell.swept[k].has_value() || cell.swept[k].number());
  return are_numbers;
}

/// The effort of the whole study, from its blocks; not part of their checksums.
struct Effort {
  double seconds = 0;
  double rounds = 0;
};

ordered_json label_of(const PlottedCell& described) {
  const CellLabel& cell = *described.label;
  ordered_json texts = ordered_json::array();
  for (const Value& value : cell.swept) texts.push_back(plain_text(value));
  return {{"cell", cell.cell},
          {"learner", cell.learner_name},
          {"environment", cell.environment},
          {"horizon", cell.horizon},
          {"swept_text", texts},
          {"setting", description_text(whole_setting(described))}};
}

Effort effort_of(const Results& study) {
  Effort effort;
  Statement rows = study.database().prepare("SELECT content, trials, seconds FROM block ORDER BY content, first_trial");
  while (rows.step()) {
    const std::int64_t cell = study.layout().first_with(rows.integer(0));
    if (cell < 0) continue;
    effort.seconds += rows.real(2);
    effort.rounds += static_cast<double>(rows.integer(1)) *
                     static_cast<double>(study.cells()[static_cast<std::size_t>(cell)].horizon);
  }
  return effort;
}

ordered_json cell_data(const Results& study, const PlottedCell& described, const CellSummary& summary, ModeSeen mode) {
  const CellLabel& cell = *described.label;
  ordered_json data = label_of(described);
  data["trials"] = summary.trials;
  data["infeasible"] = summary.infeasible;
  data["failed"] = summary.failed;
  data["statistics"] = statistics_of(summary);
  const std::vector<MeanEstimate> means = study.means(cell, {drawn_quantities.begin(), drawn_quantities.end()});
  data["remarks"] = remarks(summary, study.layout().trials(cell.cell), remarks_on(means, mode));
  for (std::size_t k = 0; k < drawn_quantities.size(); ++k) {
    const double mean = means[k].mean;
    data[std::string(quantity_name(drawn_quantities[k]))] = {
        {"text", means[k].is_exact ? exactly(mean) : interval_text(mean, means[k].interval)},
        {"mean", fine(mean)},
        {"bound", bound_of(study.bound(cell, drawn_quantities[k]), mean, study.range(cell, drawn_quantities[k]).high)}};
  }
  return data;
}

/// The file's study as text, and the commands that run it. `digest`: of the finished study, else "".
std::string script_of(const Results& study, const std::string& digest, const std::vector<std::string>& headers) {
  std::string with;
  for (const std::string& header : headers) with += " --with " + shell_quoted(header);
  const std::string shard = study.shard().is_whole() ? "" : " --shard " + shell_quoted(study.shard().text());
  return fmt::format(
      "cat > study.toml <<'END'\n{}END\nregretta run study.toml{}{} --output study.db\nregretta digest study.db{}\n",
      study.value("study"), with, shard, digest.empty() ? "" : "   # " + digest);
}

/// "conomd-fs (0.25)"
std::string short_text(const LearnerLabel& label) {
  std::vector<std::string> values;
  for (const auto& [name, value] : label.parameters) values.push_back(value);
  return values.empty() ? label.name : fmt::format("{} ({})", label.name, fmt::join(values, ", "));
}

ordered_json learners_data(const StudyLearners& learners) {
  ordered_json all = ordered_json::array();
  for (const StudyLearner& learner : learners.all)
    all.push_back({{"label", learner_text(learner.label)}, {"short", short_text(learner.label)}});
  return all;
}

std::string trials_csv(const Results& study) {
  std::string text = csv_line(table_columns(study, TableKind::trials));
  for_each_row(study, TableKind::trials, [&](const Row& row) { text += csv_line(row); });
  return text;
}

ordered_json study_data(const Results& study, const std::vector<std::string>& headers) {
  const StudyDigest digest = digest_of(study);
  const Effort effort = effort_of(study);
  return {{"name", study.study().name},
          {"digest", digest.digest},
          {"trials", study.trials()},
          {"saved", digest.trials},
          {"planned", digest.planned},
          {"finished", digest.trials == study.planned_trials()},
          {"seed", fmt::format("{}", study.study().seed)},
          {"delta", fmt::format("{}", study.study().delta)},
          {"version", study.version()},
          {"build", study.value("build")},
          {"shard", study.shard().is_whole() ? "" : study.shard().text()},
          {"may_stop", study.has_stop_rule()},
          {"stop_rule", looks_text(study)},
          {"has_bounds", study.has_bounds()},
          {"seconds", effort.seconds},
          {"time", duration_text(effort.seconds)},
          {"rounds", effort.rounds},
          {"pace", effort.seconds > 0 ? rate_text(effort.rounds / effort.seconds) : ""},
          {"script", script_of(study, digest.partial() ? "" : digest.digest, headers)},
          {"headers", headers}};
}

}  // namespace

std::string write_report_data(const Results& study, const Catalogue& catalogue, const ReportOptions& options,
                              PageData& page) {
  const std::vector<bool> is_budget = swept_with(Role::corruption_budget, study, catalogue);
  constexpr std::int64_t parts = 6;
  const auto count = std::ssize(study.cells());
  if (options.progress != nullptr) options.progress->lines = parts * count;
  const auto done = [&](std::int64_t more) {
    if (options.progress == nullptr) return;
    if (options.progress->stop) throw Interrupted();
    options.progress->done += more;
  };
  std::vector<std::optional<FinalMeans>> means;
  for (const CellLabel& cell : study.cells()) {
    const CellSummary& summary = study.summary(cell);
    means.push_back(FinalMeans{summary[Quantity::regret].mean, summary[Quantity::violation].mean});
  }
  const StudyLearners learners = study_learners(study, catalogue, means);
  page.add("swept", study.swept());
  page.add("swept_numbers", numeric_sweeps(study));
  page.add("quantities", study.quantities().names());
  const std::vector<ModeSeen> modes = modes_seen(study);
  page.begin_list("cells");
  for (const CellLabel& cell : study.cells()) {
    ordered_json data = cell_data(study, described_cell(study, cell, is_budget), study.summary(cell),
                                  modes[static_cast<std::size_t>(cell.cell)]);
    data["place"] = learners.of_cell[static_cast<std::size_t>(cell.cell)];
    page.add_item(data);
    done(1);
  }
  page.end();
  page.add("learners", learners_data(learners));
  page.add("looks", looks_data(learners.all, options.highlight));
  PairedLines paired = paired_lines(study, regret_and_violation(study.quantities()), options.baseline);
  if (!paired.reason.empty() && !options.baseline.empty()) throw std::invalid_argument(paired.reason);
  add_paired(study, paired, options.baseline, page);
  done(count);
  add_figures(study, catalogue, std::move(paired), page);
  done(count);
  page.add("summary", summary_data(study, catalogue));
  done(count);
  page.add("trials", options.trials ? ordered_json(trials_csv(study)) : ordered_json());
  const std::string without_theorems = add_ledger(study, catalogue, page);
  done(count);
  page.add("diagnosis", diagnosis_data(study, catalogue));
  page.add("study", study_data(study, options.headers));
  done(count);
  page.finish();
  return without_theorems;
}

}  // namespace regretta
