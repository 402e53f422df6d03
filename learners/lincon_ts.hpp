#pragma once
/// The learner `lincon-ts`, Thompson sampling with constraints. Bandit feedback.

#include "regretta/engine/plugin/no_params.hpp"
#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/learners/math/beta_posterior.hpp"
#include "regretta/learners/math/linear_program.hpp"
#include "regretta/learners/math/projection_counts.hpp"

namespace regretta {

/// LinConTS (Saxena, Gonzalez, Jalden, AISTATS 2020): x_t solves the linear program of the drawn losses and violations.
/// Several constraints, each with posteriors of (g + 1) / 2, and what is played where the program has no solution
/// (learners/ALGORITHMS.md) are a reconstruction.
template <class Real>
class LinConTs {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = NoParams;
  LinConTs(const Problem& problem, const Params&)
      : means_(static_cast<std::size_t>(problem.num_constraints) + 1, BetaPosterior<Real>(problem.num_arms)),
        program_(problem.num_arms, problem.num_constraints),
        loss_(Vector<Real>::Constant(problem.num_arms, Real(0.0))),
        lots_(loss_),
        x_(loss_),
        drawn_(loss_),
        violation_(problem.num_constraints, problem.num_arms) {}

  void draw(const Randomness<Real>& random) {
    means_[0].draw(random, 0, loss_);
    for (int i = 0; i < violation_.rows(); ++i) {
      means_[static_cast<std::size_t>(i) + 1].draw(random, i + 1, drawn_);
      for (int a = 0; a < x_.size(); ++a) violation_(i, a) = fma(drawn_[a], Real(2.0), Real(-1.0));
    }
    counts_.add(program_.solve(loss_, violation_, lots_, x_));
  }
  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback& round) {
    means_[0].add(round.arm(), round.loss());
    for (int i = 0; i < violation_.rows(); ++i)
      means_[static_cast<std::size_t>(i) + 1].add(round.arm(), fma(round.violation(i), Real(0.5), Real(0.5)));
  }
  Reported<Real> reported() const { return counts_.reported(); }

  template <class Archive>
  void state(Archive& archive) {
    archive(means_, program_, counts_);
  }

 private:
  std::vector<BetaPosterior<Real>> means_;  // of the loss, then of each violation
  LinearProgram<Real> program_;
  Vector<Real> loss_, lots_, x_, drawn_;  // no lots, as drawn means do not tie
  Matrix<Real> violation_;
  ProjectionCounts<Real> counts_;
};
static_assert(Learner<LinConTs<double>> && Learner<LinConTs<Pack<8>>> && DrawsForItself<LinConTs<double>>);

}  // namespace regretta
