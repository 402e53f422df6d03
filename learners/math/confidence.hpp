#pragma once
/// Confidence widths and optimistic sets (learners/ALGORITHMS.md). In every round a learner calls update_estimates(),
/// update_widths() and build(), and projects onto the set that build() returns.

#include <cstdint>

#include "regretta/engine/trial/contract/feedback.hpp"
#include "regretta/engine/trial/contract/problem.hpp"
#include "regretta/engine/trial/contract/reported.hpp"
#include "regretta/learners/math/kl_problem.hpp"

namespace regretta {

/// The confidence width xi = 4 scale sqrt(L / n), or zeta = xi + C / n + C / T if a corruption C is known; n >= 1 is
/// the number of rounds (full feedback) or pulls (bandit).
class ConfidenceWidth {
 public:
  /// The width min(root / sqrt(n), cap).
  explicit ConfidenceWidth(double root, double cap = infinity) : root_(root), corruption_(0), tail_(0), cap_(cap) {}
  ConfidenceWidth(const Problem& problem, double scale, double corruption = 0)
      : root_(4 * scale * sqrt(problem.log_term())),
        corruption_(corruption),
        tail_(corruption / static_cast<double>(problem.horizon)) {}

  template <class Real>
  REGRETTA_INLINE Real operator()(Real n) const {
    return of_inverse(Real(1.0) / n);
  }
  /// The width for n = 1 / inverse.
  template <class Real>
  REGRETTA_INLINE Real of_inverse(Real inverse) const {
    return min(fma(Real(corruption_), inverse, fma(Real(root_), sqrt(inverse), Real(tail_))), Real(cap_));
  }

 private:
  double root_;        // 4 scale sqrt(L)
  double corruption_;  // C
  double tail_;        // C / T
  double cap_ = infinity;
};

/// Options of X_t, which is built from the means of the observed violations by default.
struct SetOptions {
  bool instantaneous = false;  ///< true: X_t is built from the latest violations
  bool constraints = true;     ///< false: nothing is estimated, X_t is the simplex
};

/// ghat_t and X_t if the violations of all arms are observed. Every arm has n = t.
template <class Real>
class FullConfidenceSet {
 public:
  FullConfidenceSet(const Problem& problem, const ConfidenceWidth& width, const SetOptions& options = {})
      : width_(width),
        options_(options),
        g_hat_(Matrix<Real>::Constant(problem.num_constraints, problem.num_arms, Real(0.0))) {}

  /// Reads g_{t,i}(a) of every arm from the feedback of round t.
  void update_estimates(const auto& round) {
    if (!options_.constraints) return;
    ++t_;
    const Real weight(options_.instantaneous ? 1.0 : 1.0 / static_cast<double>(t_));
    for (int i = 0, m = static_cast<int>(g_hat_.rows()); i < m; ++i) {
      Real* g_hat = &g_hat_(i, 0);
      for (int a = 0, K = static_cast<int>(g_hat_.cols()); a < K; ++a)
        g_hat[a] = fma(round.violation(i, a) - g_hat[a], weight, g_hat[a]);
    }
  }
  template <class Feedback>
  void update_widths(const Feedback&) {
    if (options_.constraints) xi_ = width_(static_cast<double>(t_));
  }
  /// X_t in the form ghat_t'x <= xi_t.
  ConstraintSet<Real> build() const { return {g_hat_, Real(xi_), Real(1.0), options_.constraints}; }
  const Matrix<Real>& g_hat() const { return g_hat_; }

  void show(Internals& shown) const {
    if (!options_.constraints) return;
    shown.table("ghat", g_hat_);
    shown.number("width", xi_);
  }

 private:
  ConfidenceWidth width_;
  SetOptions options_;
  std::int64_t t_ = 0;
  double xi_ = 0;
  Matrix<Real> g_hat_;
};

/// The estimates of an arm that has not been played.
struct UnplayedArm {
  double g_hat = 0;
  double optimistic = -1;  ///< ghat - xi
};

/// N_t, ghat_t and X_t under bandit feedback, where a round changes only the entries of the arm played. Arms not yet
/// played have ghat = 0 and n = 1, unless an UnplayedArm sets other values.
template <class Real>
class BanditConfidenceSet {
 public:
  BanditConfidenceSet(const Problem& problem, const ConfidenceWidth& width, const SetOptions& options = {})
      : BanditConfidenceSet(problem, width, options, UnplayedArm{.optimistic = -width(1.0)}) {}
  BanditConfidenceSet(const Problem& problem, const ConfidenceWidth& width, const SetOptions& options,
                      const UnplayedArm& unplayed)
      : width_(width),
        options_(options),
        pulls_(Vector<Real>::Constant(problem.num_arms, Real(0.0))),
        g_hat_(Matrix<Real>::Constant(problem.num_constraints, problem.num_arms, Real(unplayed.g_hat))),
        optimistic_(Matrix<Real>::Constant(problem.num_constraints, problem.num_arms, Real(unplayed.optimistic))),
        latest_(Vector<Real>::Constant(problem.num_constraints, Real(0.0))) {}

  /// Sets the estimates of all arms for constraint i. Call it before the first round.
  void assume(int i, const UnplayedArm& unplayed) {
    g_hat_.row(i).setConstant(Real(unplayed.g_hat));
    optimistic_.row(i).setConstant(Real(unplayed.optimistic));
  }

  /// Reads g_{t,i}(a_t) from the feedback of round t.
  REGRETTA_INLINE void update_estimates(const auto& round) {
    update_estimates(round, [this](int, Real inverse_pulls)
                                REGRETTA_FLAT { return options_.instantaneous ? Real(1.0) : inverse_pulls; });
  }
  /// Uses custom weights: ghat_i <- ghat_i + weight(i, 1 / N_t(a_t)) (g_i - ghat_i), weight in [0, 1].
  template <class Feedback, class Weight>
  REGRETTA_INLINE void update_estimates(const Feedback& round, Weight weight) {
    if (!options_.constraints) return;
    if (t_++ % rounds_between_sizes == 0) size_ = Real(1.0) + width_(least_pulls());
    const Index<Real>& arm = round.arm();
    const Real n = gather(pulls_.data(), arm) + Real(1.0);
    scatter(pulls_.data(), arm, n);
    const Real inverse_pulls = Real(1.0) / n;
    inverse_pulls_ = inverse_pulls;
    for (int i = 0; i < g_hat_.rows(); ++i) {
      const Real old = gather(&g_hat_(i, 0), arm);
      const Real g_hat = fma(round.violation(i) - old, weight(i, inverse_pulls), old);
      scatter(&g_hat_(i, 0), arm, g_hat);
      latest_[i] = g_hat;
    }
  }
  /// Computes xi_t(a_t) and, with it, the entries of a_t in X_t.
  REGRETTA_INLINE void update_widths(const auto& round) {
    if (!options_.constraints) return;
    const Real xi = width_.of_inverse(inverse_pulls_);
    for (int i = 0; i < g_hat_.rows(); ++i) scatter(&optimistic_(i, 0), round.arm(), latest_[i] - xi);
  }
  /// X_t in the form (ghat_t - xi_t)'x <= 0.
  ConstraintSet<Real> build() const { return {optimistic_, Real(0.0), size_, options_.constraints}; }
  const Matrix<Real>& g_hat() const { return g_hat_; }
  const Matrix<Real>& optimistic() const { return optimistic_; }  ///< ghat_t - xi_t, m x K

  void show(Internals& shown) const {
    if (!options_.constraints) return;
    shown.row("pulls", pulls_);
    shown.table("ghat", g_hat_);
    shown.table("width", g_hat_ - optimistic_);
  }

 private:
  static constexpr int rounds_between_sizes = 64;  ///< recomputing size_ more often costs time and gains little

  Real least_pulls() const {
    Real least = pulls_[0];
    for (Eigen::Index a = 1; a < pulls_.size(); ++a) least = min(pulls_[a], least);
    return max(least, Real(1.0));
  }

  ConfidenceWidth width_;
  SetOptions options_;
  std::int64_t t_ = 0;
  Real size_{0.0};      // bound on |entries| of optimistic_; stays valid between updates because widths only shrink
  Vector<Real> pulls_;  // N_t(a)
  Matrix<Real> g_hat_;
  Matrix<Real> optimistic_;
  Real inverse_pulls_{1.0};  // 1 / N_t(a_t) of this round
  Vector<Real> latest_;      // ghat_t(a_t) of this round, m
};

/// The confidence set for a feedback model.
template <class Real, class Feedback>
using ConfidenceSet = std::conditional_t<std::is_same_v<Feedback, BanditFeedback<Real>>, BanditConfidenceSet<Real>,
                                         FullConfidenceSet<Real>>;

}  // namespace regretta
