#include "regretta/learners/theorems.hpp"

namespace regretta {
namespace {

/// The symbols of the theorems.
struct Terms {
  explicit Terms(const Problem& p)
      : T(static_cast<double>(p.horizon)), K(p.num_arms), delta(p.delta), L(p.log_term()), log2_T(log(T) / log(2.0)) {}
  double T, K, delta, L, log2_T;
};

double violation_full(const Terms& s, double C) { return 2 + 2 * C + C * log(s.T) + 16 * sqrt(s.T * s.L); }

}  // namespace

TheoremBounds conomd_fs_bounds(const Problem& problem, double C, double rho) {
  const Terms s(problem);
  TheoremBounds bounds;
  if (rho > 0)
    bounds.regret =
        4 * s.log2_T * sqrt(s.T * log(s.K * s.T)) + 2 * C / rho * s.log2_T + 4 * sqrt(s.T * log(s.T * s.K / s.delta));
  bounds.regret_failure = 3 * s.delta;
  bounds.violation = violation_full(s, C);
  bounds.violation_failure = s.delta;
  return bounds;
}

TheoremBounds conomd_fs_ix_bounds(const Problem& problem, double C, double rho) {
  const Terms s(problem);
  TheoremBounds bounds;
  if (rho > 0)
    bounds.regret = s.K * s.log2_T * log(s.log2_T * s.K / s.delta) +
                    11 * s.log2_T * log(s.K * s.log2_T / s.delta) * sqrt(s.K * s.T * log(s.T * s.K / s.delta)) +
                    2 * C / rho * s.log2_T;
  bounds.regret_failure = 6 * s.delta;
  bounds.violation = violation_full(s, C);
  bounds.violation_failure = s.delta;
  return bounds;
}

TheoremBounds expopt_conomd_bounds(const Problem& problem, double beta, double C, double rho_pure) {
  const Terms s(problem);
  const double explored = s.K * (pow(s.T, beta) + 1);
  const double KT = s.K * s.T;
  TheoremBounds bounds;
  if (rho_pure > 0)
    bounds.regret = explored + 3 * sqrt(KT * log(KT)) + s.K * log(s.K / s.delta) +
                    5 * sqrt(s.T * log(s.T * s.K / s.delta)) + sqrt(KT) * log(s.K / s.delta) +
                    2 * C / rho_pure * pow(s.T, 1 - beta);
  bounds.regret_failure = 6 * s.delta;
  bounds.violation = 1 + explored + C + s.K * C + s.K * C * log(s.T) + 30 * sqrt(s.K * s.T * s.L);
  bounds.violation_failure = 3 * s.delta;
  return bounds;
}

}  // namespace regretta
