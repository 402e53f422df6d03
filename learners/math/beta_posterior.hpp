#pragma once
/// Beta posteriors of means in [0, 1], for learners that draw means from them (thompson.hpp, lincon.hpp).

#include "regretta/engine/real/randomness.hpp"

namespace regretta {

/// The posteriors of the means of all arms, with uniform priors. An observation between 0 and 1 counts in part as a 1
/// and in part as a 0.
template <class Real>
class BetaPosterior {
 public:
  explicit BetaPosterior(int num_arms) {
    const auto prior = BetaShape<Real>::of(Real(1.0), Real(1.0));
    const auto every_arm = [num_arms](const Real& value) { return Vector<Real>::Constant(num_arms, value); };
    ones_ = {every_arm(prior.a), every_arm(prior.gamma_shape_a.d), every_arm(prior.gamma_shape_a.c)};
    zeros_ = ones_;
  }
  void add(const Index<Real>& arm, const Real& observation) {
    const auto shape = BetaShape<Real>::of(gather(ones_.shape.data(), arm) + observation,
                                           gather(zeros_.shape.data(), arm) + (Real(1.0) - observation));
    ones_.put(arm, shape.a, shape.gamma_shape_a);
    zeros_.put(arm, shape.b, shape.gamma_shape_b);
  }
  /// Draws a mean for every arm. means: K.
  void draw(const Randomness<Real>& random, int purpose, Vector<Real>& means) const {
    const auto shape_of = [this](int a) REGRETTA_FLAT {
      return BetaShape<Real>{ones_.shape[a], zeros_.shape[a], ones_.lifted(a), zeros_.lifted(a)};
    };
    random.betas(purpose, shape_of, means);
  }

 private:
  /// One of the two shape parameters of every arm, K, and the constants d and c of its gamma draws.
  struct Shapes {
    void put(const Index<Real>& arm, const Real& value, const detail::GammaShape<Real>& lifted) {
      scatter(shape.data(), arm, value);
      scatter(d.data(), arm, lifted.d);
      scatter(c.data(), arm, lifted.c);
    }
    detail::GammaShape<Real> lifted(int a) const { return {d[a], c[a]}; }
    Vector<Real> shape, d, c;
  };
  Shapes ones_, zeros_;
};

}  // namespace regretta
