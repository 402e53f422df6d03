#pragma once
/// The forms in which a learner can hold x_t. Every form holds the same numbers; the special forms carry extra
/// information that saves the referee work. A form refers to memory of the learner and is valid until observe().
///
/// Usually a pack holds one arm of eight trials, one per lane. In trial-major order, a pack (ArmPack) holds eight arms
/// of one trial instead. Suppose that a round changes all weights of only a few trials, and a single weight of every
/// other trial: then only the changed weights need work. A loop over arms that is written for a Real also works in this
/// order, with ArmPack<Real> in place of Real; add_up() then adds the eight partial sums of the pack. A trial that is
/// played alone has the same numbers and sums as one in a lane.

#include <variant>
#include <vector>

#include "regretta/engine/real/real.hpp"
#include "regretta/engine/trial/contract/problem.hpp"

namespace regretta {

namespace detail {
template <class Real>
struct ArmPackOf {
  using Type = Pack<8>;
};
template <int W, class Isa>
struct ArmPackOf<BasicPack<W, Isa>> {
  using Type = BasicPack<8, Isa>;
};
}  // namespace detail

/// Eight arms of one trial, on the instruction set of Real.
template <class Real>
using ArmPack = typename detail::ArmPackOf<Real>::Type;
inline constexpr int arms_per_pack = 8;

namespace detail {
/// Writes the sum of each of four packs to `sums`.
template <class Isa>
REGRETTA_INLINE void add_up_four(const double* packs, double* sums) {
  using Half = BasicPack<4, Isa>;
  const auto half = [packs](int j) REGRETTA_FLAT {
    return Half::load(packs + j * arms_per_pack) + Half::load(packs + j * arms_per_pack + 4);
  };
  if constexpr (Half::parts == 1) {
    using N = typename Half::N;
    N::store(sums, N::sums(half(0).part[0], half(1).part[0], half(2).part[0], half(3).part[0]));
  } else {
    for (int j = 0; j < 4; ++j) {
      double part[4];
      half(j).store(part);
      sums[j] = (part[0] + part[1]) + (part[2] + part[3]);
    }
  }
}
}  // namespace detail

/// Writes the sum of each of n packs to `sums`. Lanes are added in the order ((0 + 4) + (1 + 5)) + ((2 + 6) + (3 + 7)).
template <class Isa>
REGRETTA_INLINE void add_up(const BasicPack<arms_per_pack, Isa>* packs, int n, double* sums) {
  const double* numbers = reinterpret_cast<const double*>(packs);
  int b = 0;
  for (; b + 4 <= n; b += 4) detail::add_up_four<Isa>(numbers + b * arms_per_pack, sums + b);
  for (; b < n; ++b) {
    const double* v = numbers + b * arms_per_pack;
    sums[b] = ((v[0] + v[4]) + (v[1] + v[5])) + ((v[2] + v[6]) + (v[3] + v[7]));
  }
}
template <class Isa>
REGRETTA_INLINE double add_up(const BasicPack<arms_per_pack, Isa>& pack) {
  double sum;
  add_up(&pack, 1, &sum);
  return sum;
}

/// Calls use(k) for every lane k that is set in a mask, in order.
template <class M, class Use>
REGRETTA_INLINE void for_lanes(const M& mask, Use use) {
  unsigned remaining = 0;
  if constexpr (std::is_same_v<M, bool>)
    remaining = mask ? 1U : 0U;
  else
    remaining = mask.bits();
  for (; remaining != 0; remaining &= remaining - 1) use(std::countr_zero(remaining));
}

/// A reference to lane k of a Real.
REGRETTA_INLINE double& lane_in(auto& numbers, int k) { return reinterpret_cast<double*>(&numbers)[k]; }

/// A matrix of `rows` x K numbers for every lane, in trial-major order. The entries after arm K - 1 that fill the last
/// pack are 0.
template <class Real>
class TrialMajor {
 public:
  using EightArms = ArmPack<Real>;

  TrialMajor(int rows, int num_arms, double value)
      : num_arms_(num_arms),
        values_(static_cast<std::size_t>(lanes<Real>),
                Matrix<EightArms>::Constant(rows, (num_arms + arms_per_pack - 1) / arms_per_pack, EightArms(0.0))) {
    for (Matrix<EightArms>& trial : values_)
      for (int i = 0; i < rows; ++i)
        for (int a = 0; a < num_arms; ++a) reinterpret_cast<double*>(&trial(i, 0))[a] = value;
  }

  int num_arms() const { return num_arms_; }
  int packs() const { return static_cast<int>(values_[0].cols()); }  ///< packs per row
  Matrix<EightArms>& trial(int k) { return values_[static_cast<std::size_t>(k)]; }
  const Matrix<EightArms>& trial(int k) const { return values_[static_cast<std::size_t>(k)]; }
  /// row(k): the packs of trial k, row after row. numbers(k, i): the doubles of its row i.
  EightArms* row(int k) { return trial(k).data(); }
  const EightArms* row(int k) const { return trial(k).data(); }
  double* numbers(int k, int i = 0) { return reinterpret_cast<double*>(row(k) + i * packs()); }
  const double* numbers(int k, int i = 0) const { return reinterpret_cast<const double*>(row(k) + i * packs()); }

  REGRETTA_INLINE Real gather(int i, const Index<Real>& arm) const {
    return of_lanes<Real>([&](std::size_t k) { return numbers(static_cast<int>(k), i)[arm[k]]; });
  }
  REGRETTA_INLINE void scatter(int i, const Index<Real>& arm, const Real& value) {
    Real copy = value;
    for (int k = 0; k < lanes<Real>; ++k) numbers(k, i)[arm[static_cast<std::size_t>(k)]] = lane_in(copy, k);
  }

  /// The number of row i and arm a in every lane. In gather() and scatter(), each lane has its own arm.
  Real arm(int i, int a) const {
    return of_lanes<Real>([&](std::size_t k) { return numbers(static_cast<int>(k), i)[a]; });
  }
  void set_arm(int i, int a, const Real& value) {
    Real copy = value;
    for (int k = 0; k < lanes<Real>; ++k) numbers(k, i)[a] = lane_in(copy, k);
  }
  /// 1 for the lanes of the last pack that hold an arm, 0 for the others.
  EightArms existing() const {
    double exists[arms_per_pack];
    for (int j = 0; j < arms_per_pack; ++j) exists[j] = (packs() - 1) * arms_per_pack + j < num_arms_ ? 1.0 : 0.0;
    return EightArms::load(exists);
  }

 private:
  int num_arms_;
  std::vector<Matrix<EightArms>> values_;  ///< by lane
};

/// Whether learners that can hold x_t in trial-major order do so. With few arms, one arm per pack is faster. With many
/// constraints, most of the time is spent on the multipliers, and this order would only use memory.
inline bool prefers_trial_major(const Problem& problem) {
  return problem.num_arms >= 64 && problem.num_constraints <= 16;
}

/// A strategy in trial-major order that records what has changed since the preceding round, so that sums over arms can
/// be updated instead of recomputed. Written by learners/math (lane_weights.hpp, bandit_weights.hpp), read by the
/// referee (strategy_sums.hpp). x_t(a) = scale (weights(a) + floor). Only fixed share needs a floor; without has_floor,
/// it is not added.
template <class Real>
class TrialMajorStrategy {
 public:
  using EightArms = ArmPack<Real>;

  /// Starts at the uniform strategy.
  explicit TrialMajorStrategy(int num_arms, bool has_floor = false)
      : has_floor_(has_floor),
        weights_(1, num_arms, 1.0 / num_arms),
        vector_(Vector<Real>::Constant(num_arms, Real(0.0))) {}

  const TrialMajor<Real>& weights() const { return weights_; }
  const Real& scale() const { return scale_; }
  bool has_floor() const { return has_floor_; }
  const Real& floor() const { return floor_; }
  /// x_t(arm).
  REGRETTA_INLINE Real chance(const Index<Real>& arm) const {
    const Real weight = weights_.gather(0, arm);
    return (has_floor_ ? weight + floor_ : weight) * scale_;
  }
  /// x_t as a vector, computed on demand; valid until the next change.
  const Vector<Real>& vector() const {
    for (int a = 0; stale_ && a < weights_.num_arms(); ++a)
      vector_[a] = (has_floor_ ? weights_.arm(0, a) + floor_ : weights_.arm(0, a)) * scale_;
    stale_ = false;
    return vector_;
  }

  /// The lanes in which any weight may have changed since the preceding round. In other lanes, only the weight
  /// of changed_arm() may have changed.
  Mask<Real> rewritten() const { return rewritten_ > Real(0.0); }
  const Index<Real>& changed_arm() const { return arm_; }
  const Real& before() const { return before_; }  ///< the weight of changed_arm() in the preceding round
  const Real& after() const { return after_; }    ///< the weight of changed_arm() now, except in rewritten lanes

  /// Begins the changes of a round: in every lane, changes the weight of one arm.
  REGRETTA_INLINE void put(const Index<Real>& arm, const Real& before, const Real& after) {
    arm_ = arm;
    before_ = before;
    after_ = after;
    rewritten_ = Real(0.0);
    weights_.scatter(0, arm, after);
    stale_ = true;
  }
  /// The weights of lane k, for writing. Call rescale() for the lane afterwards.
  REGRETTA_INLINE EightArms* rewrite(int k) { return weights_.row(k); }
  REGRETTA_INLINE void rescale(const Mask<Real>& rewritten, const Real& scale) {
    rewritten_ = select(rewritten, Real(1.0), rewritten_);
    scale_ = scale;
    stale_ = true;
  }
  REGRETTA_INLINE void raise(const Real& floor) { floor_ = floor; }

 private:
  bool has_floor_;
  TrialMajor<Real> weights_;
  Real scale_{1.0}, floor_{0.0};
  Real rewritten_{1.0};  // 1 in rewritten lanes, else 0
  Index<Real> arm_{};
  Real before_{0.0}, after_{0.0};
  mutable Vector<Real> vector_;
  mutable bool stale_ = true;
};

/// The general form: K numbers in every lane.
template <class Real>
struct InLanes {
  const Vector<Real>& x;
  const Vector<Real>& vector() const { return x; }
};

/// A point mass in every lane (NamesArms, and CommitsToArms in some rounds).
template <class Real>
struct OnOneArm {
  const Vector<Real>& x;
  const Index<Real>& arm;
  const Vector<Real>& vector() const { return x; }
};

/// A strategy in trial-major order (PlaysTrialMajor).
template <class Real>
struct InTrialMajor {
  const TrialMajorStrategy<Real>& x;
  const Vector<Real>& vector() const { return x.vector(); }
};

/// x_t in one of its forms.
template <class Real>
struct Strategy {
  using Form = std::variant<InLanes<Real>, OnOneArm<Real>, InTrialMajor<Real>>;

  Strategy(const Vector<Real>& x) : form(InLanes<Real>{x}) {}  // NOLINT: the implicit conversion is intended
  Strategy(const Vector<Real>& x, const Index<Real>& arm) : form(OnOneArm<Real>{x, arm}) {}
  explicit Strategy(const TrialMajorStrategy<Real>& x) : form(InTrialMajor<Real>{x}) {}

  const Vector<Real>& vector() const {
    return std::visit([](const auto& x) -> const Vector<Real>& { return x.vector(); }, form);
  }

  Form form;
};

namespace detail {
/// The product mean'x, added up arm by arm. mean: K numbers.
template <class Real, class Mean>
REGRETTA_INLINE Real expected(const Mean* mean, const Vector<Real>& x) {
  Real sum(0.0);
  const Real* strategy = x.data();
  for (int a = 0, K = static_cast<int>(x.size()); a < K; ++a) sum = fma(strategy[a], Real(mean[a]), sum);
  return sum;
}
}  // namespace detail

}  // namespace regretta
