#include "regretta/engine/trial/hindsight/hindsight.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <stdexcept>
#include <string>

#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/engine/trial/hindsight/simplex.hpp"
#include "regretta/engine/trial/hindsight/visits.hpp"

namespace regretta {
namespace {

/// The least widening of a constraint set that is feasible only within the tolerance. With less, rounding in A would
/// decide which of its points remain.
constexpr double smallest_slack = 1e-12;

/// If the multipliers sum to this or more, differences in A below the tolerance decide the optimum.
constexpr double ill_posed_total = 1 / feasibility_tolerance;

/// Solves the program with A x <= slack through its dual: max mu s.t. mu - sum_i lambda_i (A_i(a) - slack) <= c(a) for
/// every arm, mu, lambda >= 0. Since c >= 0, the origin is feasible; x is read off as the multipliers of the arms'
/// rows. Returns false if the dual is unbounded (no such x exists) or rounding has spoilt the certificate.
bool solve_with_slack(std::span<const double> c, std::span<const double> A, double slack, Optimum& optimum) {
  const std::size_t K = c.size();
  const std::size_t m = A.size() / K;
  Simplex simplex(c);
  std::vector<DoubleDouble> column(K, {1, 0});
  simplex.add_column(column, 1);  // mu
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t a = 0; a < K; ++a) column[a] = exact_sum(slack, -A[i * K + a]);
    simplex.add_column(column, 0);  // lambda_i
  }
  if (simplex.solve() != Simplex::Outcome::optimal) return false;

  optimum.value = simplex.value().hi;
  // The multipliers sum to more than 1 only if mu = 0; then the cost is 0 and may be scaled.
  optimum.strategy = proportions(simplex.multipliers());
  const std::vector<DoubleDouble> z = simplex.solution();
  optimum.multipliers.resize(m);
  double scale = 1;
  for (std::size_t i = 0; i < m; ++i) {
    optimum.multipliers[i] = std::max(0.0, z[i + 1].hi);
    scale += optimum.multipliers[i];
  }

  constexpr double rounding = 1e-13;  // allowed error of the certificate, relative to `scale`
  for (std::size_t i = 0; i < m; ++i) {
    double violation = 0;
    for (std::size_t a = 0; a < K; ++a) violation += A[i * K + a] * optimum.strategy[a];
    if (!(violation <= slack + rounding)) return false;
  }
  for (std::size_t a = 0; a < K; ++a) {
    double cost = c[a];
    for (std::size_t i = 0; i < m; ++i) cost += optimum.multipliers[i] * (A[i * K + a] - slack);
    if (!(cost >= optimum.value - rounding * scale)) return false;
  }
  return true;
}

}  // namespace

Optimum solve_optimum(std::span<const double> c, std::span<const double> A) {
  assert(!c.empty() && A.size() % c.size() == 0);
  Optimum optimum;
  bool solved = solve_with_slack(c, A, 0, optimum);
  if (solved) {
    double multiplier_sum = 0;
    for (const double lambda : optimum.multipliers) multiplier_sum += lambda;
    solved = multiplier_sum < ill_posed_total;
  }
  if (!solved) {  // infeasible, or barely feasible: try within the tolerance
    const double least = std::max(0.0, solve_minimax(A, static_cast<int>(c.size())).value);
    if (least <= feasibility_tolerance)
      for (double slack = smallest_slack; !solved && slack < 2 * feasibility_tolerance; slack *= 10)
        solved = solve_with_slack(c, A, least + slack, optimum);
  }
  if (!solved) return {.feasible = false, .value = not_a_number, .strategy = {}, .multipliers = {}};
  optimum.feasible = true;
  return optimum;
}

Minimax solve_minimax(std::span<const double> A, int num_arms) {
  const auto K = static_cast<std::size_t>(num_arms);
  assert(num_arms >= 1 && !A.empty() && A.size() % K == 0);
  const auto num_rows = static_cast<std::int64_t>(A.size() / K);
  return minimax_over_rows(num_rows, num_arms, [&](std::int64_t r) { return &A[static_cast<std::size_t>(r) * K]; });
}

namespace {

/// Fills in the medians, the corruption around them, both margins and the safe arm, from the visited violation rows.
void describe_violations(VisitedRows& visited, int num_arms, CellFacts& facts) {
  const auto K = static_cast<std::size_t>(num_arms);
  const std::size_t m = visited.width() / K;
  facts.median_violation.resize(m * K);
  std::vector<DoubleDouble> corruption(m);
  std::vector<double> worst(m * K, -infinity);  // max over t of every entry
  visited.for_each_column([&](std::size_t entry, std::span<const double> values) {
    const double median = visited.lower_median(values);
    facts.median_violation[entry] = median;
    DoubleDouble& sum = corruption[entry / K];
    for (std::size_t k = 0; k < values.size(); ++k) {
      accumulate(sum, static_cast<double>(visited.count(k)),
                 values[k] < median ? median - values[k] : values[k] - median);
      worst[entry] = std::max(worst[entry], values[k]);
    }
  });
  for (const DoubleDouble& sum : corruption) facts.corruption_per_constraint.push_back(sum.hi);
  facts.corruption = *std::max_element(facts.corruption_per_constraint.begin(), facts.corruption_per_constraint.end());

  double least = infinity;
  for (std::size_t a = 0; a < K; ++a) {
    double greatest = -infinity;
    for (std::size_t i = 0; i < m; ++i) greatest = std::max(greatest, worst[i * K + a]);
    if (greatest >= least) continue;
    least = greatest;
    facts.safe_arm = static_cast<int>(a);
  }
  facts.rho_pure = 0.0 - least;  // -least could be -0
  for (std::size_t i = 0; i < m; ++i)
    facts.safe_arm_violation.push_back(worst[i * K + static_cast<std::size_t>(facts.safe_arm)]);
  const auto num_rows = static_cast<std::int64_t>(visited.size() * m);
  const Minimax minimax = minimax_over_rows(num_rows, num_arms, [&](std::int64_t r) {
    const auto row = static_cast<std::size_t>(r);
    return visited.read(row / m) + row % m * K;
  });
  facts.rho = std::max(facts.rho_pure, 0.0 - minimax.value);
}

void require_increasing(const std::vector<std::int64_t>& checkpoints, std::int64_t horizon) {
  std::int64_t previous = 0;
  for (const std::int64_t t : checkpoints) {
    if (t <= previous || t > horizon) {
      throw std::invalid_argument("checkpoint " + std::to_string(t) + " after " + std::to_string(previous) +
                                  " (checkpoints must increase within 1.." + std::to_string(horizon) + ")");
    }
    previous = t;
  }
}

}  // namespace

CellFacts compute_facts(const Adversary& adversary, const std::vector<std::int64_t>& checkpoints) {
  require_increasing(checkpoints, adversary.horizon);
  const auto K = static_cast<std::size_t>(adversary.num_arms);
  const auto m = static_cast<std::size_t>(adversary.num_constraints);
  CellFacts facts;
  facts.checkpoints = checkpoints;

  Visits violations(adversary.violations, m * K);
  {
    Visits losses(adversary.losses, K);
    const auto optimum_until = [&](std::int64_t t) {
      losses.advance(t);
      violations.advance(t);
      facts.mean_loss = losses.mean();
      facts.mean_violation = violations.mean();
      return solve_optimum(facts.mean_loss, facts.mean_violation);
    };
    for (const std::int64_t t : checkpoints) {
      facts.optimum = optimum_until(t);
      facts.opt.push_back(facts.optimum.value * static_cast<double>(t));
    }
    if (checkpoints.empty() || checkpoints.back() != adversary.horizon)
      facts.optimum = optimum_until(adversary.horizon);
  }
  VisitedRows visited(violations);
  describe_violations(visited, adversary.num_arms, facts);
  facts.safe_arm_loss = facts.mean_loss[static_cast<std::size_t>(facts.safe_arm)];
  facts.optimal_strategy = facts.optimum.strategy;
  return facts;
}

}  // namespace regretta
