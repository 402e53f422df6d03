#pragma once
/// Good and bad arms exchange their violations (Gupta, Koren and Talwar, COLT 2019, section 5.1, on rewards;
/// reconstructed for violations). They count the largest change of a round, so that gaps of 1/2 last 2 C rounds; we
/// count every entry, and exchanging g and h costs 2 |g - h| per round.

#include <cstdint>
#include <vector>

#include "regretta/environments/corruption/target.hpp"

namespace regretta {

/// Arms that satisfy every constraint on average (safe; with the tolerance of OPT) are paired with arms that do not,
/// the k-th with the k-th. Both sides are ordered by increasing average loss (ties: lower arm first).
struct Swap {
  static constexpr ChoiceWord word{"swap", "safe and unsafe arms exchange their violations"};
  std::int64_t pairs = 0;  ///< 0: as many as there are

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("pairs", p.pairs, Range{0, 1e6},
          "how many pairs, by increasing mean loss on either side; 0: as many as there are");
  }

  /// Throws InputError{"direction"} if one side is empty and InputError{"pairs"} if one is too small.
  std::vector<Target> targets(const Adversary& adversary) const;
};

}  // namespace regretta
