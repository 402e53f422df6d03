#pragma once
/// What an adaptive stage injects on one arm, and what the learner perceives of it.

#include <cstdint>

#include "regretta/engine/trial/contract/adversary.hpp"

namespace regretta {

/// The learner observes a move exactly when it plays the arm, and therefore perceives T sum_t x_t P_t / sum_t x_t, with
/// x_t the weight of the arm and P_t the move.
template <class Real>
class InjectedCorruption {
 public:
  void add(std::int64_t t, const Real& weight, const Real& move) {
    rounds_ = t;
    injected_ += move;
    exposure_ += weight;
    perceived_ += move * weight;
  }
  Reported<Real> reported() const {
    return {{"injected_corruption", injected_},
            {"perceived_corruption", Real(static_cast<double>(rounds_)) * perceived_ / exposure_}};
  }

 private:
  std::int64_t rounds_ = 0;
  Real injected_{0.0};   ///< sum_t P_t
  Real exposure_{0.0};   ///< sum_t x_t
  Real perceived_{0.0};  ///< sum_t x_t P_t
};

}  // namespace regretta
