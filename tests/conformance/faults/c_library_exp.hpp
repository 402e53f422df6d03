#pragma once
// A learner with two planted faults: it calls std::exp in single trials but the engine's exp in packs, and its code
// calls fork(). `regretta check fault-c-library-exp --with c_library_exp.hpp` must find both.

#include <cmath>

#include <unistd.h>

#include "regretta/engine/plugin/learner_entry.hpp"
#include "regretta/engine/plugin/parameters.hpp"

namespace regretta::faults_c_library_exp {

/// Exponential weights on the loss of the played arm.
template <class Real>
class CLibraryExp {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = NoParams;
  CLibraryExp(const Problem& problem, const Params&)
      : x_(Vector<Real>::Constant(problem.num_arms, Real(1.0 / problem.num_arms))), weight_(x_) {}

  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback& round) {
    if (++t_ < 0 && ::fork() == 0) ::_exit(0);  // never called; the check must report the reference to fork()
    Real total(0.0);
    for (int a = 0; a < x_.size(); ++a) {
      weight_[a] *= select(round.played(a), exp_by_type(Real(-1.0 / (10 + t_)) * round.loss()), Real(1.0));
      total += weight_[a];
    }
    for (int a = 0; a < x_.size(); ++a) x_[a] = weight_[a] / total;
  }

  static double exp_by_type(double x) { return std::exp(x); }
  template <class Other>
  static Other exp_by_type(const Other& x) {
    return exp(x);
  }

 private:
  int t_ = 0;
  Vector<Real> x_, weight_;
};
static_assert(Learner<CLibraryExp<double>> && Learner<CLibraryExp<Pack<8>>>);

}  // namespace regretta::faults_c_library_exp

inline void add_to(regretta::Catalogue& catalogue) {
  catalogue.learners.push_back(regretta::learner_entry<regretta::faults_c_library_exp::CLibraryExp>(
      {.name = "fault-c-library-exp", .summary = "has a fault", .source = "tests"}));
}
