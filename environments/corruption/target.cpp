#include "regretta/environments/corruption/target.hpp"

#include <algorithm>

#include "regretta/engine/real/functions.hpp"

namespace regretta {
namespace {

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

}  // namespace

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

std::vector<double> average_losses(const Adversary& adversary) {
  return average_row(adversary.losses, static_cast<std::size_t>(adversary.num_arms), adversary.horizon);
}

std::vector<double> average_violations(const Adversary& adversary) {
  return average_row(adversary.violations, static_cast<std::size_t>(adversary.num_arms * adversary.num_constraints),
                     adversary.horizon);
}

}  // namespace regretta
