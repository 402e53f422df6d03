#pragma once
/// Noise whose loss and constraints have laws of their own.

#include <memory>
#include <utility>
#include <vector>

#include "regretta/engine/trial/contract/noise_law.hpp"

namespace regretta {

class SeparateLaws final : public NoiseLaw {
 public:
  /// constraints: one for each constraint.
  SeparateLaws(std::shared_ptr<const NoiseLaw> loss, std::vector<std::shared_ptr<const NoiseLaw>> constraints)
      : loss_(std::move(loss)), constraints_(std::move(constraints)) {}

  /// That of constraint i, whose `loss` is the law of its cost where it has one.
  const NoiseLaw& of(int i) const { return *constraints_.at(static_cast<std::size_t>(i)); }

  double loss(double u, double mean) const override { return loss_->loss(u, mean); }
  double violation(int i, double u, double mean) const override { return of(i).violation(i, u, mean); }
  StatePack loss(const StatePack& u, const StatePack& mean) const override { return loss_->loss(u, mean); }
  StatePack violation(int i, const StatePack& u, const StatePack& mean) const override {
    return of(i).violation(i, u, mean);
  }

 private:
  std::shared_ptr<const NoiseLaw> loss_;
  std::vector<std::shared_ptr<const NoiseLaw>> constraints_;
};

}  // namespace regretta
