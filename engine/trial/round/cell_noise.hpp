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
bool has_law(const CellWork& work);
/// The law of a cell behind the interface.
std::shared_ptr<const NoiseLaw> law_of(const CellWork& work);

/// The noise of cells for which has_law() is true. Its law is compiled for double and StatePack only.
class LawNoise {
 public:
  static constexpr bool draws = true;
  explicit LawNoise(const CellWork& work) : law_(law_of(work)), outcomes_(work.adversary->outcomes.get()) {}

  /// Null if losses and violations are drawn independently.
  const JointOutcomes* outcomes() const { return outcomes_; }
  /// Value 0 of an arm is its loss, value 1 + i its violation of constraint i.
  template <class Real>
  Real value_of(int value, const Index<Real>& arm, const Real& u, const Real& mean) const {
    return by_packs<Real>(arm, [&](auto part, auto arms) {
      if (outcomes_) return outcomes_->value(value, part(u), arms());
      return value == 0 ? law_->loss(part(u), part(mean)) : law_->violation(value - 1, part(u), part(mean));
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

/// Calls visit(law) with the law from which a cell's round loops draw: one of Noise, or LawNoise. The type of the
/// result is given because clang, if it has to deduce it, omits virtual functions of classes that only `visit` creates.
template <class Result>
Result visit_noise(const CellWork& work, const auto& visit) {
  if (has_law(work)) return visit(LawNoise(work));
  return std::visit(
      [&]<class Law>(const Law& law) -> Result {
        if constexpr (requires { Law::draws; }) return visit(law);
        if constexpr (!requires { Law::draws; }) return visit(LawNoise(work));
      },
      work.adversary->noise);
}

}  // namespace regretta
