#pragma once
/// Noise whose law is behind an interface: beta noise, a plugin's law, and that of constraints that are costs with
/// thresholds, where a law applies to the cost in [0, 1]. Used by round.hpp and realised_values.hpp.

#include <memory>

#include "regretta/engine/real/real.hpp"
#include "regretta/engine/trial/books/cell_work.hpp"
#include "regretta/engine/trial/contract/noise_law.hpp"
#include "regretta/engine/trial/means/repacking.hpp"

namespace regretta {

/// Whether the noise of a cell is of this kind.
bool has_law(const CellWork& work);
/// Its law.
std::shared_ptr<const NoiseLaw> law_of(const CellWork& work);

/// The law is compiled for StatePack only.
struct LawNoise {
  static constexpr bool draws = true;
  explicit LawNoise(const CellWork& work) : law(law_of(work)) {}
  template <class Real>
  Real loss(Real u, Real mean) const {
    return by_packs(u, mean, [this](const auto& v, const auto& m) { return law->loss(v, m); });
  }
  template <class Real>
  Real violation_of(int i, Real u, Real mean) const {
    return by_packs(u, mean, [this, i](const auto& v, const auto& m) { return law->violation(i, v, m); });
  }

 private:
  template <class Real, class Map>
  static Real by_packs(const Real& u, const Real& mean, Map map) {
    if constexpr (lanes<Real> == 1 || std::is_same_v<Real, StatePack>) {
      return map(u, mean);
    } else {
      using Parts = Repacking<Real>;
      return Parts::joined([&](std::size_t n) { return map(Parts::part(u, n), Parts::part(mean, n)); });
    }
  }

  std::shared_ptr<const NoiseLaw> law;
};

}  // namespace regretta
