#pragma once
/// Lets a round loop of any instruction set or width use the state of an adaptive adversary, which is compiled for
/// StatePack only.

#include <array>
#include <memory>
#include <type_traits>

#include "regretta/engine/trial/means/lent_lanes.hpp"

namespace regretta {

/// As many StatePack states as cover the lanes of Real.
template <class Real>
class BorrowedState final : public Adaptive<Real> {
 public:
  explicit BorrowedState(const AdaptiveStage& stage) {
    for (Lent& lent : lent_) lent.state = stage.pack();
  }

  void move(std::int64_t t, const Vector<Real>& strategy, Means<Real>& means) override {
    for (std::size_t n = 0; n < lent_.size(); ++n) {
      Lent& lent = lent_[n];
      Lanes::lend(strategy, n, lent.strategy);
      Lanes::lend(means.loss, n, lent.means.loss);
      Lanes::lend(means.violation, n, lent.means.violation);
      lent.state->move(t, lent.strategy, lent.means);
    }
    for (Eigen::Index a = 0; a < means.loss.size(); ++a)
      means.loss[a] = Lanes::joined([this, a](std::size_t n) { return lent_[n].means.loss[a]; });
    for (Eigen::Index e = 0; e < means.violation.size(); ++e)
      means.violation.data()[e] =
          Lanes::joined([this, e](std::size_t n) { return lent_[n].means.violation.data()[e]; });
  }
  void played(const Index<Real>& arm) override {
    for (std::size_t n = 0; n < lent_.size(); ++n) lent_[n].state->played(Lanes::lent_arms(arm, n));
  }
  Real injected() const override {
    return Lanes::joined([this](std::size_t n) { return lent_[n].state->injected(); });
  }
  Real exposure() const override {
    return Lanes::joined([this](std::size_t n) { return lent_[n].state->exposure(); });
  }

  bool can_be_saved() const override { return lent_[0].state->can_be_saved(); }
  void save(StateWriter& writer) override {
    for (Lent& lent : lent_) lent.state->save(writer);
  }
  void restore(StateReader& reader) override {
    for (Lent& lent : lent_) lent.state->restore(reader);
  }

 private:
  using Lanes = LentLanes<Real>;
  struct Lent {
    std::unique_ptr<Adaptive<StatePack>> state;
    Vector<StatePack> strategy;
    Means<StatePack> means;
  };
  std::array<Lent, Lanes::packs> lent_;
};

/// The state of a stage for a round loop over Real.
template <class Real>
std::unique_ptr<Adaptive<Real>> make_state(const AdaptiveStage& stage) {
  if constexpr (std::is_same_v<Real, double>) {
    return stage.one_trial();
  } else if constexpr (std::is_same_v<Real, StatePack>) {
    return stage.pack();
  } else {
    return std::make_unique<BorrowedState<Real>>(stage);
  }
}

}  // namespace regretta
