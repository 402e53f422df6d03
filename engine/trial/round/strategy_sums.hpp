#pragma once
/// The sums over x_t that a round needs, for each form of x_t (strategy_forms.hpp). They give whether x_t is in the
/// simplex, lbar_t'x_t and gbar_{t,i}'x_t, and the arm that a uniform draw selects.

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "regretta/engine/trial/contract/strategy_forms.hpp"
#include "regretta/engine/trial/round/means.hpp"
#include "regretta/engine/trial/round/realised_values.hpp"

namespace regretta {

/// A strategy must sum to 1 within this tolerance and have no negative entry.
inline constexpr double simplex_tolerance = 1e-9;

/// A message about a strategy outside the simplex, from its sum and least entry, such as "strategy left the simplex
/// (sum is 1 + 3.0e-8, allowed 1e-9)". allowed: the tolerance of the sum; 0 for a point mass, whose weight must be 1.
std::string strategy_fault(double sum, double least, double allowed = simplex_tolerance);

}  // namespace regretta

namespace regretta::detail {

/// Sums over a strategy of K numbers in every lane (InLanes).
template <class Real, class Means>
class LaneSums {
 public:
  static constexpr double tolerance = simplex_tolerance;  ///< allowed error of the sum
  /// cumulative: memory for the K partial sums of x.
  REGRETTA_INLINE LaneSums(const Vector<Real>& x, const Means& means, Vector<Real>& cumulative)
      : x_(x), means_(means), cumulative_(cumulative) {
    const Real* strategy = x.data();
    const auto* mean_loss = means.loss();
    const auto* mean_violation = means.violation();
    Real* sums = cumulative.data();
    Real total(0.0), least(infinity), loss(0.0), violation(0.0);  // local, because members would not be in registers
    for (int a = 0, K = static_cast<int>(x.size()); a < K; ++a) {
      const Real weight = strategy[a];
      total += weight;
      sums[a] = total;
      least = min(weight, least);
      loss = fma(weight, Real(mean_loss[a]), loss);
      violation = fma(weight, Real(mean_violation[a]), violation);
    }
    total_ = total;
    least_ = least;
    loss_ = loss;
    violation_ = violation;
  }

  Real total() const { return total_; }
  Real least() const { return least_; }
  Mask<Real> in_simplex() const { return (abs(total_ - Real(1.0)) <= Real(tolerance)) & (least_ >= Real(0.0)); }
  Real loss() const { return loss_; }
  REGRETTA_INLINE Real violation(int i) const {
    return i == 0 ? violation_ : expected(means_.violation() + i * x_.size(), x_);
  }

  REGRETTA_INLINE DrawnArm<Real> draw_arm(auto uniform) const {
    const int last = static_cast<int>(x_.size()) - 1;
    const Real threshold = uniform() * cumulative_[last];
    Real number(0.0);
    const Real* sums = cumulative_.data();
    for (int a = 0; a < last; ++a) number += select(sums[a] <= threshold, Real(1.0), Real(0.0));
    return {to_index(number), number};
  }

 private:
  const Vector<Real>& x_;
  const Means& means_;
  const Vector<Real>& cumulative_;
  Real total_, least_, loss_, violation_;
};

/// Sums over a point mass (OnOneArm). Each sum has one term, so its bits are those of LaneSums.
template <class Real, class Means>
class OneArmSums {
 public:
  static constexpr double tolerance = 0;
  REGRETTA_INLINE OneArmSums(const OnOneArm<Real>& x, const Means& means)
      : x_(x), means_(means), weight_(entry_of(x.x.data())) {}

  Real total() const { return weight_; }
  Real least() const { return weight_; }
  Mask<Real> in_simplex() const { return weight_ == Real(1.0); }
  REGRETTA_INLINE Real loss() const { return entry_of(means_.loss()); }
  REGRETTA_INLINE Real violation(int i) const { return entry_of(means_.violation() + i * x_.x.size()); }

  REGRETTA_INLINE DrawnArm<Real> draw_arm(auto) const { return {x_.arm, from_index<Real>(x_.arm)}; }

 private:
  REGRETTA_INLINE Real entry_of(const auto* row) const { return gather<Real>(row, x_.arm); }

  const OnOneArm<Real>& x_;
  const Means& means_;
  Real weight_;
};

/// Sums over a strategy in trial-major order: expected values, and sums over packs of eight arms for the draw of a_t.
/// They are updated from round to round: while the means stay the same, a lane that is not rewritten needs only the
/// change of the weight of one arm.
template <class Real>
class TrialMajorSums {
  using EightArms = ArmPack<Real>;

 public:
  static constexpr double tolerance = simplex_tolerance;  ///< allowed error of the sum
  TrialMajorSums(int num_arms, int num_constraints)
      : num_arms_(num_arms),
        num_rows_(num_constraints + 1),
        packs_((num_arms + arms_per_pack - 1) / arms_per_pack),
        means_(static_cast<std::size_t>(num_rows_ * packs_), EightArms(0.0)),
        pack_sums_(static_cast<std::size_t>(packs_)),
        mean_sums_(Vector<double>::Constant(num_rows_, 0.0)),
        weighted_(Vector<Real>::Constant(num_rows_, Real(0.0))),
        expected_(weighted_),
        mass_(Vector<Real>::Constant(packs_, Real(0.0))),
        cumulative_(mass_) {}

  /// Computes the sums for x_t under the means of round t.
  void enter(std::int64_t t, const TrialMajorStrategy<Real>& x, const ObliviousMeans<Real>& means) {
    weights_ = &x.weights();
    const bool continues = t == t_ + 1 && means.rows() == held_rows_;
    floor_ = x.has_floor() ? &x.floor() : nullptr;
    if (held_rows_ != means.rows()) load_means(means);
    t_ = t;
    // In rewritten lanes, the floor has changed since after() was written; sum_lane() tests their least entry.
    least_ = floor_ == nullptr ? x.after() : select(x.rewritten(), Real(0.0), x.after() + *floor_);
    change_one_arm(x, means);
    for_lanes(continues ? x.rewritten() : Real(0.0) < Real(1.0),
              [&](int k) REGRETTA_FLAT { sum_lane(k, x.weights().row(k)); });
    Real sum(0.0);
    for (int b = 0; b < packs_; ++b) {
      sum += mass_[b];
      cumulative_[b] = sum;
    }
    if (floor_ != nullptr) sum = add_floor(sum);
    total_ = sum * x.scale();
    for (int r = 0; r < num_rows_; ++r)
      expected_[r] = (floor_ == nullptr ? weighted_[r] : fma(*floor_, Real(mean_sums_[r]), weighted_[r])) * x.scale();
  }

  const Real& total() const { return total_; }
  const Real& least() const { return least_; }
  Mask<Real> in_simplex(double allowed = tolerance) const {
    return (abs(total_ - Real(1.0)) <= Real(allowed)) & (least_ >= Real(0.0));
  }
  const Real& loss() const { return expected_[0]; }                ///< lbar_t'x_t
  const Real& violation(int i) const { return expected_[i + 1]; }  ///< gbar_{t,i}'x_t

  /// Draws the arm at which the partial sums of the weights pass the fraction uniform(), in [0, 1), of their total:
  /// first the pack, then the arm in it.
  DrawnArm<Real> draw_arm(auto uniform) const {
    const Real threshold = uniform() * cumulative_[packs_ - 1];
    Real pack(0.0), sum(0.0);
    for (int b = 0; b < packs_ - 1; ++b) {
      const Mask<Real> passed = cumulative_[b] <= threshold;
      pack += select(passed, Real(1.0), Real(0.0));
      sum = select(passed, cumulative_[b], sum);
    }
    Real number = pack * Real(static_cast<double>(arms_per_pack));
    const Index<Real> first = to_index(number);
    for (int j = 0; j < arms_per_pack - 1; ++j) {
      sum += of_lanes<Real>([&](std::size_t k) { return weights_->numbers(static_cast<int>(k))[first[k] + j]; });
      if (floor_ != nullptr) sum += *floor_;
      number += select(sum <= threshold, Real(1.0), Real(0.0));
    }
    // Because of rounding, the sum of a pack's arms may be less than that of the pack: do not go past the last arm.
    number = min(number, Real(static_cast<double>(num_arms_ - 1)));
    return {to_index(number), number};
  }

 private:
  /// Row r of the means: the losses for r = 0, the violations of constraint r - 1 otherwise.
  const double* mean(const ObliviousMeans<Real>& means, int r) const {
    return r == 0 ? means.loss() : means.violation() + (r - 1) * num_arms_;
  }
  void load_means(const ObliviousMeans<Real>& means) {
    held_rows_ = means.rows();
    for (int r = 0; r < num_rows_; ++r) {
      EightArms* row = means_.data() + r * packs_;
      std::copy_n(mean(means, r), num_arms_, reinterpret_cast<double*>(row));
      if (floor_ != nullptr) mean_sums_[r] = add_up(std::accumulate(row, row + packs_, EightArms(0.0)));
    }
  }
  /// Adds the floor of all arms to the sums of weights.
  Real add_floor(const Real& sum) {
    for (int b = 0; b < packs_ - 1; ++b)
      cumulative_[b] = fma(*floor_, Real(static_cast<double>((b + 1) * arms_per_pack)), cumulative_[b]);
    return cumulative_[packs_ - 1] = fma(*floor_, Real(static_cast<double>(num_arms_)), sum);
  }

  REGRETTA_INLINE void change_one_arm(const TrialMajorStrategy<Real>& x, const ObliviousMeans<Real>& means) {
    const Index<Real>& arm = x.changed_arm();
    const Real change = x.after() - x.before();
    for (int r = 0; r < num_rows_; ++r) weighted_[r] = fma(change, gather<Real>(mean(means, r), arm), weighted_[r]);
    for (int k = 0; k < lanes<Real>; ++k) {
      const int b = arm[static_cast<std::size_t>(k)] / arms_per_pack;
      lane_in(mass_[b], k) = add_up(x.weights().row(k)[b]);
    }
  }
  REGRETTA_INLINE void sum_lane(int k, const EightArms* x) {
    EightArms least(infinity);
    for (int r = 0; r < num_rows_; r += 2) {  // two rows at a time, because additions wait for each other
      const EightArms *mean = means_.data() + r * packs_, *next = r + 1 < num_rows_ ? mean + packs_ : mean;
      EightArms sums[2] = {EightArms(0.0), EightArms(0.0)};
      for (int b = 0; b < packs_; ++b) {
        sums[0] = fma(x[b], mean[b], sums[0]);
        sums[1] = fma(x[b], next[b], sums[1]);
        least = min(x[b], least);
      }
      lane_in(weighted_[r], k) = add_up(sums[0]);
      if (r + 1 < num_rows_) lane_in(weighted_[r + 1], k) = add_up(sums[1]);
    }
    if (!all(least >= EightArms(floor_ == nullptr ? 0.0 : -lane(*floor_, k)))) lane_in(least_, k) = -1.0;
    add_up(x, packs_, pack_sums_.data());
    for (int b = 0; b < packs_; ++b) lane_in(mass_[b], k) = pack_sums_[static_cast<std::size_t>(b)];
  }

  int num_arms_, num_rows_, packs_;
  const TrialMajor<Real>* weights_ = nullptr;  ///< weights of this round's strategy
  const Real* floor_ = nullptr;                ///< floor of the strategy; null if it has none
  std::vector<EightArms> means_;               ///< means of this round, num_rows_ x packs_
  std::vector<double> pack_sums_;              ///< memory for sum_lane
  Vector<double> mean_sums_;                   ///< sums of the means over the arms, one for each row
  Vector<Real> weighted_;                      ///< sums of weights times means, one for each row
  Vector<Real> expected_;                      ///< sums of x_t times means, one for each row
  Vector<Real> mass_;                          ///< the sum of the weights in each pack
  Vector<Real> cumulative_;                    ///< partial sums of mass_, plus the floor
  Real total_{0.0}, least_{0.0};
  std::int64_t t_ = -1;                            ///< the last round entered
  std::array<std::int64_t, 2> held_rows_{-1, -1};  ///< numbers of the rows that means_ holds
};

}  // namespace regretta::detail
