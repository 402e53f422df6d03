#pragma once
/// What `lincon-ts` and `lincon-kl-ucb` share (Saxena, Gonzalez, Jalden, AISTATS 2020): a linear program in every
/// round, a first round of every arm, and what is played where the program has no solution. Bandit feedback.

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/learners/math/linear_program.hpp"
#include "regretta/learners/math/projection_counts.hpp"

namespace regretta {

/// What is played if the program has no solution.
enum class NoSolution { relax, uniform };
inline constexpr Choice no_solutions =
    choice_of<NoSolution>({{NoSolution::relax, "relax", "the solution of the relaxed program"},
                           {NoSolution::uniform, "uniform", "a random arm, as in the authors' code"}});

template <class Real>
class LinCon {
 public:
  LinCon(const Problem& problem, bool first_round, NoSolution infeasible)
      : first_round_(first_round),
        infeasible_(infeasible),
        program_(problem.num_arms, problem.num_constraints),
        loss_(Vector<Real>::Constant(problem.num_arms, Real(0.0))),
        x_(loss_),
        violation_(problem.num_constraints, problem.num_arms) {}

  const Vector<Real>& strategy() const { return x_; }
  Reported<Real> reported() const { return counts_.reported(); }

 protected:
  /// Whether every arm is to be played once first, and this is the round of arm round_.
  bool in_first_round() {
    if (!first_round_ || round_ >= x_.size()) return false;
    x_.setConstant(Real(0.0));
    x_[round_] = Real(1.0);
    return true;
  }
  /// x_t of loss_ and violation_.
  LpOutcome<Real> solve() {
    const LpOutcome<Real> outcome = program_.solve(loss_, violation_, x_);
    counts_.add(outcome);
    return outcome;
  }
  /// To be called last, as it overwrites x_.
  void replace_relaxed(const LpOutcome<Real>& outcome) {
    if (infeasible_ == NoSolution::uniform)
      for (Real& weight : x_) weight = select(outcome.empty, Real(1.0 / static_cast<double>(x_.size())), weight);
  }

  bool first_round_;
  NoSolution infeasible_;
  std::int64_t round_ = 0;  // rounds played
  LinearProgram<Real> program_;
  Vector<Real> loss_, x_;
  Matrix<Real> violation_;
  ProjectionCounts<Real> counts_;
};

}  // namespace regretta
