#pragma once
/// Noise models: a uniform draw u in (0, 1) and a mean become a realised value with exactly that mean. Each model is a
/// value that works lane by lane; `Mean` is double where the mean is common to all trials.

#include <memory>
#include <vector>

#include "regretta/engine/real/real.hpp"
#include "regretta/engine/trial/cell_work.hpp"
#include "regretta/engine/trial/hindsight.hpp"

namespace regretta {

/// l = lbar, g = gbar.
struct NoNoise {
  static constexpr bool draws = false;
  explicit NoNoise(const CellWork&) {}
  template <class Real>
  REGRETTA_INLINE Real loss(Real, Real mean) const {
    return mean;
  }
  template <class Real>
  REGRETTA_INLINE Real violation(Real, Real mean) const {
    return mean;
  }
};

/// l in {0, 1}, g in {-1, +1}.
struct BernoulliNoise {
  static constexpr bool draws = true;
  explicit BernoulliNoise(const CellWork&) {}
  template <class Real>
  REGRETTA_INLINE Real loss(Real u, Real mean) const {
    return select(u < mean, Real(1.0), Real(0.0));
  }
  template <class Real>
  REGRETTA_INLINE Real violation(Real u, Real mean) const {
    return select(u < fma(mean, Real(0.5), Real(0.5)), Real(1.0), Real(-1.0));
  }
};

/// Uniform on mean +- w, w shrunk where the value would leave its range.
struct UniformNoise {
  static constexpr bool draws = true;
  explicit UniformNoise(const CellWork& work) : half_width(work.adversary->noise.half_width) {}
  template <class Real>
  REGRETTA_INLINE Real loss(Real u, Real mean) const {
    return around(u, mean, min(mean, Real(1.0) - mean));
  }
  template <class Real>
  REGRETTA_INLINE Real violation(Real u, Real mean) const {
    return around(u, mean, Real(1.0) - abs(mean));
  }

 private:
  template <class Real>
  REGRETTA_INLINE Real around(Real u, Real mean, Real room) const {
    return fma(min(Real(half_width), room), fma(u, Real(2.0), Real(-1.0)), mean);
  }
  double half_width;
};

/// Quantiles of beta laws with a common concentration, on a grid of means, interpolated in the mean and in the
/// quantile. The table is the law: every row has exactly its mean, so every interpolated law has exactly the mean asked
/// for.
class BetaTable {
 public:
  static constexpr int mean_cells = 64;
  static constexpr int quantile_cells = 256;
  explicit BetaTable(double concentration);

  template <class Real>
  Real quantile(Real u, Real mean) const {
    const Real position = mean * Real(mean_cells);
    const Real row = min(floor_of(position), Real(mean_cells - 1.0));
    const Real knot = u * Real(quantile_cells);
    const Real cell = min(floor_of(knot), Real(quantile_cells - 1.0));
    const Index<Real> at = to_index(fma(row, Real(stride), cell));
    const Real along = knot - cell;
    const auto value = [&](int offset) {
      Index<Real> left = at, right = at;
      for (auto& k : left) k += offset;
      for (auto& k : right) k += offset + 1;
      const Real low = gather<Real>(table_.data(), left);
      return fma(along, gather<Real>(table_.data(), right) - low, low);
    };
    const Real below = value(0);
    return fma(position - row, value(stride) - below, below);
  }

 private:
  static constexpr int stride = quantile_cells + 1;
  /// The integer part of a number in [0, 2^31).
  template <class Real>
  static Real floor_of(Real x) {
    return from_index<Real>(to_index(x));
  }
  template <class Real>
  static Real gather(const double* from, const Index<Real>& at) {
    if constexpr (lanes<Real> == 1) {
      return from[at[0]];
    } else {
      return regretta::gather<Real>(from, at);
    }
  }
  std::vector<double> table_;  ///< (mean_cells + 1) x stride
};

/// Beta with mean and a + b = concentration, on [0, 1] for losses and scaled to [-1, 1] for violations.
struct BetaNoise {
  static constexpr bool draws = true;
  explicit BetaNoise(const CellWork& work) : table(work.facts->beta_table) {}
  template <class Real>
  REGRETTA_INLINE Real loss(Real u, Real mean) const {
    return table->quantile(u, mean);
  }
  template <class Real>
  REGRETTA_INLINE Real violation(Real u, Real mean) const {
    return fma(table->quantile(u, fma(mean, Real(0.5), Real(0.5))), Real(2.0), Real(-1.0));
  }

 private:
  std::shared_ptr<const BetaTable> table;
};

}  // namespace regretta
