#include "regretta/tools/text/remarks.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/tools/text/human_text.hpp"

namespace regretta {

std::string remarks(const CellSummary& summary, std::int64_t planned, const std::vector<std::string>& more) {
  std::vector<std::string> texts;
  if (summary.trials < planned) texts.push_back(fmt::format("{} of {} trials", summary.trials, planned));
  if (summary.failed > 0) texts.push_back(fmt::format("{} failed", summary.failed));
  if (summary.infeasible > 0) texts.push_back(fmt::format("{} infeasible", summary.infeasible));
  const double rho = summary[Quantity::rho].mean;
  const double rho_pure = summary[Quantity::rho_pure].mean;
  if (rho <= 0) {
    texts.push_back(fmt::format("Slater fails: rho = {}", rounded(rho, 2)));
  } else if (rho_pure <= 0) {
    texts.push_back(fmt::format("no strictly safe arm: rho_pure = {}", rounded(rho_pure, 2)));
  }
  texts.insert(texts.end(), more.begin(), more.end());
  return fmt::format("{}", fmt::join(texts, "; "));
}

std::string remarks(const LedgerLine& line, std::int64_t planned) {
  std::vector<std::string> texts;
  if (!line.reason.empty()) texts.push_back(line.reason);
  if (const auto seen = line.trials + line.failed + line.infeasible + line.without_slater;
      line.trials > 0 && seen < planned)
    texts.push_back(fmt::format("{} of {} trials finished", seen, planned));
  if (line.failed > 0) texts.push_back(fmt::format("{} failed", line.failed));
  if (line.infeasible > 0) texts.push_back(fmt::format("{} infeasible", line.infeasible));
  if (line.without_slater > 0 && line.trials > 0) texts.push_back(fmt::format("{} with rho <= 0", line.without_slater));
  if (line.loosened > 0) texts.push_back(fmt::format("C only bounded above in {}", line.loosened));
  return fmt::format("{}", fmt::join(texts, "; "));
}

std::vector<std::string> remarks_on(const std::vector<MeanEstimate>& estimates, ModeSeen mode) {
  std::vector<std::string> texts;
  if (std::ranges::any_of(estimates, &MeanEstimate::is_few)) texts.emplace_back("few trials");
  if (mode == ModeSeen::here) texts.emplace_back("rare mode");
  if (mode == ModeSeen::elsewhere) texts.emplace_back("rare mode elsewhere");
  return texts;
}

std::string trials_needed(const ComparisonLine& line) {
  constexpr double most_trials = 1e9;
  const bool is_open = standing_of(line.difference) == Standing::not_separated;
  return is_open && line.trials_to_show <= most_trials ? grouped_text(rounded(line.trials_to_show, 2)) : "";
}

namespace {

/// Ascending numbers as ranges: "0, 4 to 7".
std::string ranges_text(const std::vector<std::int64_t>& numbers) {
  std::vector<std::string> ranges;
  for (std::size_t k = 0, end = 0; k < numbers.size(); k = end) {
    for (end = k + 1; end < numbers.size() && numbers[end] == numbers[end - 1] + 1;) ++end;
    ranges.push_back(end == k + 1 ? fmt::format("{}", numbers[k])
                                  : fmt::format("{} to {}", numbers[k], numbers[end - 1]));
  }
  return fmt::format("{}", fmt::join(ranges, ", "));
}

/// The cells that share the trials of other cells; "" if there are none.
std::string repeated_cells_text(const Results& study) {
  std::vector<std::int64_t> cells, firsts;
  for (const CellLabel& cell : study.cells())
    if (const std::int64_t first = study.layout().first_equal(cell.cell); first != cell.cell) {
      cells.push_back(cell.cell);
      firsts.push_back(first);
    }
  if (cells.empty()) return "";
  std::ranges::sort(firsts);
  firsts.erase(std::unique(firsts.begin(), firsts.end()), firsts.end());
  return fmt::format(
      "Cells {} have the settings of cells {} (a corruption of budget 0 is none): both are played once, and count "
      "once where cells are compared.",
      ranges_text(cells), ranges_text(firsts));
}

/// Which values of the constraints count in corrupted rounds; "" without corruption, or if uncorrupted values are
/// measured too.
std::string corruption_text(const Results& study) {
  const auto corrupts = [](const PluginSpec& environment) { return environment.settings.contains("corruption"); };
  const auto measured = [](const PluginSpec& measure) { return measure.kind.starts_with("uncorrupted-"); };
  if (std::ranges::none_of(study.study().environments, corrupts) ||
      std::ranges::any_of(study.study().measures, measured))
    return "";
  return "In corrupted rounds the corrupted values count. If only a sensor errs there: measures = "
         "[\"uncorrupted-regret\", \"uncorrupted-violation\"].";
}

/// Says that V_T does not compare learners that play one arm in every round with learners that mix arms; "" if no
/// setting has both.
std::string remark_on_single_arms(const Results& study) {
  std::map<std::pair<std::string, std::int64_t>, std::pair<bool, bool>> settings;  // have single arms, mixtures
  std::vector<std::string> names;
  for (const CellLabel& cell : study.cells()) {
    auto& [single, mixed] = settings[{cell.environment, cell.horizon}];
    const ArmsPlayed arms = study.arms_played(cell);
    if (arms == ArmsPlayed::unknown) continue;
    const bool is_single = arms == ArmsPlayed::one;
    (is_single ? single : mixed) = true;
    if (is_single && std::ranges::find(names, cell.learner_name) == names.end()) names.push_back(cell.learner_name);
  }
  if (std::ranges::none_of(settings, [](const auto& has) { return has.second.first && has.second.second; })) return "";
  const std::vector<PluginSpec>& measures = study.study().measures;
  const auto played = std::ranges::find(measures, "played-violation", &PluginSpec::kind) - measures.begin();
  return fmt::format(
      "{} one arm in every round, the others mix arms, and a mixture can keep a constraint that its arms violate: "
      "compare {}.",
      fmt::format("{} {}", fmt::join(names, ", "), names.size() == 1 ? "plays" : "play"),
      played < std::ssize(measures) ? study.quantities().measures()[static_cast<std::size_t>(played)].name
                                    : "the violation of the arms played, measures = [\"played-violation\"]");
}

}  // namespace

std::vector<std::string> remarks_on_study(const Results& study) {
  std::vector<std::string> texts = {remark_on_single_arms(study), corruption_text(study), repeated_cells_text(study)};
  std::erase(texts, "");
  return texts;
}

}  // namespace regretta
