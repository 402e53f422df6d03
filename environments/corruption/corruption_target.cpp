#include "regretta/environments/corruption/corruption_target.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"

namespace regretta {

double Target::cost(std::span<const double> row, int num_arms) const {
  const double g = row[static_cast<std::size_t>(constraint * num_arms + arm)];
  if (partner < 0) return abs(value - g);
  return 2 * abs(row[static_cast<std::size_t>(constraint * num_arms + partner)] - g);
}

void Target::corrupt(std::span<double> row, int num_arms, double part) const {
  const auto moved = [part](double from, double to) {
    return part == 1 ? to : min(max(from + part * (to - from), -1.0), 1.0);  // clips rounding errors only
  };
  double& g = row[static_cast<std::size_t>(constraint * num_arms + arm)];
  if (partner < 0) {
    g = moved(g, value);
    return;
  }
  double& other = row[static_cast<std::size_t>(constraint * num_arms + partner)];
  const double was = g;
  g = moved(was, other);
  other = moved(other, was);
}

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
    if (mean_violation[static_cast<std::size_t>(e)] > feasibility_tolerance)
      targets.push_back({e / num_arms, e % num_arms, -1.0});
  if (targets.empty())
    throw InputError(
        "direction",
        "flatter needs an infeasible arm, but every arm satisfies every uncorrupted constraint on average; "
        "expected an arm with a positive mean violation, or another direction");
  return targets;
}

std::vector<Target> swap_targets(std::span<const double> mean_loss, std::span<const double> mean_violation,
                                 std::int64_t pairs) {
  const std::size_t K = mean_loss.size();
  std::vector<std::size_t> safe, unsafe;
  for (std::size_t a = 0; a < K; ++a) {
    bool violates = false;
    for (std::size_t e = a; e < mean_violation.size(); e += K) violates |= mean_violation[e] > feasibility_tolerance;
    (violates ? unsafe : safe).push_back(a);
  }
  if (safe.empty() || unsafe.empty())
    throw InputError("direction", fmt::format("swap needs two sides, but {} arm satisfies every uncorrupted constraint "
                                              "on average; expected both safe and unsafe arms, or another direction",
                                              safe.empty() ? "no" : "every"));
  const std::size_t most = std::min(safe.size(), unsafe.size());
  if (pairs > static_cast<std::int64_t>(most))
    throw InputError("pairs", fmt::format("{} pairs cannot be made of {} safe and {} unsafe arms; expected at most {} "
                                          "(0: as many as there are)",
                                          pairs, safe.size(), unsafe.size(), most));
  const auto by_loss = [&](std::size_t a, std::size_t b) { return mean_loss[a] < mean_loss[b]; };
  std::stable_sort(safe.begin(), safe.end(), by_loss);
  std::stable_sort(unsafe.begin(), unsafe.end(), by_loss);
  std::vector<Target> targets;
  for (std::size_t k = 0; k < (pairs == 0 ? most : static_cast<std::size_t>(pairs)); ++k)
    for (std::size_t i = 0; i < mean_violation.size() / K; ++i)
      targets.push_back({static_cast<int>(i), static_cast<int>(safe[k]), 0, static_cast<int>(unsafe[k])});
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
