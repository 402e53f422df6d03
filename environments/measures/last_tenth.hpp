#pragma once
/// `last-tenth-loss`: what a round costs once the learner has learned.

#include <cstdint>

#include "regretta/engine/plugin/no_params.hpp"
#include "regretta/engine/trial/books/measure.hpp"

namespace regretta {

/// The mean of lbar_t'x_t over the last tenth of the rounds, at least one; NaN before them.
template <class Real>
class LastTenthLoss {
 public:
  using Params = NoParams;
  LastTenthLoss(const Params&, const CellWork& work) : first_(work.problem.horizon - (work.problem.horizon - 1) / 10) {}

  void add(const PlayedRound<Real>& round) {
    if (round.t < first_) return;
    loss_ += round.expected_loss;
    ++rounds_;
  }
  Real value(std::size_t) const { return loss_ / Real(static_cast<double>(rounds_)); }

 private:
  std::int64_t first_;
  Real loss_{0.0};
  std::int64_t rounds_ = 0;
};

}  // namespace regretta
