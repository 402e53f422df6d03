#include "regretta/environments/corruption_target.hpp"

#include <algorithm>

#include "regretta/engine/trial/hindsight.hpp"

namespace regretta {

std::vector<Target> slander_targets(std::span<const double> mean_loss, std::span<const double> mean_violation) {
  const Optimum optimum = solve_optimum(mean_loss, mean_violation);
  if (!optimum.feasible)
    throw InputError(
        "direction",
        "slander needs an optimum to speak ill of, but no strategy satisfies the uncorrupted constraints on "
        "average; expected a feasible environment, or direction = \"target\" with an arm");
  const int num_arms = static_cast<int>(mean_loss.size());
  const int num_constraints = static_cast<int>(mean_violation.size() / mean_loss.size());
  std::vector<Target> targets;
  for (int i = 0; i < num_constraints; ++i)
    for (int a = 0; a < num_arms; ++a)
      if (optimum.strategy[static_cast<std::size_t>(a)] > 1e-9) targets.push_back({i, a, 1.0});
  return targets;
}

std::vector<Target> flatter_targets(std::span<const double> mean_violation, int num_arms) {
  std::vector<Target> targets;
  for (int e = 0; e < static_cast<int>(mean_violation.size()); ++e)
    if (mean_violation[static_cast<std::size_t>(e)] > 0) targets.push_back({e / num_arms, e % num_arms, -1.0});
  if (targets.empty())
    throw InputError(
        "direction",
        "flatter needs an infeasible arm, but every arm satisfies every uncorrupted constraint on average; "
        "expected an arm with a positive mean violation, or another direction");
  return targets;
}

std::vector<double> average_row(const MeanRows& rows, std::size_t width, std::int64_t horizon) {
  std::vector<std::int64_t> visits(static_cast<std::size_t>(rows.num_rows()));
  for (std::int64_t t = 1; t <= horizon;) {
    const std::int64_t last = std::min(rows.same_until(t), horizon);
    visits[static_cast<std::size_t>(rows.row_at(t))] += last - t + 1;
    t = last + 1;
  }
  std::vector<double> sum(width), row(width);
  for (std::size_t r = 0; r < visits.size(); ++r) {
    if (visits[r] == 0) continue;
    rows.read(static_cast<std::int64_t>(r), row);
    for (std::size_t e = 0; e < width; ++e) sum[e] += static_cast<double>(visits[r]) * row[e];
  }
  for (double& s : sum) s /= static_cast<double>(horizon);
  return sum;
}

}  // namespace regretta
