#pragma once
/// The learner `layered-elimination`, which tolerates an unknown amount of corruption; it ignores the constraints.
/// Bandit feedback.

#include <cmath>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/learner.hpp"

namespace regretta {

struct LayeredEliminationParams {
  double confidence_scale = 1;

  static void fields(auto& p, auto&& visit) {
    visit("confidence_scale", p.confidence_scale, Range{0, 1e6},
          "multiplies the confidence width sqrt(w) + w with w = ln(4KT ln T / delta) / n", Role::confidence_scale);
  }
};

/// Multi-layer active arm elimination (Lykouris, Mirrokni, Paes Leme, STOC 2018). In every round, one of the layers j =
/// 1..ceil(ln T) is drawn: j >= 2 with probability 2^-j, and layer 1 otherwise. The learner plays a random active arm
/// of that layer or, if it has none, of the next layer that has one. Only the drawn layer learns from the feedback. If
/// an arm's upper bound in that layer is below the lower bound of another arm, it is removed from that layer and from
/// all layers with a smaller j. Rewards are 1 - l.
template <class Real>
class LayeredElimination {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = LayeredEliminationParams;

  LayeredElimination(const Problem& problem, const Params& params)
      : K_(problem.num_arms),
        layers_(std::max(1, static_cast<int>(std::ceil(log_horizon(problem))))),
        scale_(params.confidence_scale),
        log_term_(
            log(4.0 * K_ * static_cast<double>(problem.horizon) * max(log_horizon(problem), 1.0) / problem.delta)),
        pulls_(Vector<Real>::Constant(layers_ * K_, Real(0.0))),
        mean_(pulls_),
        active_(Vector<Real>::Constant(layers_ * K_, Real(1.0))),
        num_active_(Vector<Real>::Constant(layers_, Real(static_cast<double>(K_)))),
        x_(Vector<Real>::Constant(K_, Real(1.0 / K_))) {}

  void draw(const Randomness<Real>& random) {
    const Real u = random.uniform({});
    Real layer(0.0);
    double start = 0;  // 2^-2 + ... + 2^-j, the probability of layers 2..j (layers 1..j - 1 if counted from 0)
    for (int j = 1; j < layers_; ++j) {
      const double chance = std::ldexp(1.0, -j - 1);
      layer = select(u >= Real(start), select(u < Real(start + chance), Real(static_cast<double>(j)), layer), layer);
      start += chance;
    }
    layer_ = layer;
    Real played = layer;
    for (int j = 0; j + 1 < layers_; ++j) {
      const Mask<Real> is_drawn = played == Real(static_cast<double>(j)), is_empty = num_active_[j] <= Real(0.0);
      played = select(is_drawn & is_empty, Real(static_cast<double>(j + 1)), played);
    }
    const Index<Real> first = to_index(played * Real(static_cast<double>(K_)));  // slot of arm 0 in the layer
    const Real share = Real(1.0) / gather(std::as_const(num_active_).data(), to_index(played));
    for (int a = 0; a < K_; ++a) x_[a] = share * gather(std::as_const(active_).data() + a, first);
  }
  const Vector<Real>& strategy() const { return x_; }

  void observe(const Feedback& round) {
    const Index<Real> first = to_index(layer_ * Real(static_cast<double>(K_)));  // slot of arm 0 in the layer
    const Index<Real> slot = to_index(fma(layer_, Real(static_cast<double>(K_)), from_index<Real>(round.arm())));
    const Real n = gather(std::as_const(pulls_).data(), slot) + Real(1.0);
    const Real old = gather(std::as_const(mean_).data(), slot);
    scatter(pulls_.data(), slot, n);
    scatter(mean_.data(), slot, fma(Real(1.0) - round.loss() - old, Real(1.0) / n, old));
    Real best_lower(-infinity);  // the highest lower bound of an active arm
    for (int a = 0; a < K_; ++a)
      best_lower = select(is_active(a, first), max(bound(a, first, -1), best_lower), best_lower);
    for (int a = 0; a < K_; ++a) {
      const Mask<Real> is_below = bound(a, first, 1) < best_lower;
      const Mask<Real> worse = is_active(a, first) & is_below;
      if (any(worse)) remove(a, worse);
    }
  }

  void show(Internals& shown) const {
    shown.row("active", active_);
    shown.row("pulls", pulls_);
  }

 private:
  static double log_horizon(const Problem& problem) { return log(static_cast<double>(problem.horizon)); }

  Mask<Real> is_active(int a, const Index<Real>& first) const { return gather(active_.data() + a, first) > Real(0.0); }
  /// Upper (sign 1) or lower (sign -1) confidence bound of an arm in the layer whose first slot is `first`; infinite
  /// before the arm's first pull in the layer.
  Real bound(int a, const Index<Real>& first, double sign) const {
    const Real n = gather(pulls_.data() + a, first), w = Real(log_term_) / max(n, Real(1.0));
    const Real width = Real(scale_) * (sqrt(w) + w);
    return select(n > Real(0.0), fma(Real(sign), width, gather(mean_.data() + a, first)), Real(sign * infinity));
  }
  /// Removes an arm from the drawn layer and from those with smaller numbers, in the lanes of `where`.
  void remove(int a, const Mask<Real>& where) {
    for (int j = 0; j < layers_; ++j) {
      Real& active = active_[j * K_ + a];
      const Mask<Real> removed = where & (Real(static_cast<double>(j)) <= layer_);
      const Real kept = select(removed, Real(0.0), active);
      num_active_[j] -= active - kept;
      active = kept;
    }
  }

  int K_, layers_;
  double scale_, log_term_;
  Vector<Real> pulls_, mean_, active_;  // slot j K + a: arm a in layer j
  Vector<Real> num_active_;             // number of active arms per layer
  Vector<Real> x_;
  Real layer_{0.0};  // the layer drawn for this round, from 0
};

}  // namespace regretta
