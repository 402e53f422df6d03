#pragma once
/// Losses in blocks: each block has one best arm, and the next block the next arm (the switching adversary of the
/// tracking-the-best-arm literature, Herbster and Warmuth, 1998). The constructor throws InputError{"gap"} if gap >
/// base.

#include <algorithm>
#include <cstdint>
#include <span>

#include <fmt/format.h>

#include "regretta/environments/processes/parts.hpp"

namespace regretta {

class SwitchingLosses {
 public:
  struct Params {
    std::int64_t block = 1000;  ///< rounds, >= 1
    double gap = 0.3;           ///< in [0, base]
    double base = 0.5;          ///< in [0, 1]

    template <class Self, class Visit>
    static void fields(Self& p, Visit&& visit) {
      visit("block", p.block, Range{1, 1e12}, "rounds before the next arm becomes the best one");
      visit("gap", p.gap, Range{0, 1}, "how much less than the others the best arm loses");
      visit("base", p.base, Range{0, 1}, "mean loss of the other arms");
    }
  };

  SwitchingLosses(const Params& params, const PartContext& known) : p_(params), num_arms_(known.num_arms) {
    if (p_.gap > p_.base)
      throw InputError("gap", fmt::format("{} is more than base = {}: the best arm's loss would be negative; expected "
                                          "gap <= base",
                                          p_.gap, p_.base));
  }

  /// Row b: arm b is best.
  std::int64_t num_rows() const { return num_arms_; }
  std::int64_t row_at(std::int64_t t) const { return (t - 1) / p_.block % num_arms_; }
  std::int64_t same_until(std::int64_t t) const { return ((t - 1) / p_.block + 1) * p_.block; }
  void read(std::int64_t row, std::span<double> out) const {
    std::fill(out.begin(), out.end(), p_.base);
    out[static_cast<std::size_t>(row)] = p_.base - p_.gap;
  }

 private:
  Params p_;
  int num_arms_;
};
static_assert(MeanProcess<SwitchingLosses>);

}  // namespace regretta
