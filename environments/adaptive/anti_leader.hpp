#pragma once
/// An adaptive loss that punishes the leader: the arm with the most weight in x_t gets the worst loss of the round,
/// which makes follow-the-leader fail (Cesa-Bianchi and Lugosi, Prediction, Learning, and Games, 2006, section 4.3).
/// Used by loss_kinds.cpp.

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"

namespace regretta {

struct AntiLeaderParams {
  double base = 0.0;   ///< in [0, 1]
  double worst = 1.0;  ///< in [0, 1]

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("base", p.base, Range{0, 1}, "mean loss of the other arms");
    visit("worst", p.worst, Range{0, 1}, "mean loss of the arm that has most weight (ties: the first of them)");
  }
};

template <class Real>
class AntiLeader final : public Adaptive<Real> {
 public:
  AntiLeader(const Problem&, const AntiLeaderParams& params) : worst_(params.worst) {}

  void move(std::int64_t, const Vector<Real>& strategy, Means<Real>& means) override {
    Real most = strategy(0);
    Real leader(0.0);
    for (Eigen::Index a = 1; a < strategy.size(); ++a) {
      const auto ahead = strategy(a) > most;
      most = select(ahead, strategy(a), most);
      leader = select(ahead, Real(static_cast<double>(a)), leader);
    }
    for (Eigen::Index a = 0; a < strategy.size(); ++a)
      means.loss(a) = select(leader == Real(static_cast<double>(a)), worst_, means.loss(a));
  }

 private:
  Real worst_;
};

}  // namespace regretta
