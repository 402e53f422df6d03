#pragma once
/// The learner `tsallis-inf`: best of both worlds by 1/2-Tsallis entropy; ignores the constraints.

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/learner.hpp"
#include "regretta/learners/math/tsallis_weights.hpp"

namespace regretta {

enum class LossEstimator { importance_weighted, reduced_variance };
inline constexpr Choice loss_estimators = choice_of<LossEstimator>(
    {{LossEstimator::importance_weighted, "importance-weighted", "eta = 2/sqrt(t)"},
     {LossEstimator::reduced_variance, "reduced-variance", "eta = 4/sqrt(t), losses less 1/2 where x(a) >= eta^2"}});

struct TsallisInfParams {
  LossEstimator estimator = LossEstimator::reduced_variance;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("estimator", p.estimator, loss_estimators, "of the losses");
  }
};

/// Tsallis-INF (Zimmert and Seldin, JMLR 22, Algorithm 1). Bandit feedback.
template <class Real>
class TsallisInf {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = TsallisInfParams;

  TsallisInf(const Problem& problem, const Params& params)
      : reduced_(params.estimator == LossEstimator::reduced_variance),
        losses_(Vector<Real>::Constant(problem.num_arms, Real(0.0))),
        x_(Vector<Real>::Constant(problem.num_arms, Real(1.0 / problem.num_arms))) {}

  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback& round) {
    const double low = eta() * eta();
    for (int a = 0; a < x_.size(); ++a) {
      const Real baseline = reduced_ ? select(x_[a] >= Real(low), Real(0.5), Real(0.0)) : Real(0.0);
      const Real played = select(round.played(a), (round.loss() - baseline) / x_[a], Real(0.0));
      losses_[a] += played + baseline;
    }
    ++t_;
    tsallis_weights(losses_, eta(), x_);
  }

  template <class Archive>
  void state(Archive& archive) {
    archive(t_, losses_, x_);
  }

 private:
  double eta() const { return (reduced_ ? 4.0 : 2.0) / sqrt(static_cast<double>(t_)); }

  bool reduced_;
  std::int64_t t_ = 1;  // the next round
  Vector<Real> losses_;
  Vector<Real> x_;
};
static_assert(Learner<TsallisInf<double>> && Learner<TsallisInf<Pack<8>>>);

}  // namespace regretta
