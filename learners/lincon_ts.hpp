#pragma once
/// The learner `lincon-ts`, Thompson sampling with constraints. Bandit feedback.

#include <optional>

#include "regretta/engine/plugin/no_params.hpp"
#include "regretta/learners/lincon.hpp"
#include "regretta/learners/math/beta_posterior.hpp"
#include "regretta/learners/math/seen_events.hpp"

namespace regretta {

/// LinConTS (Saxena, Gonzalez, Jalden, AISTATS 2020): x_t solves the linear program of the drawn losses and violations.
/// In the source one Bernoulli event an arm is both its reward and its one constraint, and has one posterior; several
/// constraints are ours. Where the environment has no events, losses and violations have posteriors of their own, of
/// costs or else (g + 1) / 2 for each constraint: a reconstruction, which has no first round and relaxes empty sets.
template <class Real>
class LinConTs : public LinCon<Real> {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = NoParams;
  LinConTs(const Problem& problem, const Params&)
      : LinCon<Real>(problem, problem.events != nullptr, problem.events ? NoSolution::uniform : NoSolution::relax),
        problem_(problem),
        drawn_(Vector<Real>::Constant(problem.num_arms, Real(0.0))) {
    if (problem.events) events_.emplace(problem);
    means_.assign(events_ ? 1 : static_cast<std::size_t>(problem.num_constraints) + 1,
                  BetaPosterior<Real>(problem.num_arms));
  }

  void draw(const Randomness<Real>& random) {
    if (this->in_first_round()) return;
    if (events_) {
      means_[0].draw(random, 0, drawn_);
      events_->expect(drawn_, drawn_, loss_, violation_);
    } else {
      draw_apart(random);
    }
    this->replace_relaxed(this->solve());
  }
  void observe(const Feedback& round) {
    ++this->round_;
    if (events_) return means_[0].add(round.arm(), (*events_)(round));
    means_[0].add(round.arm(), round.loss());
    const Real per_width(1 / problem_.violation_width());
    for (int i = 0; i < violation_.rows(); ++i)
      means_[static_cast<std::size_t>(i) + 1].add(
          round.arm(), fma(round.violation(i), per_width, Real(-problem_.violation_range(i).low) * per_width));
  }

 private:
  using LinCon<Real>::loss_;
  using LinCon<Real>::violation_;

  void draw_apart(const Randomness<Real>& random) {
    means_[0].draw(random, 0, loss_);
    for (int i = 0; i < violation_.rows(); ++i) {
      means_[static_cast<std::size_t>(i) + 1].draw(random, i + 1, drawn_);
      const Real width(problem_.violation_width()), low(problem_.violation_range(i).low);
      for (int a = 0; a < drawn_.size(); ++a) violation_(i, a) = fma(drawn_[a], width, low);
    }
  }

  Problem problem_;
  std::optional<SeenEvents> events_;        // where the environment has them
  std::vector<BetaPosterior<Real>> means_;  // of the event; or of the loss, then of each violation
  Vector<Real> drawn_;
};
static_assert(Learner<LinConTs<double>> && Learner<LinConTs<Pack<8>>> && DrawsForItself<LinConTs<double>>);

}  // namespace regretta
