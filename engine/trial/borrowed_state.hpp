#pragma once
/// The state of an adaptive adversary for a round loop of another instruction set: the lanes are copied to and fro,
/// which changes no bit.

#include <memory>
#include <type_traits>
#include <utility>

#include "regretta/engine/trial/adversary.hpp"

namespace regretta {

template <class Real>
class BorrowedState final : public Adaptive<Real> {
 public:
  using Lent = StatePack<lanes<Real>>;
  explicit BorrowedState(std::unique_ptr<Adaptive<Lent>> state) : state_(std::move(state)) {}

  void move(std::int64_t t, const Vector<Real>& strategy, Means<Real>& means) override {
    copy(strategy, strategy_);
    copy(means.loss, means_.loss);
    copy(means.violation, means_.violation);
    state_->move(t, strategy_, means_);
    copy(means_.loss, means.loss);
    copy(means_.violation, means.violation);
  }
  void played(const Index<Real>& arm) override { state_->played(arm); }
  Real injected() const override { return lanes_of<Real>(state_->injected()); }
  Real exposure() const override { return lanes_of<Real>(state_->exposure()); }

 private:
  template <class To, class From>
  static To lanes_of(const From& from) {
    double values[lanes<Real>];
    from.store(values);
    return To::load(values);
  }
  template <class From, class To>
  static void copy(const From& from, To& to) {
    to.resize(from.rows(), from.cols());
    for (Eigen::Index e = 0; e < from.size(); ++e) to.data()[e] = lanes_of<typename To::Scalar>(from.data()[e]);
  }

  std::unique_ptr<Adaptive<Lent>> state_;
  Vector<Lent> strategy_;
  Means<Lent> means_;
};

/// The state of a stage, for the round loop that this file is part of.
template <class Real>
std::unique_ptr<Adaptive<Real>> make_state(const AdaptiveStage& stage) {
  if constexpr (lanes<Real> == 1 || std::is_same_v<Real, StatePack<lanes<Real>>>) {
    return stage.make<Real>();
  } else {
    return std::make_unique<BorrowedState<Real>>(stage.make<StatePack<lanes<Real>>>());
  }
}

}  // namespace regretta
