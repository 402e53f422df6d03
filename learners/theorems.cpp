#include "regretta/learners/theorems.hpp"

namespace regretta {
namespace {

/// The symbols of the theorems, in the notation of learners/ALGORITHMS.md.
struct Terms {
  explicit Terms(const Problem& p)
      : T(static_cast<double>(p.horizon)), K(p.num_arms), delta(p.delta), L(p.log_term()), log2_T(log(T) / log(2.0)) {}
  double T, K, delta, L, log2_T;
};

Bound bound_if(bool applies, double value, double failure_probability) {
  return {.value = applies ? value : not_a_number, .failure_probability = failure_probability, .applies = applies};
}

/// The violation bound of ConOMD-FS and ConOMD-FS-IX, which observe the violations of all arms.
double violation_full(const Terms& s, double C) { return 2 + 2 * C + C * log(s.T) + 16 * sqrt(s.T * s.L); }

}  // namespace

Bound conomd_fs_bound(Quantity quantity, const Problem& problem, const BoundTerms& terms) {
  const Terms s(problem);
  const double C = terms.corruption, rho = terms.rho;
  if (quantity == Quantity::violation) return bound_if(rho > 0, violation_full(s, C), s.delta);
  if (quantity != Quantity::regret) return {};
  const double regret =
      4 * s.log2_T * sqrt(s.T * log(s.K * s.T)) + 2 * C / rho * s.log2_T + 4 * sqrt(s.T * log(s.T * s.K / s.delta));
  return bound_if(rho > 0, regret, 3 * s.delta);
}

Bound conomd_fs_ix_bound(Quantity quantity, const Problem& problem, const BoundTerms& terms) {
  const Terms s(problem);
  const double C = terms.corruption, rho = terms.rho;
  if (quantity == Quantity::violation) return bound_if(rho > 0, violation_full(s, C), s.delta);
  if (quantity != Quantity::regret) return {};
  const double regret = s.K * s.log2_T * log(s.log2_T * s.K / s.delta) +
                        11 * s.log2_T * log(s.K * s.log2_T / s.delta) * sqrt(s.K * s.T * log(s.T * s.K / s.delta)) +
                        2 * C / rho * s.log2_T;
  return bound_if(rho > 0, regret, 6 * s.delta);
}

Bound expopt_conomd_bound(Quantity quantity, const Problem& problem, double beta, const BoundTerms& terms) {
  const Terms s(problem);
  const double C = terms.corruption, rho = terms.rho_pure;
  const double explored = s.K * (pow(s.T, beta) + 1);
  if (quantity == Quantity::violation)
    return bound_if(rho > 0, 1 + explored + C + s.K * C + s.K * C * log(s.T) + 30 * sqrt(s.K * s.T * s.L), 3 * s.delta);
  if (quantity != Quantity::regret) return {};
  const double KT = s.K * s.T;
  const double regret = explored + 3 * sqrt(KT * log(KT)) + s.K * log(s.K / s.delta) +
                        5 * sqrt(s.T * log(s.T * s.K / s.delta)) + sqrt(KT) * log(s.K / s.delta) +
                        2 * C / rho * pow(s.T, 1 - beta);
  return bound_if(rho > 0, regret, 6 * s.delta);
}

Bound coco_bound(Quantity quantity, const Problem& problem, double lipschitz_scale, const BoundTerms& terms) {
  const Terms s(problem);
  const double GD = lipschitz_scale * sqrt(2 * s.K);
  Bound bound{.is_certain = true,
              .unless = terms.is_noisy ? "its theorem is about observed values, which have noise"
                                       : "no strategy is feasible in every round: rho < 0"};
  bound.applies = !terms.is_noisy && terms.rho >= 0;
  if (quantity == Quantity::regret) {
    bound.measure = "safe_regret";
    if (bound.applies) bound.value = 2 * GD * (sqrt(s.T) + 1);
  } else if (quantity == Quantity::violation) {
    bound.measure = "summed_violation";
    if (bound.applies) bound.value = 4 * GD * log(2 * (1 + 2 * s.T)) * sqrt(s.T);
  } else {
    return {};
  }
  return bound;
}

}  // namespace regretta
