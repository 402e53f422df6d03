#pragma once
/// Upper confidence indices of means in [0, 1], for the learners of ucb.hpp, doubly_opt_arm.hpp and lincon.hpp.
/// A lower index is 1 minus the upper index of 1 - mean.

#include "regretta/engine/real/functions.hpp"

namespace regretta {

/// p ln p + (1 - p) ln(1 - p), in [-ln 2, 0].
template <class Real>
Real negative_entropy(Real p) {
  constexpr double tiny = 1e-300;
  const Real rest = Real(1.0) - p;
  return fma(p, log(max(p, Real(tiny))), rest * log(max(rest, Real(tiny))));
}

/// 1 / a with a relative error of up to 12%, for normal a > 0. Negates the bits of the exponent.
template <class Real>
REGRETTA_INLINE Real approximate_inverse(const Real& a) {
  return as_real((as_word(a) ^ Word<Real>(~std::uint64_t{0})) + Word<Real>(0x7FDE'6238'22FC'16E7U));
}

/// sup{q in [p, 1] : kl(p, q) <= b} for p in [0, 1] and b >= 0, where kl is the Bernoulli divergence, with an error of
/// about 1e-16 / sqrt(b). entropy: negative_entropy(p).
///
/// Newton's method from the right: kl is convex and increasing there, so the steps only decrease q and cannot overshoot
/// the root. It starts from the smaller of two upper bounds, Pinsker's and the one without the term in ln q.
template <class Real>
Real kl_upper_index(Real p, Real b, Real entropy) {
  constexpr int most_steps = 40;
  const Real rest = Real(1.0) - p;
  const Real q_pinsker = p + sqrt(Real(0.5) * b);
  const Real q_tail = Real(1.0) - exp((entropy - b) / max(rest, Real(1e-300)));
  Real q = max(min(q_pinsker, q_tail), p);
  // In all other lanes, the starting point equals the index up to rounding.
  const Mask<Real> above = q > p + Real(1e-13), below = q < Real(1.0 - 1e-15);
  Mask<Real> active = above & below;
  for (int step = 0; step < most_steps && any(active); ++step) {
    const Real rest_of_q = Real(1.0) - q, gap = q - p;
    const Real excess = entropy - fma(p, log_of_normal(q), rest * log_of_normal(rest_of_q)) - b;
    const Real decrease = excess * q * rest_of_q / gap;
    q = select(active, max(q - decrease, p), q);
    active = active & (decrease > Real(1e-8) * min(gap, rest_of_q));
  }
  return q;
}
template <class Real>
Real kl_upper_index(Real p, Real b) {
  return kl_upper_index(p, b, negative_entropy(p));
}

/// Sums of observations in [0, 1] per arm, and the upper indices mean + sqrt(f(t) / n) with f(t) = alpha ln t, which
/// are infinite for arms without observations. Arguments `inverse` are 1 / n, infinity for n = 0.
template <class Real>
class RootIndices {
 public:
  RootIndices(int num_arms, double alpha) : alpha_(alpha), sum_(Vector<Real>::Constant(num_arms, Real(0.0))) {}

  void add(const Index<Real>& arm, const Real& value, const Real& /*inverse*/) {
    scatter(sum_.data(), arm, statistic(arm) + value);
  }

  double exploration(double log_t) const { return alpha_ * log_t; }  ///< f(t); 0 if t = 1

  /// The statistic of an arm, an argument of upper() and reaches(): here, its sum of observations.
  Real statistic(int a) const { return sum_[a]; }
  Real statistic(const Index<Real>& arm) const { return gather(sum_.data(), arm); }

  Real upper(const Real& sum, const Real& inverse, double f) const {
    const Real index = fma(sum, inverse, sqrt(Real(f) * inverse));
    return select(inverse < Real(infinity), index, Real(infinity));
  }

  /// A value with which indices are compared.
  struct Level {
    explicit Level(const Real& value) : q(value) {}
    Real q;
  };
  /// Whether the index is at least the level, up to rounding.
  Mask<Real> reaches(const Level& level, const Real& sum, const Real& inverse, double f) const {
    return upper(sum, inverse, f) >= level.q - Real(1e-12);
  }
  /// False only if the index is below the level. Compares squares, because square roots take long.
  Mask<Real> may_reach(const Level& level, const Real& sum, const Real& inverse, double f) const {
    const Real width = fma(-sum, inverse, fma(level.q, Real(1 - 1e-12), Real(-1e-12)));
    const Mask<Real> wide = Real(f) * inverse >= width * width, none = width <= Real(0.0);
    return wide | none | (inverse >= Real(infinity));
  }
  /// A guess of the arm with the highest index: here simply `arm`, as computing indices takes no longer than a search.
  Real likely_best_arm(const Real& /*level*/, const Vector<Real>& /*inverses*/, double /*f*/, const Real& arm) const {
    return arm;
  }

 private:
  double alpha_;
  Vector<Real> sum_;  // K
};

/// Like RootIndices, with the indices sup{q : kl(mean, q) <= f(t) / n}, f(t) = log_scale ln t + c ln ln t. The entropy
/// of a mean is computed only when the mean changes.
template <class Real>
class KlIndices {
 public:
  KlIndices(int num_arms, double log_scale, double c = 0)
      : log_scale_(log_scale), c_(c), sum_(Vector<Real>::Constant(num_arms, Real(0.0))), mean_(sum_), entropy_(sum_) {}

  void add(const Index<Real>& arm, const Real& value, const Real& inverse) {
    const Real* sums = sum_.data();
    const Real sum = gather(sums, arm) + value;
    const Real mean = min(sum * inverse, Real(1.0));
    scatter(sum_.data(), arm, sum);
    scatter(mean_.data(), arm, mean);
    scatter(entropy_.data(), arm, negative_entropy(mean));
  }

  double exploration(double log_t) const {
    return c_ > 0 && log_t > 1 ? log_scale_ * log_t + c_ * log(log_t) : log_scale_ * log_t;
  }

  struct Arm {
    Real mean, entropy;
  };
  Arm statistic(int a) const { return {mean_[a], entropy_[a]}; }
  Arm statistic(const Index<Real>& arm) const { return {gather(mean_.data(), arm), gather(entropy_.data(), arm)}; }

  Real upper(const Arm& arm, const Real& inverse, double f) const {
    const Real index = kl_upper_index(arm.mean, Real(f) * inverse, arm.entropy);
    return select(inverse < Real(infinity), index, Real(infinity));
  }

  struct Level {
    explicit Level(const Real& value)
        : q(value), log_q(log(value)), log_rest(log(max(Real(1.0) - value, Real(1e-16)))) {}
    Real q, log_q, log_rest;
  };
  Mask<Real> reaches(const Level& level, const Arm& arm, const Real& inverse, double f) const {
    const Real divergence = arm.entropy - fma(arm.mean, level.log_q, (Real(1.0) - arm.mean) * level.log_rest);
    const Mask<Real> near = divergence <= fma(Real(f), inverse, Real(1e-13));
    const Mask<Real> below = level.q <= arm.mean, unseen = inverse >= Real(infinity);
    return near | below | unseen;
  }
  Mask<Real> may_reach(const Level& level, const Arm& arm, const Real& inverse, double f) const {
    return reaches(level, arm, inverse, f);
  }
  /// A guess of the arm with the highest index, which is right if all indices are near level_guess. Compares the
  /// lengths of Newton's steps from there, with divisions to 12%.
  Real likely_best_arm(const Real& level_guess, const Vector<Real>& inverses, double f, const Real& otherwise) const {
    const Level level(level_guess);
    const Real scale(f);
    Real arm = otherwise, longest(-infinity);
    for (int a = 0, K = static_cast<int>(inverses.size()); a < K; ++a) {
      const Real& mean = mean_[a];
      const Real gap = max(level.q - mean, Real(1e-300));
      const Real minus_kl = fma(mean, level.log_q, (Real(1.0) - mean) * level.log_rest) - entropy_[a];
      const Real step = fma(scale, inverses[a], minus_kl) * approximate_inverse(gap);
      arm = select(step > longest, Real(a), arm);
      longest = max(step, longest);
    }
    return arm;
  }

 private:
  double log_scale_, c_;
  Vector<Real> sum_, mean_, entropy_;  // K
};

/// The highest index so far, its arm (-1: none), and the number of arms that attain it.
template <class Real, class Indices>
struct Highest {
  typename Indices::Level level{Real(0.0)};
  Real arm{-1.0}, count{0.0};
  Real offered{-1.0};  ///< the index last computed; -1 in lanes where its arm could not reach the highest

  /// In the lanes of `where`, arm number `candidate` replaces the arm of the highest index if its index is higher.
  /// Because indices may be expensive, the index is computed only if it can reach the highest one; returns whether it
  /// was. An arm may be offered again; it is counted once.
  REGRETTA_INLINE bool offer(const Indices& indices, const auto& statistic, Real candidate, const Real& inverse,
                             double f, Mask<Real> where) {
    const Mask<Real> no_arm = arm < Real(0.0), reaching = indices.may_reach(level, statistic, inverse, f);
    const Mask<Real> in_reach = where & (no_arm | reaching);
    if (!any(in_reach)) return false;
    const Mask<Real> counts = in_reach & !(candidate == arm);  // an arm always reaches its own index
    if (!any(counts)) return false;
    const Real index = indices.upper(statistic, inverse, f);
    const Mask<Real> higher = no_arm | (index > level.q), tied = index == level.q;
    count = select(counts, select(higher, Real(1.0), count + select(tied, Real(1.0), Real(0.0))), count);
    const Mask<Real> better = counts & higher;
    offered = select(counts, index, Real(-1.0));
    if (!any(better)) return true;
    arm = select(better, candidate, arm);
    level = typename Indices::Level(select(better, index, level.q));
    return true;
  }
};

}  // namespace regretta
