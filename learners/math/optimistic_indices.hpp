#pragma once
/// Means of the observed losses and violations minus a confidence width, for the learners of optimistic_lp.hpp,
/// meta_lp.hpp, optimistic3.hpp and loe2d.hpp.

#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/trial/contract/problem.hpp"
#include "regretta/engine/trial/contract/reported.hpp"

namespace regretta {

/// The width min(root / sqrt(n), cap) + C (1/n + tail) after n >= 1 pulls. A negative root gives pessimistic indices.
struct IndexWidth {
  double root = 0;
  double cap = infinity;
  double tail = 0;  ///< 1/T, or 0

  template <class Real>
  REGRETTA_INLINE Real operator()(const Real& n, const Real& C) const {
    const Real inverse = Real(1.0) / n;
    return fma(C, inverse + Real(tail), min(Real(root) * sqrt(inverse), Real(cap)));
  }
};

/// Keeps c = lhat - width_l(N) and A = ghat - width_g(N) for every slot. A slot is an arm, or an arm of one of several
/// instances (meta_lp.hpp).
template <class Real>
class OptimisticIndices {
 public:
  OptimisticIndices(int slots, int num_constraints, const IndexWidth& loss, const IndexWidth& violation)
      : loss_width_(loss),
        violation_width_(violation),
        pulls_(Vector<Real>::Constant(slots, Real(0.0))),
        l_hat_(pulls_),
        c_(pulls_),
        g_hat_(Matrix<Real>::Constant(num_constraints, slots, Real(0.0))),
        A_(g_hat_) {}

  /// Initialises a slot that has not been played: it counts as one pull with mean 0. C >= 0: the corruption.
  void start(int slot, double C) {
    c_[slot] = -loss_width_(Real(1.0), Real(C));
    for (Eigen::Index i = 0; i < A_.rows(); ++i) A_(i, slot) = -violation_width_(Real(1.0), Real(C));
  }
  /// Overwrites c and A of a slot whose means are known. Call it again after every observe(). violation: m.
  void set_known(int slot, double loss, const std::vector<double>& violation) {
    c_[slot] = Real(loss);
    for (Eigen::Index i = 0; i < A_.rows(); ++i) A_(i, slot) = Real(violation[static_cast<std::size_t>(i)]);
  }
  /// Adds l_t(a_t) and g_{t,i}(a_t) to the slot; no other slot changes.
  void observe(const auto& round, const Index<Real>& slot, const Real& C) {
    const Real n = gather(pulls_.data(), slot) + Real(1.0);
    const Real weight = Real(1.0) / n;
    scatter(pulls_.data(), slot, n);
    const Real l_hat = update_mean(l_hat_.data(), slot, round.loss(), weight);
    scatter(c_.data(), slot, l_hat - loss_width_(n, C));
    const Real width = violation_width_(n, C);
    for (int i = 0, m = static_cast<int>(A_.rows()); i < m; ++i) {
      const Real g_hat = update_mean(&g_hat_(i, 0), slot, round.violation(i), weight);
      scatter(&A_(i, 0), slot, g_hat - width);
    }
  }

  const Vector<Real>& costs() const { return c_; }      ///< c
  const Matrix<Real>& rows() const { return A_; }       ///< A, m x slots
  const Matrix<Real>& g_hat() const { return g_hat_; }  ///< m x slots

  /// known_slot: the slot of an arm whose violations are known, so that their width is 0; -1 if there is none.
  void show(Internals& shown, int known_slot = -1) const {
    Matrix<Real> width = violation_width_.root < 0 ? A_ - g_hat_ : g_hat_ - A_;
    if (known_slot >= 0) width.col(known_slot).setConstant(Real(0.0));
    shown.row("pulls", pulls_);
    shown.row("lhat", l_hat_);
    shown.table("ghat", g_hat_);
    shown.table("width", width);
  }

 private:
  REGRETTA_INLINE static Real update_mean(Real* means, const Index<Real>& slot, const Real& value, const Real& weight) {
    const Real old = gather(static_cast<const Real*>(means), slot);
    const Real mean = fma(value - old, weight, old);
    scatter(means, slot, mean);
    return mean;
  }

  IndexWidth loss_width_, violation_width_;
  Vector<Real> pulls_, l_hat_, c_;  // N, lhat and c of every slot
  Matrix<Real> g_hat_, A_;          // ghat and A, m x slots
};

}  // namespace regretta
