#pragma once
/// Exponential weights on bandit losses in rows (engine/trial/contract/row_strategy.hpp): in a round the weight of one
/// arm of a trial changes, and with fixed share the floor of all, so that it costs no pass over the arms. For learners
/// that play on the simplex; row_weights.hpp has those of mirror descent.

#include <vector>

#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/trial/contract/row_strategy.hpp"
#include "regretta/learners/math/kl_problem.hpp"

namespace regretta {

/// Holds weights w and a floor f: x_t(a) = (w(a) + f) / sum, where `sum` is that of all w(a) + f.
template <class Real>
class ExponentialRows {
  using Row = RowPack<Real>;

 public:
  /// Starts at the uniform strategy.
  explicit ExponentialRows(int num_arms, const UniformShare& share = {}) : share_(share), x_(num_arms, share.add > 0) {}

  /// Whether a share is small enough for the floor to stay small between renewals.
  static bool carries(const UniformShare& share) { return share.keep > 0.5; }

  const RowStrategy<Real>& strategy() const { return x_; }

  /// The weight of one arm is multiplied by a factor in [0, 1]; then x <- keep x + add.
  REGRETTA_INLINE void multiply(const Index<Real>& arm, const Real& factor) {
    const Real before = x_.weights().gather(0, arm);
    Real after, change;
    if (x_.has_floor()) {
      const Real raised = before + x_.floor(), now = raised * factor;
      after = now - x_.floor();
      change = now - raised;
    } else {
      after = max(before * factor, Real(least_weight));
      change = after - before;
    }
    x_.put(arm, before, after);
    sum_ += change;
    if (x_.has_floor()) {
      sum_ = sum_ * Real(1 / share_.keep);
      x_.raise(fma(sum_, Real(share_.add), x_.floor()));
    }
    // Rounding errors of the carried sum are small while it is not, and does not stay for long.
    const Mask<Real> worn = ++rounds_ % rounds_between_renewals == 0 ? Real(0.0) < Real(1.0) : sum_ < Real(0.5);
    if (any(worn)) renew(worn);
    x_.rescale(worn, Real(1.0) / sum_);
  }

 private:
  static constexpr int rounds_between_renewals = 64;
  static constexpr double least_weight = 0x1p-1000;

  /// Normalises the weights in these lanes, which then contain the floor.
  [[gnu::noinline]] void renew(const Mask<Real>& which) {
    const Row existing = x_.weights().existing();
    const int last = x_.weights().packs() - 1;
    const auto total = [](const Row* x, int packs) {
      Row sum(0.0);
      for (int b = 0; b < packs; ++b) sum += x[b];
      return add_up(sum);
    };
    for_lanes(which, [&](int k) {
      Row* x = x_.rewrite(k);
      if (x_.has_floor()) {
        const Row floor(lane(x_.floor(), k));
        for (int b = 0; b <= last; ++b) x[b] += floor;
        x[last] = x[last] * existing;
      }
      const Row inverse(1 / total(x, last + 1));
      for (int b = 0; b <= last; ++b) x[b] = max(x[b] * inverse, Row(least_weight));
      x[last] = x[last] * existing;
      lane_in(sum_, k) = total(x, last + 1);
    });
    if (x_.has_floor()) x_.raise(select(which, Real(0.0), x_.floor()));
  }

  UniformShare share_;
  RowStrategy<Real> x_;
  Real sum_{1.0};
  std::int64_t rounds_ = 0;
};

/// Lanes, which have strategy(), or with many arms ExponentialRows, with fixed share if `share` says so.
template <class Real, class Lanes>
class LanesOrRows {
 public:
  /// make_lanes(K) makes Lanes of K arms.
  template <class MakeLanes>
  LanesOrRows(const Problem& problem, bool may_be_in_rows, MakeLanes make_lanes, const UniformShare& share = {})
      : lanes_(make_lanes(may_be_in_rows && plays_in_rows(problem) ? 1 : problem.num_arms)) {
    if (may_be_in_rows && plays_in_rows(problem)) rows_.emplace_back(problem.num_arms, share);
  }

  const Vector<Real>& strategy() const { return rows_.empty() ? lanes_.strategy() : rows_[0].strategy().vector(); }
  /// See PlaysInRows.
  const RowStrategy<Real>* rows() const { return rows_.empty() ? nullptr : &rows_[0].strategy(); }
  /// Calls one of them.
  template <class UseLanes, class UseRows>
  REGRETTA_INLINE void use(UseLanes use_lanes, UseRows use_rows) {
    if (rows_.empty())
      use_lanes(lanes_);
    else
      use_rows(rows_[0]);
  }

 private:
  Lanes lanes_;                              // of one arm if there are rows
  std::vector<ExponentialRows<Real>> rows_;  // one or none
};

}  // namespace regretta
