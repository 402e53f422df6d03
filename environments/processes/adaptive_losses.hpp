#pragma once
/// Adaptive stages that move the losses. Used by mean_kinds.cpp and base_kinds.cpp.

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"

namespace regretta {

/// Losses that punish the leader: the arm with most weight in x_t gets the worst loss of the round. This makes
/// follow-the-leader fail (Cesa-Bianchi and Lugosi, Prediction, Learning, and Games, 2006, section 4.3).
struct AntiLeaderParams {
  double base = 0.0;   ///< in [0, 1]
  double worst = 1.0;  ///< in [0, 1]

  static void fields(auto& p, auto&& visit) {
    visit("base", p.base, Range{0, 1}, "mean loss of the other arms");
    visit("worst", p.worst, Range{0, 1}, "mean loss of the arm with most weight in x_t (ties: the first of them)");
  }
};

template <class Real>
class AntiLeader final : public Adaptive<Real> {
 public:
  AntiLeader(const Problem&, const AntiLeaderParams& params) : worst_(params.worst) {}

  void move(std::int64_t, const Vector<Real>& strategy, Means<Real>& means) override {
    Real largest = strategy(0);
    Real leader(0.0);
    for (Eigen::Index a = 1; a < strategy.size(); ++a) {
      const auto is_larger = strategy(a) > largest;
      largest = select(is_larger, strategy(a), largest);
      leader = select(is_larger, Real(static_cast<double>(a)), leader);
    }
    for (Eigen::Index a = 0; a < strategy.size(); ++a)
      means.loss(a) = select(leader == Real(static_cast<double>(a)), worst_, means.loss(a));
  }

 private:
  Real worst_;
};

/// Which means the game sets. A study may replace the losses or the violations.
struct MannorMoves {
  bool losses = true;
  bool violations = true;
};

/// The impossibility game of Mannor, Tsitsiklis and Yu (Online learning with sample path constraints, JMLR 2009), in
/// loss form: K = 2, m = 1. In each round Nature picks a column:
///
///             column 1            column 2
///   arm 1     loss 0,   g = -1    loss 0, g = +1
///   arm 2     loss 1/2, g = -1    loss 1, g = -1
///
/// by this algorithm, which sees the arms that were drawn:
///   1: k = 1
///   2: while k = 1 or the frequency of arm 1 over all earlier rounds exceeds 3/4: play column 2, k = k + 1
///   3: play column 1 for k rounds, then go to 1
template <class Real>
class Mannor final : public Adaptive<Real> {
 public:
  Mannor(const Problem&, const MannorMoves& moves) : moves_(moves) {}

  void move(std::int64_t t, const Vector<Real>&, Means<Real>& means) override {
    const Mask<Real> exceeds = pulls_of_arm_1_ > Real(0.75 * static_cast<double>(t - 1));
    const Mask<Real> decides = column_1_rounds_ == Real(0.0);  // not inside the run of column 1 in step 3
    const Mask<Real> column_2 = decides & ((k_ == Real(1.0)) | exceeds);
    column_1_rounds_ = select(decides, k_, column_1_rounds_);
    column_1_rounds_ = select(column_2, Real(0.0), column_1_rounds_ - Real(1.0));  // step 3
    k_ = select(column_2, k_ + Real(1.0), k_);                                     // step 2
    k_ = select((!column_2) & (column_1_rounds_ == Real(0.0)), Real(1.0), k_);     // step 1

    if (moves_.losses) {
      means.loss(0) = Real(0.0);
      means.loss(1) = select(column_2, Real(1.0), Real(0.5));
    }
    if (moves_.violations) {
      means.violation(0, 0) = select(column_2, Real(1.0), Real(-1.0));
      means.violation(0, 1) = Real(-1.0);
    }
  }

  void played(const Index<Real>& arm) override {
    pulls_of_arm_1_ = pulls_of_arm_1_ + select(from_index<Real>(arm) == Real(0.0), Real(1.0), Real(0.0));
  }

 private:
  MannorMoves moves_;
  Real k_ = Real(1.0);                ///< k of the algorithm
  Real column_1_rounds_ = Real(0.0);  ///< rounds of column 1 still to play
  Real pulls_of_arm_1_ = Real(0.0);
};

}  // namespace regretta
