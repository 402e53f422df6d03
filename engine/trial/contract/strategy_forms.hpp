#pragma once
/// The forms in which a learner holds x_t. They say the same; those that say more save the referee work. They refer to
/// numbers of the learner and are valid until it observes the round.

#include <variant>

#include "regretta/engine/trial/contract/row_strategy.hpp"

namespace regretta {

/// Any strategy: K numbers in every lane.
template <class Real>
struct InLanes {
  const Vector<Real>& x;
  const Vector<Real>& vector() const { return x; }
};

/// All mass is on one arm. Arm: int if it is the same in every lane (CommitsToArms), Index<Real> if not (NamesArms).
template <class Real, class Arm>
struct OnOneArm {
  const Vector<Real>& x;
  const Arm& arm;
  const Vector<Real>& vector() const { return x; }
};

/// Any strategy, in rows (PlaysInRows).
template <class Real>
struct InRows {
  const RowStrategy<Real>& x;
  const Vector<Real>& vector() const { return x.vector(); }
};

/// x_t in one of its forms.
template <class Real>
struct Strategy {
  using Form = std::variant<InLanes<Real>, OnOneArm<Real, int>, OnOneArm<Real, Index<Real>>, InRows<Real>>;

  Strategy(const Vector<Real>& x) : form(InLanes<Real>{x}) {}  // NOLINT: K numbers are a strategy
  template <class Arm>
  Strategy(const Vector<Real>& x, const Arm& arm) : form(OnOneArm<Real, Arm>{x, arm}) {}
  explicit Strategy(const RowStrategy<Real>& x) : form(InRows<Real>{x}) {}

  const Vector<Real>& vector() const {
    return std::visit([](const auto& x) -> const Vector<Real>& { return x.vector(); }, form);
  }

  Form form;
};

namespace detail {
/// mean'x, arm by arm. mean: K numbers.
template <class Real, class Mean>
REGRETTA_INLINE Real expected(const Mean* mean, const Vector<Real>& x) {
  Real sum(0.0);
  const Real* strategy = x.data();
  for (int a = 0, K = static_cast<int>(x.size()); a < K; ++a) sum = fma(strategy[a], Real(mean[a]), sum);
  return sum;
}

}  // namespace detail

}  // namespace regretta
