#pragma once
/// The learners `optlp` and `ns-lp`, which play the solution of a linear program over optimistic estimates, and their
/// common base. Bandit feedback.

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/learners/math/kl_problem.hpp"
#include "regretta/learners/math/linear_program.hpp"
#include "regretta/learners/math/one_arm.hpp"
#include "regretta/learners/math/optimistic_indices.hpp"

namespace regretta {

/// Base class of this family: x_t minimises (lhat - width_l)'x over the strategies with (ghat - width_g) x <= 0, where
/// lhat and ghat are means over rounds 1..t-1. Ties are broken at random.
template <class Real>
class LpOfIndices {
 public:
  using Feedback = BanditFeedback<Real>;

  LpOfIndices(const Problem& problem, const IndexWidth& loss, const IndexWidth& violation, double corruption = 0)
      : corruption_(corruption),
        indices_(problem.num_arms, problem.num_constraints, loss, violation),
        program_(problem.num_arms, problem.num_constraints),
        x_(Vector<Real>::Constant(problem.num_arms, Real(0.0))) {
    for (int a = 0; a < problem.num_arms; ++a) indices_.start(a, corruption);
  }

  /// Computes x_1 in round 1; breaks ties of x_t in every round.
  void draw(const Randomness<Real>& random) {
    if (!is_solved_) solve();
    if (!any(tied_ > Real(0.0))) return;
    program_.choose_among_twins(indices_.costs(), indices_.rows(), random, TieOrder<Real>::purpose, x_);
  }
  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback& round) {
    update(round);
    optimise();
  }

  void show(Internals& shown) const { indices_.show(shown); }
  Reported<Real> reported() const { return counts_.reported(); }

 protected:
  void update(const Feedback& round) { indices_.observe(round, round.arm(), Real(corruption_)); }
  void optimise() {
    const LpOutcome<Real> outcome = solve();
    counts_.add(outcome);
    tied_ = select(outcome.tied, Real(1.0), Real(0.0));
  }
  OptimisticIndices<Real>& indices() { return indices_; }
  const OptimisticIndices<Real>& indices() const { return indices_; }

 private:
  LpOutcome<Real> solve() {
    is_solved_ = true;
    return program_.solve(indices_.costs(), indices_.rows(), x_);
  }

  double corruption_;
  OptimisticIndices<Real> indices_;
  LinearProgram<Real> program_;
  bool is_solved_ = false;
  Real tied_{1.0};  // 1 where arms may tie in x_t
  Vector<Real> x_;
  ProjectionCounts<Real> counts_;
};

struct OptLpParams {
  double confidence_scale = 1;

  static void fields(auto& p, auto&& visit) {
    visit("confidence_scale", p.confidence_scale, Range{0, 1e6},
          "multiplies the confidence widths: sqrt(ln(2K(m+1)T / delta) / (2N)) for losses, twice that for violations "
          "(the same if constraints are costs)");
  }
};

/// OptLP: OptCMDP (Efroni, Mannor, Pirotta 2020) reduced to one state. The reduction and the constants of the widths
/// are a reconstruction. Arms not yet played count as one pull with mean 0.
template <class Real>
class OptLp : public LpOfIndices<Real> {
 public:
  using Params = OptLpParams;

  OptLp(const Problem& problem, const Params& params)
      : LpOfIndices<Real>(problem, {.root = root(problem, params)},
                          {.root = problem.violation_width() * root(problem, params)}) {}

 private:
  static double root(const Problem& p, const Params& params) {
    const double num_events = 2.0 * p.num_arms * (p.num_constraints + 1.0) * static_cast<double>(p.horizon);
    return params.confidence_scale * sqrt(log(num_events / p.delta) / 2);
  }
};

/// Confidence widths of NS-SOPS, with L = ln(TKm / delta): sqrt(L / (2N)), at most 1, for losses. Those of
/// violations are range times as wide (range is 2, or 1 for costs). Corruption adds C/N to both, and C/T to violations.
struct NsWidths {
  IndexWidth loss, violation;
  NsWidths(const Problem& problem, double scale) {
    const double root = scale * sqrt(problem.log_term() / 2);
    loss = {.root = root, .cap = 1};
    const double range = problem.violation_width();
    violation = {.root = range * root, .cap = range, .tail = 1 / static_cast<double>(problem.horizon)};
  }
};

struct NsLpParams {
  double confidence_scale = 1;
  NumberOrMeasured corruption{.measured = true, .value = 0};

  static void fields(auto& p, auto&& visit) {
    visit("confidence_scale", p.confidence_scale, Range{0, 1e6},
          "multiplies the confidence width sqrt(L / (2N)) of losses, with L = ln(TKm / delta); the product is at most "
          "1. For violations it is doubled (not if constraints are costs). C is added afterwards");
    visit("corruption", p.corruption, Range{0, 1e18},
          "C >= 0, assumed of losses and of violations; or \"measured\": the C of the environment's violations");
  }
  bool wants_oracle() const { return corruption.measured; }
  double known_corruption(const Oracle& oracle) const {
    return corruption.measured ? oracle.corruption : corruption.value;
  }
};

/// NS-SOPS (Stradi, Lunghi, Castiglioni, Marchesi, Gatti, NeurIPS 2025) reduced to one state: the program of OptLP with
/// widths for a known corruption. At C = 0 the widths differ from those of OptLP in the logarithm and have a cap. The
/// reduction is a reconstruction. Arms not yet played count as one pull with mean 0.
template <class Real>
class NsLp : public LpOfIndices<Real> {
 public:
  using Params = NsLpParams;

  NsLp(const Problem& problem, const Params& params, const Oracle& oracle)
      : NsLp(problem, NsWidths(problem, params.confidence_scale), params.known_corruption(oracle)) {}

 private:
  NsLp(const Problem& problem, const NsWidths& widths, double C)
      : LpOfIndices<Real>(problem, widths.loss, widths.violation, C) {}
};

}  // namespace regretta
