#pragma once
/// The learner `lincon-ts`, Thompson sampling with constraints. Bandit feedback.

#include <optional>

#include "regretta/learners/lincon.hpp"
#include "regretta/learners/math/beta_posterior.hpp"
#include "regretta/learners/math/seen_events.hpp"

namespace regretta {

/// What is believed of an arm.
enum class LinConPosterior { as_published, event, apart };
inline constexpr Choice lincon_posteriors = choice_of<LinConPosterior>(
    {{LinConPosterior::as_published, "as-published",
      "where the environment has events, that of an arm's event, with the first round and the random arm of the "
      "authors' code; else apart"},
     {LinConPosterior::event, "event", "that of an arm's event"},
     {LinConPosterior::apart, "apart", "one of its loss and one of each violation"}});

struct LinConTsParams {
  bool first_round = false;
  NoSolution infeasible = NoSolution::relax;
  LinConPosterior posterior = LinConPosterior::as_published;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit.later("first_round", p.first_round, "arm t is played in round t <= K, as in the authors' code");
    visit.later("infeasible", p.infeasible, no_solutions, "what is played if the drawn program has no solution");
    visit.later("posterior", p.posterior, lincon_posteriors, "what is drawn for the program");
  }
  void check(const Problem& problem) const {
    if (posterior == LinConPosterior::event && !problem.events)
      throw InputError(
          "posterior",
          "is \"event\", but this environment has none; expected \"apart\", or outcomes of kind \"event\"");
  }

  bool is_published(const Problem& problem) const {
    return problem.events && posterior == LinConPosterior::as_published;
  }
  bool has_event_posterior(const Problem& problem) const {
    return problem.events && posterior != LinConPosterior::apart;
  }
};

/// LinConTS (Saxena, Gonzalez, Jalden, AISTATS 2020): x_t solves the linear program of the drawn losses and violations.
/// In the source one Bernoulli event an arm is both its reward and its one constraint, and has one posterior; several
/// constraints are ours. Where the environment has no events, losses and violations have posteriors of their own, of
/// costs or else (g + 1) / 2 for each constraint: a reconstruction.
template <class Real>
class LinConTs : public LinCon<Real> {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = LinConTsParams;
  LinConTs(const Problem& problem, const Params& params)
      : LinCon<Real>(problem, params.first_round || params.is_published(problem),
                     params.is_published(problem) ? NoSolution::uniform : params.infeasible),
        problem_(problem),
        drawn_(Vector<Real>::Constant(problem.num_arms, Real(0.0))) {
    if (params.has_event_posterior(problem)) events_.emplace(problem);
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
  std::optional<SeenEvents> events_;        // if the posterior is that of events
  std::vector<BetaPosterior<Real>> means_;  // of the event; or of the loss, then of each violation
  Vector<Real> drawn_;
};
static_assert(Learner<LinConTs<double>> && Learner<LinConTs<Pack<8>>> && DrawsForItself<LinConTs<double>>);

}  // namespace regretta
