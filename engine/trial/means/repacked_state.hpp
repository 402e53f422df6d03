#pragma once
/// Lets a round loop of any instruction set or width use the state of an adaptive adversary, which is compiled for
/// StatePack only.

#include <array>
#include <memory>
#include <type_traits>

#include "regretta/engine/trial/means/repacking.hpp"

namespace regretta {

/// As many StatePack states as cover the lanes of Real.
template <class Real>
class RepackedState final : public Adaptive<Real> {
 public:
  explicit RepackedState(const AdaptiveStage& stage) {
    for (Part& part : parts_) part.state = stage.pack();
  }

  void move(std::int64_t t, const Vector<Real>& strategy, Means<Real>& means) override {
    for (std::size_t n = 0; n < parts_.size(); ++n) {
      Part& part = parts_[n];
      Parts::copy_part(strategy, n, part.strategy);
      Parts::copy_part(means.loss, n, part.means.loss);
      Parts::copy_part(means.violation, n, part.means.violation);
      part.state->move(t, part.strategy, part.means);
    }
    for (Eigen::Index a = 0; a < means.loss.size(); ++a)
      means.loss[a] = Parts::joined([this, a](std::size_t n) { return parts_[n].means.loss[a]; });
    for (Eigen::Index e = 0; e < means.violation.size(); ++e)
      means.violation.data()[e] =
          Parts::joined([this, e](std::size_t n) { return parts_[n].means.violation.data()[e]; });
  }
  void played(const Index<Real>& arm) override {
    for (std::size_t n = 0; n < parts_.size(); ++n) parts_[n].state->played(Parts::part_of_arms(arm, n));
  }
  Reported<Real> reported() const override {
    std::array<Reported<StatePack>, Parts::packs> of_part;
    for (std::size_t n = 0; n < parts_.size(); ++n) of_part[n] = parts_[n].state->reported();
    Reported<Real> all;
    for (std::size_t q = 0; q < of_part[0].size(); ++q)
      all.emplace_back(of_part[0][q].first, Parts::joined([&](std::size_t n) { return of_part[n][q].second; }));
    return all;
  }

 private:
  using Parts = Repacking<Real>;
  struct Part {
    std::unique_ptr<Adaptive<StatePack>> state;
    Vector<StatePack> strategy;
    Means<StatePack> means;
  };
  std::array<Part, Parts::packs> parts_;
};

/// The state of a stage for a round loop over Real.
template <class Real>
std::unique_ptr<Adaptive<Real>> make_state(const AdaptiveStage& stage) {
  if constexpr (std::is_same_v<Real, double>) {
    return stage.one_trial();
  } else if constexpr (std::is_same_v<Real, StatePack>) {
    return stage.pack();
  } else {
    return std::make_unique<RepackedState<Real>>(stage);
  }
}

}  // namespace regretta
