#pragma once
/// The noise of a cell, from which realised_values.hpp draws: either a law for which round loops are compiled, or
/// LawNoise, which calls any other law through an interface.

#include <memory>
#include <variant>

#include "regretta/engine/real/real.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/engine/trial/round/cell_work.hpp"
#include "regretta/engine/trial/round/means.hpp"

namespace regretta {

/// Whether the round loops of a cell use LawNoise: with beta noise, a plugin's law, joint outcomes, budgets, or noise
/// on constraints that are costs with thresholds (the law then applies to the cost in [0, 1]).
bool uses_law_noise(const CellWork& work);
/// The law of a cell as a NoiseLaw.
std::shared_ptr<const NoiseLaw> noise_law_of(const CellWork& work);

/// The noise of cells for which uses_law_noise() is true. Its law is compiled for double and StatePack only.
class LawNoise {
 public:
  static constexpr bool draws = true;
  explicit LawNoise(const CellWork& work) : law_(noise_law_of(work)), outcomes_(work.adversary->outcomes.get()) {}

  /// Null if losses and violations are drawn independently.
  const JointOutcomes* outcomes() const { return outcomes_; }
  /// A value of an arm: the loss for index 0, the violation of constraint i for index 1 + i.
  template <class Real>
  Real value_of(int index, const Index<Real>& arm, const Real& u, const Real& mean) const {
    return by_packs<Real>(arm, [&](auto part, auto arms) {
      if (outcomes_) return outcomes_->value(index, part(u), arms());
      return index == 0 ? law_->loss(part(u), part(mean)) : law_->violation(index - 1, part(u), part(mean));
    });
  }

 private:
  /// Calls map(part, arms) for every StatePack that covers the lanes of Real: part(whole) is its part of a Real, and
  /// arms() its arms. Returns the joined results.
  template <class Real, class Map>
  static Real by_packs(const Index<Real>& arm, Map map) {
    if constexpr (lanes<Real> == 1 || std::is_same_v<Real, StatePack>) {
      return map([](const Real& whole) { return whole; }, [&] { return arm; });
    } else {
      using Parts = Repacking<Real>;
      return Parts::joined([&](std::size_t n) {
        return map([n](const Real& whole) { return Parts::part(whole, n); },
                   [&, n] { return Parts::part_of_arms(arm, n); });
      });
    }
  }

  std::shared_ptr<const NoiseLaw> law_;
  const JointOutcomes* outcomes_;
};

/// Calls visit(law) with the law from which a cell's round loops draw: a type in Noise, or LawNoise. The type of the
/// result is given because clang, if it has to deduce it, omits virtual functions of classes that only `visit` creates.
template <class Result>
Result visit_noise(const CellWork& work, const auto& visit) {
  if (uses_law_noise(work)) return visit(LawNoise(work));
  return std::visit(
      [&]<class Law>(const Law& law) -> Result {
        if constexpr (requires { Law::draws; }) return visit(law);
        if constexpr (!requires { Law::draws; }) return visit(LawNoise(work));
      },
      work.adversary->noise);
}

}  // namespace regretta
