#pragma once
// A learner with one planted fault: 0 / 0 where every loss was 1. `regretta check fault-nan-at-extremes --with
// nan_at_extremes.hpp` must find it.

#include "regretta/engine/plugin/learner_entry.hpp"

namespace regretta::faults_nan_at_extremes {

struct NoSettings {
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

/// Exponential weights on the loss of the arm that was played.
template <class Real>
class NanAtExtremes {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = NoSettings;
  NanAtExtremes(const Problem& problem, const Params&)
      : x_(Vector<Real>::Constant(problem.num_arms, Real(1.0 / problem.num_arms))), weight_(x_) {
    weight_.setConstant(Real(0.0));
  }

  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback& round) {
    ++t_;
    Real total(0.0);
    for (int a = 0; a < x_.size(); ++a) {
      weight_[a] += select(round.played(a), Real(1.0) - round.loss(), Real(0.0));  // begins with 0
      total += weight_[a];
    }
    if (t_ < 50) return;
    for (int a = 0; a < x_.size(); ++a) x_[a] = weight_[a] / total;
  }

 private:
  int t_ = 0;
  Vector<Real> x_, weight_;
};
static_assert(Learner<NanAtExtremes<double>> && Learner<NanAtExtremes<Pack<8>>>);

}  // namespace regretta::faults_nan_at_extremes

inline void add_to(regretta::Catalogue& catalogue) {
  catalogue.learners.push_back(regretta::learner_entry<regretta::faults_nan_at_extremes::NanAtExtremes>(
      {.name = "fault-nan-at-extremes", .summary = "has a fault", .source = "tests"}));
}
