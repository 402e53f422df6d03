#include "regretta/tools/text/remarks.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/evidence/comparison/contest.hpp"
#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {

std::string remarks(const CellSummary& summary, std::int64_t planned, const std::vector<std::string>& more) {
  std::vector<std::string> all;
  if (summary.trials < planned) all.push_back(fmt::format("{} of {} trials", summary.trials, planned));
  if (summary.failed > 0) all.push_back(fmt::format("{} failed", summary.failed));
  if (summary.infeasible > 0) all.push_back(fmt::format("{} infeasible", summary.infeasible));
  const double rho = summary[Quantity::rho].mean;
  const double rho_pure = summary[Quantity::rho_pure].mean;
  if (rho <= 0) {
    all.push_back(fmt::format("Slater fails: rho = {}", rounded(rho, 2)));
  } else if (rho_pure <= 0) {
    all.push_back(fmt::format("no strictly safe arm: rho_pure = {}", rounded(rho_pure, 2)));
  }
  all.insert(all.end(), more.begin(), more.end());
  return fmt::format("{}", fmt::join(all, "; "));
}

std::string remarks(const LedgerLine& line, std::int64_t planned) {
  std::vector<std::string> all;
  if (!line.reason.empty()) all.push_back(line.reason);
  if (const auto seen = line.trials + line.failed + line.infeasible + line.without_slater;
      line.trials > 0 && seen < planned)
    all.push_back(fmt::format("{} of {} trials finished", seen, planned));
  if (line.failed > 0) all.push_back(fmt::format("{} failed", line.failed));
  if (line.infeasible > 0) all.push_back(fmt::format("{} infeasible", line.infeasible));
  if (line.without_slater > 0 && line.trials > 0) all.push_back(fmt::format("{} with rho <= 0", line.without_slater));
  if (line.loosened > 0) all.push_back(fmt::format("C only bounded above in {}", line.loosened));
  return fmt::format("{}", fmt::join(all, "; "));
}

std::vector<std::string> remarks_on(const std::vector<MeanEstimate>& estimates, ModeSeen mode) {
  std::vector<std::string> all;
  if (std::ranges::any_of(estimates, &MeanEstimate::is_few)) all.emplace_back("few trials");
  if (mode == ModeSeen::here) all.emplace_back("rare mode");
  if (mode == ModeSeen::elsewhere) all.emplace_back("rare mode elsewhere");
  return all;
}

double trials_for_5_percent(const MeanEstimate& estimate, std::int64_t trials) {
  if (estimate.is_exact) return 0;
  const double half = (estimate.interval.high - estimate.interval.low) / 2;
  const double times = half / (0.05 * estimate.mean);
  return static_cast<double>(trials) * times * times;
}

std::string precision_text(const std::vector<double>& needed, std::int64_t trials) {
  const auto known_by = [&](std::int64_t n) {
    return std::ranges::count_if(needed, [=](double own) { return own <= static_cast<double>(n); });
  };
  if (known_by(trials) == std::ssize(needed)) return "";
  return fmt::format(
      "{} of {} have a half-width of at most 5% of themselves; about {} would do for {} of them, and {} for {}.",
      grouped(known_by(trials)), counted(std::ssize(needed), "mean"), counted(4 * trials, "trial"),
      grouped(known_by(4 * trials)), grouped(16 * trials), grouped(known_by(16 * trials)));
}

std::string trials_needed(const ComparisonLine& line) {
  constexpr double most = 1e9;
  const Standing standing = standing_of(line.difference);
  const double trials = is_unless_rare(standing) ? line.trials_to_settle : line.trials_to_see;
  const bool is_open = is_unless_rare(standing) || standing == Standing::not_separated;
  return is_open && trials <= most ? grouped_text(rounded(trials, 2)) : "";
}

std::string remark_on_stop_rule(const Results& study) {
  if (!study.has_stop_rule()) return "";
  return fmt::format(
      "A stop rule chose the number of trials. What is said of differences, ranks and the best allows for its {:g} "
      "looks; the intervals of single means do not.",
      looks_of(study));
}

std::string remark_on_single_arms(const Results& study) {
  std::map<std::pair<std::string, std::int64_t>, std::pair<bool, bool>> races;  // who meets: single arms, mixtures
  std::vector<std::string> names;
  for (const CellLabel& cell : study.cells()) {
    auto& [single, mixed] = races[{cell.environment, cell.horizon}];
    const ArmsPlayed arms = study.arms_played(cell);
    if (arms == ArmsPlayed::unknown) continue;
    const bool is_single = arms == ArmsPlayed::one;
    (is_single ? single : mixed) = true;
    if (is_single && std::ranges::find(names, cell.learner_name) == names.end()) names.push_back(cell.learner_name);
  }
  if (std::ranges::none_of(races, [](const auto& race) { return race.second.first && race.second.second; })) return "";
  const std::vector<PluginSpec>& measures = study.study().measures;
  const auto played = std::ranges::find(measures, "played-violation", &PluginSpec::kind) - measures.begin();
  return fmt::format(
      "Single arms: x_t of {} is on a single arm in every round (seen in trial 0, in at most its first {} rounds), "
      "while other learners mix arms. V_T, the violation of x_t, is not comparable between the two, since a mixture of "
      "violating and safe "
      "arms can satisfy the constraints. {}.",
      fmt::join(names, ", "), grouped(watched_rounds),
      played < std::ssize(measures) ? fmt::format("Compare {} instead, the violation of the arms played",
                                                  study.quantities().measures()[static_cast<std::size_t>(played)].name)
                                    : "For a quantity that is, add measures = [\"played-violation\"] under [study]");
}

}  // namespace regretta
