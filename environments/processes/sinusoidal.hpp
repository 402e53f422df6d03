#pragma once
/// Losses that follow a sine wave for each arm.

#include <algorithm>
#include <cstdint>
#include <span>

#include <fmt/format.h>

#include "regretta/engine/real/functions.hpp"
#include "regretta/environments/processes/parts.hpp"
#include "regretta/environments/processes/stationary.hpp"

namespace regretta {

/// Sine waves of equal period and amplitude, with a centre and a phase for each arm. The constructor throws
/// InputError{"amplitude"} if losses would leave [0, 1].
class SinusoidalLosses {
 public:
  struct Params {
    std::int64_t period = 1000;  ///< rounds, >= 1
    double base = 0.5;           ///< centre of the middle arm
    double gap = 0.1;            ///< centre of the last arm minus centre of the first
    double amplitude = 0.3;      ///< amplitude of every arm
    double spread = 1.0;         ///< phase of arm a: spread (a - 1) / K periods ahead

    static void fields(auto& p, auto&& visit) {
      visit("period", p.period, Range{1, 1e12}, "rounds of a full wave, a whole number");
      visit("base", p.base, Range{0, 1}, "mean of the centres of all arms");
      visit("gap", p.gap, Range{0, 1}, "centres rise evenly by this much from the first arm to the last");
      visit("amplitude", p.amplitude, Range{0, 0.5}, "how far a loss swings from its centre");
      visit("spread", p.spread, Range{-1, 1}, "phases: arm a of K is ahead by spread (a - 1) / K periods");
    }
  };

  SinusoidalLosses(const Params& params, const PartContext& context)
      : p_(params), num_arms_(context.num_arms), num_rows_(std::min(params.period, context.horizon)) {
    const double reach = p_.gap / 2 + p_.amplitude;
    if (p_.base - reach < -1e-12 || p_.base + reach > 1 + 1e-12)  // beyond rounding errors
      throw InputError("amplitude",
                       fmt::format("losses would reach from {:.6g} to {:.6g}; expected base, gap / 2 and amplitude "
                                   "to stay within [0, 1]",
                                   p_.base - reach, p_.base + reach));
  }

  /// Row r: rounds r + 1, r + 1 + period, ...
  std::int64_t num_rows() const { return num_rows_; }
  std::int64_t row_at(std::int64_t t) const { return (t - 1) % p_.period; }
  std::int64_t same_until(std::int64_t t) const { return num_rows_ == 1 ? forever : t; }
  void read(std::int64_t row, std::span<double> out) const {
    const double turns = static_cast<double>(row) / static_cast<double>(p_.period);
    for (int a = 0; a < num_arms_; ++a) {
      const double rise = num_arms_ == 1 ? 0.0 : static_cast<double>(a) / (num_arms_ - 1) - 0.5;
      const double wave = sin_turns(turns + p_.spread * a / num_arms_);
      const double loss = p_.base + p_.gap * rise + p_.amplitude * wave;
      out[static_cast<std::size_t>(a)] = min(max(loss, 0.0), 1.0);  // clips rounding errors only: the range was checked
    }
  }

 private:
  Params p_;
  int num_arms_;
  std::int64_t num_rows_;
};

}  // namespace regretta
