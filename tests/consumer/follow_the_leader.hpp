#pragma once
// A user-defined learner, and a function that adds it to a catalogue, for each instruction set.

#include "regretta/engine/plugin/learner_entry.hpp"

namespace mine {

using namespace regretta;

struct FollowTheLeaderParams {
  double optimism = 1;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("optimism", p.optimism, Range{0, 10}, "number of pulls with loss 0 with which every arm starts");
  }
};

/// Plays the arm with the smallest mean loss.
template <class Real>
class FollowTheLeader {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = FollowTheLeaderParams;

  FollowTheLeader(const Problem& problem, const Params& params)
      : x_(Vector<Real>::Constant(problem.num_arms, Real(1.0 / problem.num_arms))),
        loss_(Vector<Real>::Constant(problem.num_arms, Real(0.0))),
        pulls_(Vector<Real>::Constant(problem.num_arms, Real(params.optimism + 1e-9))) {}

  const Vector<Real>& strategy() const { return x_; }

  void observe(const Feedback& round) {
    Real least(infinity);
    for (int a = 0; a < x_.size(); ++a) {
      loss_[a] += select(round.played(a), round.loss(), Real(0.0));
      pulls_[a] += select(round.played(a), Real(1.0), Real(0.0));
      least = min(loss_[a] / pulls_[a], least);
    }
    Real remaining(1.0);  // probability; the first of tied arms gets all of it
    for (int a = 0; a < x_.size(); ++a) {
      x_[a] = select(loss_[a] / pulls_[a] <= least, remaining, Real(0.0));
      remaining -= x_[a];
    }
  }

 private:
  Vector<Real> x_, loss_, pulls_;
};
static_assert(Learner<FollowTheLeader<double>> && Learner<FollowTheLeader<Pack<8>>>);

inline LearnerEntry follow_the_leader_entry() {
  return {.name = "follow-the-leader", .summary = "the arm of least mean loss", .source = "folklore"};
}

/// Adds the learner that is compiled for the instruction set Isa: native::V3, native::Avx512, ...
template <class Isa>
void add_follow_the_leader(Catalogue& catalogue);

}  // namespace mine
