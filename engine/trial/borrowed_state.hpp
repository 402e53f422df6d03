#pragma once
/// Lets a round loop of any instruction set or width use the state of an adaptive adversary, which is compiled for
/// StatePack only: lanes are copied back and forth, which changes no bit.

#include <array>
#include <memory>
#include <type_traits>
#include <utility>

#include "regretta/engine/trial/adversary.hpp"

namespace regretta {

/// As many StatePack states as cover the lanes of Real.
template <class Real>
class BorrowedState final : public Adaptive<Real> {
 public:
  explicit BorrowedState(const AdaptiveStage& stage) {
    for (Lent& lent : lent_) lent.state = stage.pack();
  }

  void move(std::int64_t t, const Vector<Real>& strategy, Means<Real>& means) override {
    lend(
        strategy, [](Lent & lent) -> auto& { return lent.strategy; });
    lend(
        means.loss, [](Lent & lent) -> auto& { return lent.means.loss; });
    lend(
        means.violation, [](Lent & lent) -> auto& { return lent.means.violation; });
    for (Lent& lent : lent_) lent.state->move(t, lent.strategy, lent.means);
    for (Eigen::Index a = 0; a < means.loss.size(); ++a)
      means.loss[a] = joined([a](const Lent& lent) { return lent.means.loss[a]; });
    for (Eigen::Index e = 0; e < means.violation.size(); ++e)
      means.violation.data()[e] = joined([e](const Lent& lent) { return lent.means.violation.data()[e]; });
  }
  void played(const Index<Real>& arm) override {
    for (std::size_t n = 0; n < lent_.size(); ++n) {
      Index<StatePack> arms;
      for (std::size_t k = 0; k < arms.size(); ++k) arms[k] = arm[lane_of(n, k)];
      lent_[n].state->played(arms);
    }
  }
  Real injected() const override {
    return joined([](const Lent& lent) { return lent.state->injected(); });
  }
  Real exposure() const override {
    return joined([](const Lent& lent) { return lent.state->exposure(); });
  }

  bool can_be_saved() const override { return lent_[0].state->can_be_saved(); }
  void save(StateWriter& writer) override {
    for (Lent& lent : lent_) lent.state->save(writer);
  }
  void restore(StateReader& reader) override {
    for (Lent& lent : lent_) lent.state->restore(reader);
  }

 private:
  static constexpr std::size_t width = lanes<StatePack>;
  static constexpr std::size_t num_lent = (lanes<Real> + width - 1) / width;
  struct Lent {
    std::unique_ptr<Adaptive<StatePack>> state;
    Vector<StatePack> strategy;
    Means<StatePack> means;
  };

  /// The lane of Real that lane k of state n copies; surplus lanes copy the last one.
  static std::size_t lane_of(std::size_t n, std::size_t k) {
    return std::min(n * width + k, static_cast<std::size_t>(lanes<Real>) - 1);
  }
  template <class From, class PartOf>
  void lend(const From& from, PartOf part_of) {
    for (Lent& lent : lent_) part_of(lent).resize(from.rows(), from.cols());
    for (Eigen::Index e = 0; e < from.size(); ++e) {
      std::array<double, static_cast<std::size_t>(lanes<Real>)> values;
      from.data()[e].store(values.data());
      for (std::size_t n = 0; n < num_lent; ++n) {
        std::array<double, width> own;
        for (std::size_t k = 0; k < width; ++k) own[k] = values[lane_of(n, k)];
        part_of(lent_[n]).data()[e] = StatePack::load(own.data());
      }
    }
  }
  template <class ValueOf>
  Real joined(ValueOf value_of) const {
    std::array<double, num_lent * width> values;
    for (std::size_t n = 0; n < num_lent; ++n) value_of(lent_[n]).store(values.data() + n * width);
    return Real::load(values.data());
  }

  std::array<Lent, num_lent> lent_;
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
