#include "regretta/environments/corruption/directions.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace regretta {
namespace {

std::vector<double> average_row(const MeanRows& rows, std::size_t width, std::int64_t horizon) {
  std::vector<std::int64_t> row_rounds(static_cast<std::size_t>(rows.num_rows()));
  for_each_run(rows, 0, horizon,
               [&](std::int64_t row, std::int64_t rounds) { row_rounds[static_cast<std::size_t>(row)] += rounds; });
  std::vector<double> sum(width), row(width);
  for (std::size_t r = 0; r < row_rounds.size(); ++r) {
    if (row_rounds[r] == 0) continue;
    rows.read(static_cast<std::int64_t>(r), row);
    for (std::size_t e = 0; e < width; ++e) sum[e] += static_cast<double>(row_rounds[r]) * row[e];
  }
  for (double& value : sum) value /= static_cast<double>(horizon);
  return sum;
}

}  // namespace

double Target::cost(std::span<const double> row, int num_arms) const {
  const double g = row[static_cast<std::size_t>(constraint * num_arms + arm)];
  if (partner < 0) return abs(value - g);
  return 2 * abs(row[static_cast<std::size_t>(constraint * num_arms + partner)] - g);
}

void Target::corrupt(std::span<double> row, int num_arms, double fraction) const {
  const auto moved = [fraction](double from, double to) {
    return fraction == 1 ? to : min(max(from + fraction * (to - from), -1.0), 1.0);  // clips rounding errors only
  };
  double& g = row[static_cast<std::size_t>(constraint * num_arms + arm)];
  if (partner < 0) {
    g = moved(g, value);
    return;
  }
  double& partner_g = row[static_cast<std::size_t>(constraint * num_arms + partner)];
  const double old_g = g;
  g = moved(old_g, partner_g);
  partner_g = moved(partner_g, old_g);
}

std::vector<double> average_losses(const Adversary& adversary) {
  return average_row(adversary.losses, static_cast<std::size_t>(adversary.num_arms), adversary.horizon);
}

std::vector<double> average_violations(const Adversary& adversary) {
  return average_row(adversary.violations, static_cast<std::size_t>(adversary.num_arms * adversary.num_constraints),
                     adversary.horizon);
}

std::vector<Target> Swap::targets(const Adversary& adversary) const {
  const std::vector<double> loss = average_losses(adversary), violation = average_violations(adversary);
  const std::size_t K = loss.size();
  std::vector<std::size_t> safe, unsafe;
  for (std::size_t a = 0; a < K; ++a) {
    bool violates = false;
    for (std::size_t e = a; e < violation.size(); e += K) violates |= violation[e] > feasibility_tolerance;
    (violates ? unsafe : safe).push_back(a);
  }
  if (safe.empty() || unsafe.empty())
    throw InputError("direction", fmt::format("swap needs two sides, but {} arm satisfies every uncorrupted constraint "
                                              "on average; expected both safe and unsafe arms, or another direction",
                                              safe.empty() ? "no" : "every"));
  const auto max_pairs = static_cast<std::int64_t>(std::min(safe.size(), unsafe.size()));
  if (pairs > max_pairs)
    throw InputError("pairs", fmt::format("{} pairs cannot be made of {} safe and {} unsafe arms; expected at most "
                                          "{} (0: as many as there are)",
                                          pairs, safe.size(), unsafe.size(), max_pairs));
  const auto by_loss = [&](std::size_t a, std::size_t b) { return loss[a] < loss[b]; };
  std::stable_sort(safe.begin(), safe.end(), by_loss);
  std::stable_sort(unsafe.begin(), unsafe.end(), by_loss);
  std::vector<Target> targets;
  for (std::size_t k = 0; k < static_cast<std::size_t>(pairs == 0 ? max_pairs : pairs); ++k)
    for (int i = 0; i < adversary.num_constraints; ++i)
      targets.push_back({i, static_cast<int>(safe[k]), 0, static_cast<int>(unsafe[k])});
  return targets;
}

}  // namespace regretta
