#include "regretta/environments/measures/regrets.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/engine/trial/hindsight/simplex.hpp"
#include "regretta/engine/trial/hindsight/visits.hpp"

namespace regretta {
namespace {

/// The row that `strategy` violates most; `count` if it violates none.
std::size_t most_violated(std::span<const double> rows, std::size_t count, std::span<const double> strategy) {
  std::size_t worst = count;
  double most = feasibility_tolerance;
  for (std::size_t r = 0; r < count; ++r) {
    double violation = 0;
    for (std::size_t a = 0; a < strategy.size(); ++a) violation += rows[r * strategy.size() + a] * strategy[a];
    if (violation <= most) continue;
    most = violation;
    worst = r;
  }
  return worst;
}

Optimum best_on(std::span<const double> loss, std::span<const double> rows, const std::vector<std::size_t>& active) {
  std::vector<double> chosen;
  for (const std::size_t r : active) {
    const auto row = rows.subspan(r * loss.size(), loss.size());
    chosen.insert(chosen.end(), row.begin(), row.end());
  }
  return solve_optimum(loss, chosen);
}

}  // namespace

double best_of_round(std::span<const double> loss, std::span<const double> violation) {
  return solve_optimum(loss, violation).value;
}

std::vector<double> dynamic_benchmarks(const CellWork& work) {
  const Adversary& adversary = *work.adversary;
  const auto K = static_cast<std::size_t>(adversary.num_arms);
  std::vector<double> loss(K), violation(K * static_cast<std::size_t>(adversary.num_constraints)), sums;
  std::map<std::pair<std::int64_t, std::int64_t>, double> known;  // by pairs of rows
  constexpr std::size_t most_known = std::size_t{1} << 16;        // all are forgotten where an adversary has more
  const auto best_at = [&](std::int64_t t) {
    const std::pair rows{adversary.losses.row_at(t), adversary.violations.row_at(t)};
    if (const auto found = known.find(rows); found != known.end()) return found->second;
    if (known.size() == most_known) known.clear();
    adversary.losses.read(rows.first, loss);
    adversary.violations.read(rows.second, violation);
    return known[rows] = best_of_round(loss, violation);
  };
  Twofold sum;
  std::int64_t t = 0;
  for (const std::int64_t checkpoint : work.checkpoints) {
    while (t < checkpoint) {
      const std::int64_t until =
          std::min({checkpoint, adversary.losses.same_until(t + 1), adversary.violations.same_until(t + 1)});
      accumulate(sum, best_at(t + 1), static_cast<double>(until - t));
      t = until;
    }
    sums.push_back(sum.hi);
  }
  return sums;
}

double best_within(std::span<const double> loss, std::span<const double> rows, std::vector<std::size_t>& active) {
  const std::size_t count = rows.size() / loss.size();
  if (active.empty() && count > 0) active.push_back(0);
  while (true) {
    const Optimum optimum = best_on(loss, rows, active);
    if (!optimum.feasible) return not_a_number;
    const std::size_t worst = most_violated(rows, count, optimum.strategy);
    if (worst == count || std::ranges::find(active, worst) != active.end()) return optimum.value;
    active.push_back(worst);
  }
}

std::vector<double> safe_benchmarks(const CellWork& work) {
  const Adversary& adversary = *work.adversary;
  const auto K = static_cast<std::size_t>(adversary.num_arms);
  const std::size_t width = K * static_cast<std::size_t>(adversary.num_constraints);
  Visits losses(adversary.losses, K);
  std::vector<double> best, row(width), rows;
  std::vector<std::size_t> active;
  std::vector<bool> seen(static_cast<std::size_t>(adversary.violations.num_rows()));
  std::int64_t t = 0;
  for (const std::int64_t checkpoint : work.checkpoints) {
    for (; t < checkpoint; t = adversary.violations.same_until(t + 1)) {
      const std::int64_t r = adversary.violations.row_at(t + 1);
      if (seen[static_cast<std::size_t>(r)]) continue;
      seen[static_cast<std::size_t>(r)] = true;
      adversary.violations.read(r, row);
      rows.insert(rows.end(), row.begin(), row.end());
    }
    losses.advance(checkpoint);
    best.push_back(best_within(losses.mean(), rows, active) * static_cast<double>(checkpoint));
  }
  return best;
}

}  // namespace regretta
