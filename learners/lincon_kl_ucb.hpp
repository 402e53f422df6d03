#pragma once
/// The learner `lincon-kl-ucb`, upper bounds of event probabilities with constraints. Bandit feedback.

#include <optional>
#include <vector>

#include "regretta/learners/lincon.hpp"
#include "regretta/learners/math/reward_indices.hpp"
#include "regretta/learners/math/seen_events.hpp"
#include "regretta/learners/math/tied_arms.hpp"

namespace regretta {

struct LinConKlUcbParams {
  NoSolution infeasible = NoSolution::uniform;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("infeasible", p.infeasible, no_solutions, "what is played if the program has no solution");
  }
};

/// LinCon-KL-UCB (Saxena, Gonzalez, Jalden, AISTATS 2020): every arm once, then x_t solves the linear program of the
/// upper bounds q(a) = max{q : N(a) kl(phat(a), q) <= ln t} in the place of the events' probabilities. The source's
/// cost is to be at least its threshold; for one that is to be at most, there are lower bounds. Where the environment
/// has no events, there are optimistic bounds of rewards 1 - l and of costs, or else (g + 1) / 2: a reconstruction.
/// Ties are broken at random.
template <class Real>
class LinConKlUcb : public LinCon<Real> {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = LinConKlUcbParams;
  LinConKlUcb(const Problem& problem, const Params& params)
      : LinCon<Real>(problem, true, params.infeasible),
        problem_(problem),
        pulls_(Vector<Real>::Constant(problem.num_arms, Real(0.0))),
        inverse_(Vector<Real>::Constant(problem.num_arms, Real(infinity))),
        upper_(pulls_),
        lower_(pulls_) {
    if (problem.events) events_.emplace(problem);
    indices_.assign(events_ ? 2 : static_cast<std::size_t>(problem.num_constraints) + 1,
                    KlIndices<Real>(problem.num_arms, 1));
  }

  void draw(const Randomness<Real>& random) {
    if (this->in_first_round()) return;
    if (events_) {
      bound(1);
      for (int a = 0; a < upper_.size(); ++a) lower_[a] = Real(1.0) - upper_[a];
      bound(0);
      events_->expect(upper_, lower_, loss_, violation_);
    } else {
      bound(0);
      for (int a = 0; a < upper_.size(); ++a) loss_[a] = Real(1.0) - upper_[a];
      for (int i = 0; i < violation_.rows(); ++i) {
        bound(i + 1);
        const Real width(problem_.violation_width()), high(problem_.violation_range(i).high);
        for (int a = 0; a < upper_.size(); ++a) violation_(i, a) = fma(-upper_[a], width, high);
      }
    }
    const LpOutcome<Real> outcome = this->solve();
    if (any(outcome.tied))
      this->program_.choose_among_twins(loss_, violation_, random, TieOrder<Real>::purpose, this->x_);
    this->replace_relaxed(outcome);
  }
  void observe(const Feedback& round) {
    ++this->round_;
    const Index<Real>& arm = round.arm();
    const Real n = gather(std::as_const(pulls_).data(), arm) + Real(1.0), inverse = Real(1.0) / n;
    scatter(pulls_.data(), arm, n);
    scatter(inverse_.data(), arm, inverse);
    if (events_) {
      const Real event = (*events_)(round);
      indices_[0].add(arm, event, inverse);
      return indices_[1].add(arm, Real(1.0) - event, inverse);
    }
    indices_[0].add(arm, Real(1.0) - round.loss(), inverse);
    const Real per_width(1 / problem_.violation_width());
    for (int i = 0; i < violation_.rows(); ++i)
      indices_[static_cast<std::size_t>(i) + 1].add(
          arm, (Real(problem_.violation_range(i).high) - round.violation(i)) * per_width, inverse);
  }

  void show(Internals& shown) const {
    shown.row("pulls", pulls_);
    shown.row("program_loss", loss_);
    shown.table("program_violation", violation_);
  }

 private:
  using LinCon<Real>::loss_;
  using LinCon<Real>::violation_;

  /// The upper bounds of one of the indices.
  void bound(int which) {
    const KlIndices<Real>& indices = indices_[static_cast<std::size_t>(which)];
    const double f = indices.exploration(log(static_cast<double>(this->round_ + 1)));
    for (int a = 0; a < upper_.size(); ++a) upper_[a] = min(indices.upper(indices.of(a), inverse_[a], f), Real(1.0));
  }

  Problem problem_;
  std::optional<SeenEvents> events_;
  Vector<Real> pulls_, inverse_, upper_, lower_;
  // Of the event and of its absence; or of the reward, then of what each cost falls short of 1.
  std::vector<KlIndices<Real>> indices_;
};
static_assert(Learner<LinConKlUcb<double>> && Learner<LinConKlUcb<Pack<8>>>);

}  // namespace regretta
