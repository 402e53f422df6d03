#pragma once
/// `noise = "beta"`: beta-distributed values, drawn by inverting the distribution function. Thread-safe.

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/real/real.hpp"

namespace regretta {

/// Quantiles of beta distributions with a common concentration, on a grid of means, interpolated linearly in the mean
/// and in the quantile level. The table defines the distribution: every row is scaled to its exact mean, so every
/// interpolated distribution has exactly the requested mean.
class BetaTable {
 public:
  static constexpr int mean_cells = 64;       ///< intervals of the grid of means
  static constexpr int quantile_cells = 256;  ///< intervals of the grid of quantile levels
  explicit BetaTable(double concentration);   ///< a + b > 0

  /// The quantile at level u of the distribution with this mean; u and mean in [0, 1].
  template <class Real>
  Real quantile(Real u, Real mean) const {
    const Real position = mean * Real(mean_cells);
    const Real row = min(floor_of(position), Real(mean_cells - 1.0));
    const Real knot = u * Real(quantile_cells);
    const Real cell = min(floor_of(knot), Real(quantile_cells - 1.0));
    const Index<Real> first = to_index(fma(row, Real(stride), cell));
    const Real offset_in_cell = knot - cell;
    const auto value = [&](int offset) {
      Index<Real> left = first, right = first;
      for (auto& k : left) k += offset;
      for (auto& k : right) k += offset + 1;
      const Real low = gather<Real>(table_.data(), left);
      return fma(offset_in_cell, gather<Real>(table_.data(), right) - low, low);
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
  std::vector<double> table_;  ///< (mean_cells + 1) x stride
};

/// Beta with a given mean and a + b = concentration, on [0, 1] for losses and scaled to [-1, 1] for violations.
class BetaLaw {
 public:
  struct Params {
    double concentration = 10.0;

    static void fields(auto& p, auto&& visit) {
      visit("concentration", p.concentration, Range{0.1, 1e4}, "a + b of the beta law; larger is closer to the mean");
    }
  };
  explicit BetaLaw(const Params& params) : shared_(std::make_shared<Shared>(params.concentration)) {}

  template <class Real>
  Real loss(const Real& u, const Real& mean) const {
    return table().quantile(u, mean);
  }
  template <class Real>
  Real violation(const Real& u, const Real& mean) const {
    return fma(table().quantile(u, fma(mean, Real(0.5), Real(0.5))), Real(2.0), Real(-1.0));
  }

 private:
  /// The table, shared by copies of the law. Building it takes 0.2 s, so the first draw builds it: commands that draw
  /// no values never do.
  class Shared {
   public:
    explicit Shared(double concentration) : concentration_(concentration) {}
    const BetaTable& table() {
      const BetaTable* ready = ready_.load(std::memory_order_acquire);
      return ready != nullptr ? *ready : build();
    }

   private:
    const BetaTable& build();

    double concentration_;
    std::mutex build_mutex_;
    std::shared_ptr<const BetaTable> table_;
    std::atomic<const BetaTable*> ready_{nullptr};  ///< the table once it is built
  };
  const BetaTable& table() const { return shared_->table(); }

  std::shared_ptr<Shared> shared_;
};

}  // namespace regretta
