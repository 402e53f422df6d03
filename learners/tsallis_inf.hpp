#pragma once
/// The learner `tsallis-inf`: best of both worlds by 1/2-Tsallis entropy; ignores the constraints.

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/learners/math/weights.hpp"

namespace regretta {

enum class LossEstimator { importance_weighted, reduced_variance };
inline constexpr Choice loss_estimators = choice_of<LossEstimator>(
    {{LossEstimator::importance_weighted, "importance-weighted", "eta = 2/sqrt(t)"},
     {LossEstimator::reduced_variance, "reduced-variance", "eta = 4/sqrt(t), losses minus 1/2 where x(a) >= eta^2"}});

struct TsallisInfParams {
  LossEstimator estimator = LossEstimator::reduced_variance;

  static void fields(auto& p, auto&& visit) { visit("estimator", p.estimator, loss_estimators, "loss estimator"); }
};

/// Tsallis-INF (Zimmert and Seldin, JMLR 22, Algorithm 1). Bandit feedback.
template <class Real>
class TsallisInf {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = TsallisInfParams;

  TsallisInf(const Problem& problem, const Params& params)
      : reduces_variance_(params.estimator == LossEstimator::reduced_variance),
        losses_(Vector<Real>::Constant(problem.num_arms, Real(0.0))),
        weights_(problem.num_arms) {}

  const Vector<Real>& strategy() const { return weights_.strategy(); }
  void observe(const Feedback& round) {
    const Index<Real>& arm = round.arm();
    const Vector<Real>& strategy = weights_.strategy();
    const Real threshold(eta() * eta()), chance = gather(strategy.data(), arm), loss_sum = gather(losses_.data(), arm);
    const Real baseline = reduces_variance_ ? select(chance >= threshold, Real(0.5), Real(0.0)) : Real(0.0);
    if (reduces_variance_)
      for (int a = 0; a < strategy.size(); ++a) losses_[a] += select(strategy[a] >= threshold, Real(0.5), Real(0.0));
    scatter(losses_.data(), arm, loss_sum + ((round.loss() - baseline) / chance + baseline));
    ++t_;
    weights_.expect(losses_, arm, eta(), reduces_variance_ ? 0.5 : 0.0);
    weights_.update(losses_, eta());
  }

 private:
  double eta() const { return (reduces_variance_ ? 4.0 : 2.0) / sqrt(static_cast<double>(t_)); }

  bool reduces_variance_;
  std::int64_t t_ = 1;   // the next round
  Vector<Real> losses_;  // sums of the estimated losses, K
  TsallisWeights<Real> weights_;
};

}  // namespace regretta
