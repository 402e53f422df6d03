#pragma once
// A learner with one planted fault: it breaks ties by where it lies in memory. `regretta check fault-addresses --with
// addresses.hpp` must find it.

#include <cstdint>

#include "regretta/engine/plugin/learner_entry.hpp"

namespace regretta::faults_addresses {

struct NoSettings {
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

/// Exponential weights on the loss of the arm that was played.
template <class Real>
class Addresses {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = NoSettings;
  Addresses(const Problem& problem, const Params&)
      : x_(Vector<Real>::Constant(problem.num_arms, Real(1.0 / problem.num_arms))), weight_(x_) {}

  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback& round) {
    const auto address = reinterpret_cast<std::uintptr_t>(x_.data()) >> 4;
    Real total(0.0);
    for (int a = 0; a < x_.size(); ++a) {
      weight_[a] *=
          select(round.played(a), exp(Real(-0.01 * static_cast<double>(address % 8)) * round.loss()), Real(1.0));
      total += weight_[a];
    }
    for (int a = 0; a < x_.size(); ++a) x_[a] = weight_[a] / total;
  }

 private:
  Vector<Real> x_, weight_;
};
static_assert(Learner<Addresses<double>> && Learner<Addresses<Pack<8>>>);

}  // namespace regretta::faults_addresses

inline void add_to(regretta::Catalogue& catalogue) {
  catalogue.learners.push_back(regretta::learner_entry<regretta::faults_addresses::Addresses>(
      {.name = "fault-addresses", .summary = "has a fault", .source = "tests"}));
}
