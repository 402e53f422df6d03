#include "regretta/tools/report/report_data.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/evidence/statistics/ellipse.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/engine/study/care/digest.hpp"
#include "regretta/engine/study/file/run_effort.hpp"
#include "regretta/engine/study/text/canonical.hpp"
#include "regretta/tools/figures/study_learners.hpp"
#include "regretta/tools/report/report_evidence.hpp"
#include "regretta/tools/report/report_profiles.hpp"
#include "regretta/tools/report/report_summary.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/remarks.hpp"
#include "regretta/tools/text/shell_text.hpp"

namespace regretta {
namespace {

using nlohmann::ordered_json;

// For the size of the page:
constexpr std::ptrdiff_t most_cells_with_tails = 1000;
constexpr std::ptrdiff_t most_values = 60'000;  ///< final values per quantity, over all cells: the first trials of each

/// The two quantities that are drawn.
constexpr std::array drawn_quantities = {Quantity::regret, Quantity::violation};

double coarse(double x) { return with_digits(x, 7); }  ///< for values that are only drawn
double rough(double x) { return with_digits(x, 4); }   ///< for the edges of bands
double fine(double x) { return with_digits(x, 8); }    ///< for values that are printed, with fewer digits

ordered_json statistics_of(const CellSummary& summary) {
  ordered_json all = ordered_json::array();
  for (const Statistic& s : summary.quantities)
    all.push_back(s.count == 0
                      ? ordered_json()
                      : ordered_json{s.count, fine(s.mean), fine(s.se), fine(s.q05), fine(s.q50), fine(s.q95)});
  return all;
}

ordered_json curve_of(const CellSummary& summary, std::size_t quantity, const std::vector<MeanEstimate>& estimates) {
  std::array<std::vector<double>, 5> columns;
  for (std::size_t c = 0; c < estimates.size(); ++c) {
    const Statistic& s = summary.curve[c][quantity];
    const auto& [mean, interval] = estimates[c];
    const std::array<double, 5> values = {coarse(mean), rough(interval.low), rough(interval.high), rough(s.q05),
                                          rough(s.q95)};
    for (std::size_t k = 0; k < columns.size(); ++k) columns[k].push_back(values[k]);
  }
  return {{"mean", columns[0]}, {"low", columns[1]}, {"high", columns[2]}, {"q05", columns[3]}, {"q95", columns[4]}};
}

ordered_json bound_of(const Bound& bound, double mean, std::int64_t horizon) {
  if (!bound.applies) return nullptr;
  return {{"value", bound.value},
          {"text", rounded(bound.value, 3)},
          {"ratio", mean / bound.value},
          {"ratio_text", rounded(mean / bound.value, 2)},
          {"failure", bound.failure_probability},
          {"vacuous", bound.is_vacuous(static_cast<double>(horizon))}};
}

ordered_json ellipse_of(const std::vector<double>& violation, const std::vector<double>& regret) {
  const Ellipse ellipse = confidence_ellipse(violation, regret);
  if (ellipse.pairs == 0) return nullptr;
  ordered_json numbers = ordered_json::array();
  for (const double x : {ellipse.x, ellipse.y, ellipse.major, ellipse.minor, ellipse.angle})
    numbers.push_back(coarse(x));
  return numbers;
}

/// The effort of the whole study, from its blocks; not part of their checksums.
struct Effort {
  double seconds = 0;
  double rounds = 0;
};

ordered_json label_of(const CellLabel& cell) {
  ordered_json texts = ordered_json::array(), swept = ordered_json::array();
  for (const Value& value : cell.swept) {
    texts.push_back(plain_text(value));
    swept.push_back(to_json(value));
  }
  return {{"cell", cell.cell},
          {"learner", cell.learner_name},
          {"environment", cell.environment},
          {"horizon", cell.horizon},
          {"arms", cell.arms},
          {"constraints", cell.constraints},
          {"swept", swept},
          {"swept_text", texts}};
}

ordered_json cell_data(const Results& study, const CellLabel& cell, const CellSummary& summary, Effort& effort) {
  std::array<std::vector<double>, drawn_quantities.size()> values;
  study.for_each_block(cell, [&](const BlockResult& block) {
    effort.seconds += block.seconds;
    effort.rounds += static_cast<double>(block.trials.size()) * static_cast<double>(cell.horizon);
    for (const TrialResult& trial : block.trials)
      for (std::size_t k = 0; k < drawn_quantities.size(); ++k)
        values[k].push_back(trial.failure ? Statistic::nan : trial[drawn_quantities[k]]);
  });

  ordered_json data = label_of(cell);
  data["trials"] = summary.trials;
  data["infeasible"] = summary.infeasible;
  data["failed"] = summary.failed;
  data["remarks"] = remarks(summary, study.layout().trials(cell.cell));
  data["statistics"] = statistics_of(summary);
  data["ellipse"] = ellipse_of(values[1], values[0]);
  const std::vector<MeanEstimate> means = study.means(cell, {drawn_quantities.begin(), drawn_quantities.end()});
  const std::ptrdiff_t cells = std::ssize(study.cells());
  for (std::size_t k = 0; k < drawn_quantities.size(); ++k) {
    const auto& [mean, interval] = means[k];
    std::vector<double>& shown = values[k];
    ordered_json tail = cells <= most_cells_with_tails ? tail_data(shown) : ordered_json::array();
    const std::ptrdiff_t most = std::max<std::ptrdiff_t>(1, most_values / cells);
    if (std::ssize(shown) > most) shown.resize(static_cast<std::size_t>(most));
    std::ranges::transform(shown, shown.begin(), coarse);
    data[std::string(quantity_name(drawn_quantities[k]))] = {
        {"text", interval_text(mean, interval)},
        {"mean", fine(mean)},
        {"low", fine(interval.low)},
        {"high", fine(interval.high)},
        {"bound", bound_of(study.bound(cell, drawn_quantities[k]), mean, cell.horizon)},
        {"curve", curve_of(summary, curve_index(drawn_quantities[k]), study.curve(cell, drawn_quantities[k]))},
        {"tail", std::move(tail)},
        {"values", shown}};
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

/// "3 min 05 s in 2 runs, 2 threads of AMD EPYC 7B13"; "" if no run has finished.
std::string wall_text(const Results& study) {
  double seconds = 0;
  std::int64_t runs = 0;
  std::vector<std::string> machines;
  for (const RunEffort& effort : recorded_efforts(study.database())) {
    seconds += effort.seconds;
    runs += effort.runs;
    machines.push_back(fmt::format("{} of {}", counted(effort.threads, "thread"), effort.machine));
  }
  return runs == 0
             ? ""
             : fmt::format("{} in {}, {}", duration_text(seconds), counted(runs, "run"), fmt::join(machines, "; "));
}

ordered_json learners_data(const StudyLearners& learners) {
  ordered_json all = ordered_json::array();
  for (const StudyLearner& learner : learners.all)
    all.push_back({{"group", learner.group},
                   {"regret_rank", learner.regret_rank},
                   {"violation_rank", learner.violation_rank},
                   {"order", learner.order ? ordered_json(*learner.order) : ordered_json()}});
  return all;
}

ordered_json study_data(const Results& study, const Effort& effort, const std::vector<std::string>& headers) {
  const StudyDigest digest = digest_of(study);
  return {{"name", study.study().name},
          {"digest", digest.digest},
          {"trials", study.trials()},
          {"saved", digest.trials},
          {"planned", digest.planned},
          {"finished", study.saved_blocks() == study.planned_blocks()},
          {"seed", fmt::format("{}", study.study().seed)},
          {"delta", fmt::format("{}", study.study().delta)},
          {"version", study.value("regretta_version")},
          {"compiler", study.value("compiler")},
          {"wall", wall_text(study)},
          {"shard", study.shard().is_whole() ? "" : study.shard().text()},
          {"may_stop", study.has_stop_rule()},
          {"has_bounds", study.has_bounds()},
          {"seconds", effort.seconds},
          {"time", duration_text(effort.seconds)},
          {"rounds", effort.rounds},
          {"pace", effort.seconds > 0 ? rate_text(effort.rounds / effort.seconds) : ""},
          {"script", script_of(study, digest.partial() ? "" : digest.digest, headers)},
          {"headers", headers}};
}

}  // namespace

ordered_json report_data(const Results& study, const Catalogue& catalogue, const ReportOptions& options) {
  std::map<std::vector<std::int64_t>, std::size_t> checkpoints;  // checkpoint lists to their indices
  ordered_json cells = ordered_json::array();
  Effort effort;
  std::vector<std::optional<FinalMeans>> means;
  for (const CellLabel& cell : study.cells()) {
    const CellSummary& summary = study.summary(cell);
    means.push_back(FinalMeans{summary[Quantity::regret].mean, summary[Quantity::violation].mean});
    ordered_json data = cell_data(study, cell, summary, effort);
    data["checkpoints"] = checkpoints.emplace(cell.checkpoints, checkpoints.size()).first->second;
    cells.push_back(std::move(data));
  }
  std::vector<std::vector<std::int64_t>> rounds(checkpoints.size());
  for (const auto& [list, place] : checkpoints) rounds[place] = list;

  return {{"study", study_data(study, effort, options.headers)},
          {"swept", study.swept()},
          {"quantities", study.quantities().names()},
          {"checkpoints", rounds},
          {"cells", std::move(cells)},
          {"learners", learners_data(study_learners(study, catalogue, means))},
          {"summary", summary_data(study, catalogue)},
          {"paired", paired_data(study, options.baseline)},
          {"profiles", profiles_data(study)},
          {"trials", options.trials ? ordered_json(trials_csv(study)) : ordered_json()},
          {"ledger", ledger_data(study, catalogue)},
          {"knees", knees_data(study, catalogue)},
          {"diagnosis", diagnosis_data(study, catalogue)}};
}

}  // namespace regretta
