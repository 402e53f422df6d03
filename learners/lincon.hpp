#pragma once
/// The learners `lincon-ts` and `lincon-kl-ucb` (Saxena, Gonzalez, Jalden, AISTATS 2020) and their common base. Every
/// arm is played once; from then on, x_t solves a linear program. Bandit feedback.

#include <optional>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/learners/math/beta_posterior.hpp"
#include "regretta/learners/math/kl_problem.hpp"
#include "regretta/learners/math/linear_program.hpp"
#include "regretta/learners/math/one_arm.hpp"
#include "regretta/learners/math/resources.hpp"
#include "regretta/learners/math/reward_indices.hpp"

namespace regretta {

/// The strategy in a round whose linear program has no solution.
enum class NoSolution { relax, uniform };
inline constexpr Choice no_solutions =
    choice_of<NoSolution>({{NoSolution::relax, "relax", "the solution of the relaxed program"},
                           {NoSolution::uniform, "uniform", "a random arm, as in the authors' code"}});

/// The common base. Derived classes fill in loss_ and violation_, the coefficients of the program.
template <class Real>
class LinCon {
 public:
  LinCon(const Problem& problem, bool plays_every_arm_first, NoSolution infeasible)
      : plays_every_arm_first_(plays_every_arm_first),
        infeasible_(infeasible),
        program_(problem.num_arms, problem.num_constraints),
        loss_(Vector<Real>::Constant(problem.num_arms, Real(0.0))),
        x_(loss_),
        violation_(problem.num_constraints, problem.num_arms) {}

  const Vector<Real>& strategy() const { return x_; }
  Reported<Real> reported() const { return counts_.reported(); }

 protected:
  /// If some arms have not been played yet, makes x_t the point mass on the next of them and returns true.
  bool play_unplayed_arm() {
    if (!plays_every_arm_first_ || rounds_played_ >= x_.size()) return false;
    x_.setConstant(Real(0.0));
    x_[rounds_played_] = Real(1.0);
    return true;
  }
  /// Makes x_t the solution of the program.
  LpOutcome<Real> solve() {
    const LpOutcome<Real> outcome = program_.solve(loss_, violation_, x_);
    counts_.add(outcome);
    return outcome;
  }
  /// With NoSolution::uniform, replaces x_t by the uniform strategy in the lanes whose program had no solution. Call it
  /// last, after ties are broken.
  void replace_relaxed(const LpOutcome<Real>& outcome) {
    if (infeasible_ == NoSolution::uniform)
      for (Real& weight : x_) weight = select(outcome.empty, Real(1.0 / static_cast<double>(x_.size())), weight);
  }

  bool plays_every_arm_first_;
  NoSolution infeasible_;
  std::int64_t rounds_played_ = 0;
  LinearProgram<Real> program_;
  Vector<Real> loss_, x_;
  Matrix<Real> violation_;
  ProjectionCounts<Real> counts_;
};

/// Parameters of `lincon-kl-ucb`.
struct LinConKlUcbParams {
  NoSolution infeasible = NoSolution::uniform;

  static void fields(auto& p, auto&& visit) {
    visit("infeasible", p.infeasible, no_solutions, "strategy in a round whose linear program has no solution");
  }
};

/// LinCon-KL-UCB (Saxena, Gonzalez, Jalden, AISTATS 2020): plays every arm once. Then x_t solves the linear program in
/// which the upper bounds q(a) = max{q : N(a) kl(phat(a), q) <= ln t} replace the events' probabilities. In the source,
/// a threshold is a lower limit on the cost; for upper limits, lower bounds are used. In environments without events,
/// the bounds are those of rewards 1 - l and of costs, or of (g + 1) / 2 if the constraints are not costs: a
/// reconstruction. Ties are broken at random.
template <class Real>
class LinConKlUcb : public LinCon<Real> {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = LinConKlUcbParams;
  LinConKlUcb(const Problem& problem, const Params& params)
      : LinCon<Real>(problem, true, params.infeasible),
        problem_(problem),
        pulls_(Vector<Real>::Constant(problem.num_arms, Real(0.0))),
        inverse_pulls_(Vector<Real>::Constant(problem.num_arms, Real(infinity))),
        upper_(pulls_),
        lower_(pulls_) {
    if (problem.events) events_.emplace(problem);
    indices_.assign(events_ ? 2 : static_cast<std::size_t>(problem.num_constraints) + 1,
                    KlIndices<Real>(problem.num_arms, 1));
  }

  void draw(const Randomness<Real>& random) {
    if (this->play_unplayed_arm()) return;
    if (events_) {
      compute_upper_bounds(1);
      for (int a = 0; a < upper_.size(); ++a) lower_[a] = Real(1.0) - upper_[a];
      compute_upper_bounds(0);
      events_->evaluate(upper_, lower_, loss_, violation_);
    } else {
      compute_upper_bounds(0);
      for (int a = 0; a < upper_.size(); ++a) loss_[a] = Real(1.0) - upper_[a];
      for (int i = 0; i < violation_.rows(); ++i) {
        compute_upper_bounds(i + 1);
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
    ++this->rounds_played_;
    const Index<Real>& arm = round.arm();
    const Real n = gather(std::as_const(pulls_).data(), arm) + Real(1.0), inverse = Real(1.0) / n;
    scatter(pulls_.data(), arm, n);
    scatter(inverse_pulls_.data(), arm, inverse);
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

  /// Sets upper_ to the upper bounds of indices_[k].
  void compute_upper_bounds(int k) {
    const KlIndices<Real>& indices = indices_[static_cast<std::size_t>(k)];
    const double f = indices.exploration(log(static_cast<double>(this->rounds_played_ + 1)));
    for (int a = 0; a < upper_.size(); ++a)
      upper_[a] = min(indices.upper(indices.statistic(a), inverse_pulls_[a], f), Real(1.0));
  }

  Problem problem_;
  std::optional<ArmEvents> events_;
  Vector<Real> pulls_, inverse_pulls_, upper_, lower_;
  // With events: indices of the event and of its absence. Otherwise: indices of the reward and of 1 - each cost.
  std::vector<KlIndices<Real>> indices_;
};

/// LinConTS, Thompson sampling with constraints (Saxena, Gonzalez, Jalden, AISTATS 2020): x_t solves the linear program
/// of the drawn losses and violations. In the source, one Bernoulli event per arm is both its reward and its only
/// constraint, and has one posterior; several constraints are our extension. In environments without events, the losses
/// and the violations of each constraint have separate posteriors, those of violations over costs or (g + 1) / 2: a
/// reconstruction. It does not play every arm once first, and relaxes empty sets.
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
    posteriors_.assign(events_ ? 1 : static_cast<std::size_t>(problem.num_constraints) + 1,
                       BetaPosterior<Real>(problem.num_arms));
  }

  void draw(const Randomness<Real>& random) {
    if (this->play_unplayed_arm()) return;
    if (events_) {
      posteriors_[0].draw(random, 0, drawn_);
      events_->evaluate(drawn_, drawn_, loss_, violation_);
    } else {
      draw_separately(random);
    }
    this->replace_relaxed(this->solve());
  }
  void observe(const Feedback& round) {
    ++this->rounds_played_;
    if (events_) return posteriors_[0].add(round.arm(), (*events_)(round));
    posteriors_[0].add(round.arm(), round.loss());
    const Real per_width(1 / problem_.violation_width());
    for (int i = 0; i < violation_.rows(); ++i)
      posteriors_[static_cast<std::size_t>(i) + 1].add(
          round.arm(), fma(round.violation(i), per_width, Real(-problem_.violation_range(i).low) * per_width));
  }

 private:
  using LinCon<Real>::loss_;
  using LinCon<Real>::violation_;

  /// Draws losses and violations from their separate posteriors.
  void draw_separately(const Randomness<Real>& random) {
    posteriors_[0].draw(random, 0, loss_);
    for (int i = 0; i < violation_.rows(); ++i) {
      posteriors_[static_cast<std::size_t>(i) + 1].draw(random, i + 1, drawn_);
      const Real width(problem_.violation_width()), low(problem_.violation_range(i).low);
      for (int a = 0; a < drawn_.size(); ++a) violation_(i, a) = fma(drawn_[a], width, low);
    }
  }

  Problem problem_;
  std::optional<ArmEvents> events_;              // set if the environment has events
  std::vector<BetaPosterior<Real>> posteriors_;  // one for events; without events, one for the loss and each violation
  Vector<Real> drawn_;
};

}  // namespace regretta
