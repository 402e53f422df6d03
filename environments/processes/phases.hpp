#pragma once
/// The stochastically constrained adversary of Zimmert and Seldin (Tsallis-INF, JMLR 2021, section 6): the gap between
/// the best arm and the others is constant, but all losses jump between 0 and 1 in phases of geometrically growing
/// length. The constructor throws InputError{"best_arm"} if there is no such arm.

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "regretta/environments/processes/parts.hpp"

namespace regretta {

class PhaseLosses {
 public:
  struct Params {
    std::int64_t first_length = 100;  ///< rounds, >= 1
    double growth = 1.6;              ///< in [1.01, 100]
    double gap = 0.1;                 ///< in [0, 1]
    std::int64_t best_arm = 1;        ///< from 1, as on paper

    template <class Self, class Visit>
    static void fields(Self& p, Visit&& visit) {
      visit("first_length", p.first_length, Range{1, 1e12}, "rounds of the first phase");
      visit("growth", p.growth, Range{1.01, 100}, "phase n = 0, 1, ... lasts floor(first_length * growth^n) rounds");
      visit("gap", p.gap, Range{0, 1},
            "means of (best arm, others) are (0, gap) in even phases and (1 - gap, 1) in odd ones");
      visit("best_arm", p.best_arm, Range{1, 1e6}, "the best arm, from 1");
    }
  };

  PhaseLosses(const Params& params, const PartContext& known)
      : gap_(params.gap), best_arm_(static_cast<std::size_t>(params.best_arm - 1)) {
    check_index("best_arm", params.best_arm, known.num_arms);
    double length = static_cast<double>(params.first_length);
    for (std::int64_t last = 0; last < known.horizon; length *= params.growth) {
      last += static_cast<std::int64_t>(std::min(length, 1e15));
      last_round_.push_back(last);
    }
  }

  /// Row 0: (0, gap). Row 1: (1 - gap, 1).
  std::int64_t num_rows() const { return 2; }
  std::int64_t row_at(std::int64_t t) const { return static_cast<std::int64_t>(phase_of(t) % 2); }
  std::int64_t same_until(std::int64_t t) const { return last_round_[phase_of(t)]; }
  void read(std::int64_t row, std::span<double> out) const {
    std::fill(out.begin(), out.end(), row == 0 ? gap_ : 1.0);
    out[best_arm_] = row == 0 ? 0.0 : 1.0 - gap_;
  }

 private:
  std::size_t phase_of(std::int64_t t) const {
    return static_cast<std::size_t>(std::lower_bound(last_round_.begin(), last_round_.end(), t) - last_round_.begin());
  }

  double gap_;
  std::size_t best_arm_;
  std::vector<std::int64_t> last_round_;  ///< of each phase; the last entry is >= T
};
static_assert(MeanProcess<PhaseLosses>);

}  // namespace regretta
