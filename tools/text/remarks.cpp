#include "regretta/tools/text/remarks.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

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

std::string remark_on_single_arms(const Results& study) {
  std::map<std::pair<std::string, std::int64_t>, std::pair<bool, bool>> races;  // who meets: single arms, mixtures
  std::vector<std::string> names;
  for (const CellLabel& cell : study.cells()) {
    auto& [single, mixed] = races[{cell.environment, cell.horizon}];
    const Course course = study.course(cell);
    if (course == Course::unknown) continue;
    const bool is_single = is_on_one_arm(course);
    (is_single ? single : mixed) = true;
    if (is_single && std::ranges::find(names, cell.learner_name) == names.end()) names.push_back(cell.learner_name);
  }
  if (std::ranges::none_of(races, [](const auto& race) { return race.second.first && race.second.second; })) return "";
  const std::vector<PluginSpec>& measures = study.study().measures;
  const auto played = std::ranges::find(measures, "played-violation", &PluginSpec::kind) - measures.begin();
  return fmt::format(
      "Single arms: x_t of {} is on a single arm in every round (seen in trial 0, up to round {}), while other "
      "learners "
      "mix arms. V_T, the violation of x_t, is not comparable between the two, since a mixture of violating and safe "
      "arms can satisfy the constraints. {}.",
      fmt::join(names, ", "), grouped(watched_rounds),
      played < std::ssize(measures) ? fmt::format("Compare {} instead, the violation of the arms played",
                                                  study.quantities().measures()[static_cast<std::size_t>(played)].name)
                                    : "For a quantity that is, add measures = [\"played-violation\"] under [study]");
}

}  // namespace regretta
