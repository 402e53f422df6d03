#pragma once
/// Confidence widths and optimistic estimates of the mean violations (learners/ALGORITHMS.md). A learner calls
/// observe() once per round and projects onto optimistic().

#include <cstdint>

#include "regretta/engine/trial/contract/internals.hpp"
#include "regretta/engine/trial/contract/problem.hpp"
#include "regretta/learners/math/kl_problem.hpp"

namespace regretta {

/// xi = 4 scale sqrt(L / n), or zeta = xi + C / n + C / T if a corruption C is known; n >= 1 is the number of rounds
/// (full feedback) or pulls (bandit).
class ConfidenceWidth {
 public:
  /// min(root / sqrt(n), cap).
  explicit ConfidenceWidth(double root, double cap = infinity) : root_(root), corruption_(0), tail_(0), cap_(cap) {}
  ConfidenceWidth(const Problem& problem, double scale, double corruption = 0)
      : root_(4 * scale * sqrt(problem.log_term())),
        corruption_(corruption),
        tail_(corruption / static_cast<double>(problem.horizon)) {}

  template <class Real>
  Real operator()(Real n) const {
    const Real inverse = Real(1.0) / n;
    return min(fma(Real(corruption_), inverse, fma(Real(root_), sqrt(inverse), Real(tail_))), Real(cap_));
  }

 private:
  double root_;        // 4 scale sqrt(L)
  double corruption_;  // C
  double tail_;        // C / T
  double cap_ = infinity;
};

/// ghat_t - xi_t if the violations of all arms are observed: n = t for all arms. instantaneous: uses g_t in place of
/// the mean.
template <class Real>
class FullConfidenceSet {
 public:
  FullConfidenceSet(const Problem& problem, const ConfidenceWidth& width, bool instantaneous)
      : width_(width),
        instantaneous_(instantaneous),
        g_hat_(Matrix<Real>::Constant(problem.num_constraints, problem.num_arms, Real(0.0))) {}

  /// Reads g_{t,i}(a) of every arm from the feedback of round t.
  template <class Feedback>
  void observe(const Feedback& round) {
    ++t_;
    const double n = static_cast<double>(t_);
    const Real weight(instantaneous_ ? 1.0 : 1.0 / n);
    xi_ = width_(n);
    for (int i = 0, m = static_cast<int>(g_hat_.rows()); i < m; ++i) {
      Real* g_hat = &g_hat_(i, 0);
      for (int a = 0, K = static_cast<int>(g_hat_.cols()); a < K; ++a)
        g_hat[a] = fma(round.violation(i, a) - g_hat[a], weight, g_hat[a]);
    }
  }
  /// X_t as ghat_t'x <= xi_t.
  ConstraintSet<Real> optimistic() const { return {g_hat_, Real(xi_), Real(1.0)}; }
  const Matrix<Real>& g_hat() const { return g_hat_; }

  void show(Internals& shown) const {
    shown.table("ghat", g_hat_);
    shown.number("width", xi_);
  }

  template <class Archive>
  void state(Archive& archive) {
    archive(t_, xi_, g_hat_);
  }

 private:
  ConfidenceWidth width_;
  bool instantaneous_;
  std::int64_t t_ = 0;
  double xi_ = 0;
  Matrix<Real> g_hat_;
};

/// ghat_t - xi_t under bandit feedback. For arms not yet played, ghat = 0 and n = 1, or ghat - xi is the given value
/// `unplayed` in [-1, 0]. instantaneous: uses the latest observation of an arm in place of the mean.
template <class Real>
class BanditConfidenceSet {
 public:
  BanditConfidenceSet(const Problem& problem, const ConfidenceWidth& width, bool instantaneous)
      : BanditConfidenceSet(problem, width, instantaneous, -width(1.0)) {}
  BanditConfidenceSet(const Problem& problem, const ConfidenceWidth& width, bool instantaneous, double unplayed)
      : width_(width),
        instantaneous_(instantaneous),
        pulls_(Vector<Real>::Constant(problem.num_arms, Real(0.0))),
        g_hat_(Matrix<Real>::Constant(problem.num_constraints, problem.num_arms, Real(0.0))),
        optimistic_(Matrix<Real>::Constant(problem.num_constraints, problem.num_arms, Real(unplayed))) {}

  /// Reads g_{t,i}(a_t); only the estimates of the played arm change.
  template <class Feedback>
  void observe(const Feedback& round) {
    observe(round,
            [this](int, Real inverse_pulls) REGRETTA_FLAT { return instantaneous_ ? Real(1.0) : inverse_pulls; });
  }
  /// The same with custom weights: ghat_i <- ghat_i + weight(i, 1 / N_t(a_t)) (g_i - ghat_i), weight in [0, 1].
  template <class Feedback, class Weight>
  void observe(const Feedback& round, Weight weight) {
    if (t_++ % rounds_between_sizes == 0) size_ = Real(1.0) + width_(least_pulls());
    const Index<Real>& arm = round.arm();
    const Real n = gather(pulls_.data(), arm) + Real(1.0);
    scatter(pulls_.data(), arm, n);
    const Real inverse_pulls = Real(1.0) / n;
    const Real xi = width_(n);
    for (int i = 0; i < g_hat_.rows(); ++i) {
      const Real old = gather(&g_hat_(i, 0), arm);
      const Real g_hat = fma(round.violation(i) - old, weight(i, inverse_pulls), old);
      scatter(&g_hat_(i, 0), arm, g_hat);
      scatter(&optimistic_(i, 0), arm, g_hat - xi);
    }
  }
  /// X_t as (ghat_t - xi_t)'x <= 0.
  ConstraintSet<Real> optimistic() const { return {optimistic_, Real(0.0), size_}; }
  const Matrix<Real>& g_hat() const { return g_hat_; }

  void show(Internals& shown) const {
    shown.row("pulls", pulls_);
    shown.table("ghat", g_hat_);
    shown.table("width", g_hat_ - optimistic_);
  }

  template <class Archive>
  void state(Archive& archive) {
    archive(t_, size_, pulls_, g_hat_, optimistic_);
  }

 private:
  static constexpr int rounds_between_sizes = 64;

  Real least_pulls() const {
    Real least = pulls_[0];
    for (Eigen::Index a = 1; a < pulls_.size(); ++a) least = min(pulls_[a], least);
    return max(least, Real(1.0));
  }

  ConfidenceWidth width_;
  bool instantaneous_;
  std::int64_t t_ = 0;
  Real size_{0.0};      // bound on |entries| of optimistic_; stays valid between updates because widths only shrink
  Vector<Real> pulls_;  // N_t(a)
  Matrix<Real> g_hat_;
  Matrix<Real> optimistic_;
};

}  // namespace regretta
