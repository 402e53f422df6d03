#pragma once
/// The learner `lincon-ts`, Thompson sampling with constraints. Bandit feedback.

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/learners/math/beta_posterior.hpp"
#include "regretta/learners/math/linear_program.hpp"
#include "regretta/learners/math/projection_counts.hpp"

namespace regretta {

/// What is played if the drawn program has no solution.
enum class NoSolution { relax, uniform };
inline constexpr Choice no_solutions =
    choice_of<NoSolution>({{NoSolution::relax, "relax", "the solution of the relaxed program"},
                           {NoSolution::uniform, "uniform", "a random arm, as in the authors' code"}});

struct LinConTsParams {
  bool first_round = false;
  NoSolution infeasible = NoSolution::relax;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit.later("first_round", p.first_round, "arm t is played in round t <= K, as in the authors' code");
    visit.later("infeasible", p.infeasible, no_solutions, "what is played if the drawn program has no solution");
  }
};

/// LinConTS (Saxena, Gonzalez, Jalden, AISTATS 2020): x_t solves the linear program of the drawn losses and violations.
/// In the source one Bernoulli event an arm is both its reward and its one constraint, and has one posterior. Here
/// losses and violations are apart, with posteriors of their own, of costs or else (g + 1) / 2 for each of several
/// constraints: a reconstruction, as are the defaults of both parameters.
template <class Real>
class LinConTs {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = LinConTsParams;
  LinConTs(const Problem& problem, const Params& params)
      : problem_(problem),
        params_(params),
        means_(static_cast<std::size_t>(problem.num_constraints) + 1, BetaPosterior<Real>(problem.num_arms)),
        program_(problem.num_arms, problem.num_constraints),
        loss_(Vector<Real>::Constant(problem.num_arms, Real(0.0))),
        tie_order_(loss_),
        x_(loss_),
        drawn_(loss_),
        violation_(problem.num_constraints, problem.num_arms) {}

  void draw(const Randomness<Real>& random) {
    if (params_.first_round && round_ < x_.size()) {
      x_.setConstant(Real(0.0));
      x_[round_] = Real(1.0);
      return;
    }
    means_[0].draw(random, 0, loss_);
    for (int i = 0; i < violation_.rows(); ++i) {
      means_[static_cast<std::size_t>(i) + 1].draw(random, i + 1, drawn_);
      const Real width(problem_.violation_width()), low(problem_.violation_range(i).low);
      for (int a = 0; a < x_.size(); ++a) violation_(i, a) = fma(drawn_[a], width, low);
    }
    const LpOutcome<Real> outcome = program_.solve(loss_, violation_, tie_order_, x_);
    counts_.add(outcome);
    if (params_.infeasible == NoSolution::uniform)
      for (Real& weight : x_) weight = select(outcome.empty, Real(1.0 / static_cast<double>(x_.size())), weight);
  }
  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback& round) {
    ++round_;
    means_[0].add(round.arm(), round.loss());
    const Real per_width(1 / problem_.violation_width());
    for (int i = 0; i < violation_.rows(); ++i)
      means_[static_cast<std::size_t>(i) + 1].add(
          round.arm(), fma(round.violation(i), per_width, Real(-problem_.violation_range(i).low) * per_width));
  }
  Reported<Real> reported() const { return counts_.reported(); }

  template <class Archive>
  void state(Archive& archive) {
    archive(round_, means_, program_, counts_);
  }

 private:
  Problem problem_;
  LinConTsParams params_;
  std::int64_t round_ = 0;                  // rounds played
  std::vector<BetaPosterior<Real>> means_;  // of the loss, then of each violation
  LinearProgram<Real> program_;
  Vector<Real> loss_, tie_order_, x_, drawn_;  // all equal, as drawn means do not tie
  Matrix<Real> violation_;
  ProjectionCounts<Real> counts_;
};
static_assert(Learner<LinConTs<double>> && Learner<LinConTs<Pack<8>>> && DrawsForItself<LinConTs<double>>);

}  // namespace regretta
