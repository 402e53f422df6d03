#pragma once
/// The learner `barbar`: in epochs, samples arms by their estimated gaps; ignores the constraints.

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/learner.hpp"

namespace regretta {

struct BarbarParams {
  double lambda_scale = 1;

  static void fields(auto& p, auto&& visit) {
    visit("lambda_scale", p.lambda_scale, Range{1e-9, 1e6},
          "multiplies lambda = 1024 ln(8K log2(T) / delta); at 1 the first epoch alone lasts K lambda rounds");
  }
};

/// BARBAR (Gupta, Koren, Talwar, COLT 2019). Bandit feedback. Initially Delta_a = 1. In epoch e = 1, 2, ..., arm a is
/// played with probability n_a / N for N = sum_a n_a rounds, where n_a = lambda / Delta_a^2. Then
/// r_a = (sum of a's rewards in the epoch) / n_a, r* = max_a (r_a - Delta_a / 16) and Delta_a = max(2^-e, r* - r_a).
template <class Real>
class Barbar {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = BarbarParams;

  Barbar(const Problem& problem, const Params& params)
      : lambda_(params.lambda_scale * 1024 * log(8.0 * problem.num_arms * log2_horizon(problem) / problem.delta)),
        gap_(Vector<Real>::Constant(problem.num_arms, Real(1.0))),
        rewards_(Vector<Real>::Constant(problem.num_arms, Real(0.0))),
        x_(rewards_) {
    begin_epoch(gap_[0] > Real(0.0));  // in every lane
  }

  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback& round) {
    const Real* rewards = rewards_.data();
    scatter(rewards_.data(), round.arm(), gather(rewards, round.arm()) + Real(1.0) - round.loss());
    rounds_left_ -= Real(1.0);
    const Mask<Real> done = rounds_left_ <= Real(0.0);
    if (!any(done)) return;
    estimate_gaps(done);
    begin_epoch(done);
  }

 private:
  static double log2_horizon(const Problem& problem) {
    return log(max(static_cast<double>(problem.horizon), 2.0)) / log(2.0);
  }
  /// n_a, the expected number of pulls in this epoch.
  Real pulls(int a) const { return Real(lambda_) / (gap_[a] * gap_[a]); }

  void estimate_gaps(Mask<Real> done) {
    Real best(-infinity);
    for (int a = 0; a < x_.size(); ++a) best = max(fma(gap_[a], Real(-1.0 / 16), rewards_[a] / pulls(a)), best);
    least_gap_ = select(done, Real(0.5) * least_gap_, least_gap_);
    for (int a = 0; a < x_.size(); ++a) gap_[a] = select(done, max(best - rewards_[a] / pulls(a), least_gap_), gap_[a]);
  }
  void begin_epoch(Mask<Real> starting) {
    Real N(0.0);
    for (int a = 0; a < x_.size(); ++a) N += pulls(a);
    rounds_left_ = select(starting, N, rounds_left_);
    for (int a = 0; a < x_.size(); ++a) {
      x_[a] = select(starting, pulls(a) / N, x_[a]);
      rewards_[a] = select(starting, Real(0.0), rewards_[a]);
    }
  }

  double lambda_;          // lambda of BarbarParams
  Real rounds_left_{0.0};  // rounds left in this epoch, which ends at 0 or below
  Real least_gap_{1.0};    // 2^-e
  Vector<Real> gap_;       // Delta_a, K
  Vector<Real> rewards_;   // sum of the rewards of each arm in this epoch, K
  Vector<Real> x_;
};

}  // namespace regretta
