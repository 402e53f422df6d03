#pragma once
/// The noise of a cell, as realised_values.hpp draws from it: a law with round loops of its own, or LawNoise.

#include <memory>
#include <variant>

#include "regretta/engine/real/real.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/engine/trial/round/cell_work.hpp"
#include "regretta/engine/trial/round/means.hpp"

namespace regretta {

/// Whether the law of a cell's noise is behind an interface: beta noise, a plugin's law, that of constraints that are
/// costs with thresholds, where a law applies to the cost in [0, 1], and joint outcomes.
bool has_law(const CellWork& work);
/// Its law.
std::shared_ptr<const NoiseLaw> law_of(const CellWork& work);

/// What the round loops draw from where has_law. The law is compiled for StatePack only.
class LawNoise {
 public:
  static constexpr bool draws = true;
  explicit LawNoise(const CellWork& work) : law_(law_of(work)), outcomes_(work.adversary->outcomes.get()) {}

  /// Null: losses and violations have draws of their own.
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
  /// map(part, arms), whose arguments take the part of a Real and of the arms that belongs to a pack.
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

/// visit(law), with the law that a cell's round loops draw from: one of Noise, or LawNoise.
auto visit_noise(const CellWork& work, const auto& visit) {
  if (has_law(work)) return visit(LawNoise(work));
  return std::visit(
      [&]<class Law>(const Law& law) {
        if constexpr (requires { Law::draws; }) return visit(law);
        if constexpr (!requires { Law::draws; }) return visit(LawNoise(work));
      },
      work.adversary->noise);
}

}  // namespace regretta
