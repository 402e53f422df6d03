#pragma once
/// The best arm changes once, late: a steady arm is good throughout, while another starts as the worst and ends as by
/// far the best. This is the experiment of Neu (Explore no more, NeurIPS 2015, section 4: K = 10, gap = 0.1, T = 10^6),
/// in which a learner that explores too little stays with the steady arm. Its constants are quoted from memory and not
/// verified; all are parameters. The constructor throws InputError with the key of the parameter if an arm does not
/// exist, the two arms are equal or a loss would leave [0, 1].

#include <algorithm>
#include <cstdint>
#include <span>

#include <fmt/format.h>

#include "regretta/environments/processes/parts.hpp"
#include "regretta/environments/processes/stationary.hpp"

namespace regretta {

class OneSwitchLosses {
 public:
  struct Params {
    double gap = 0.1;              ///< in [0, 1]
    double before = 1.0;           ///< in units of gap
    double after = 4.0;            ///< in units of gap
    double base = 0.5;             ///< in [0, 1]
    double switch_fraction = 0.5;  ///< of T
    std::int64_t steady_arm = 1;   ///< from 1, as on paper
    std::int64_t late_arm = 2;     ///< from 1

    template <class Self, class Visit>
    static void fields(Self& p, Visit&& visit) {
      visit("gap", p.gap, Range{0, 1}, "how much less than the base the steady arm loses, in every round");
      visit("before", p.before, Range{-1000, 1000}, "the late arm loses base + before * gap up to the switch ...");
      visit("after", p.after, Range{-1000, 1000}, "... and base - after * gap from then on");
      visit("base", p.base, Range{0, 1}, "mean loss of the other arms");
      visit("switch_fraction", p.switch_fraction, Range{0, 1},
            "the switch comes after floor(switch_fraction * T) rounds");
      visit("steady_arm", p.steady_arm, Range{1, 1e6}, "the steady arm, from 1");
      visit("late_arm", p.late_arm, Range{1, 1e6}, "the late arm, from 1");
    }
  };

  OneSwitchLosses(const Params& params, const PartContext& known)
      : p_(params), last_before_(whole_rounds(params.switch_fraction, known.horizon)) {
    check_index("steady_arm", p_.steady_arm, known.num_arms);
    check_index("late_arm", p_.late_arm, known.num_arms);
    if (p_.steady_arm == p_.late_arm)
      throw InputError("late_arm", fmt::format("{} is the steady arm too; expected two different arms", p_.late_arm));
    const auto check_loss = [&](const char* key, double loss) {
      if (loss < -1e-12 || loss > 1 + 1e-12)
        throw InputError(key, fmt::format("a mean loss would be {:.6g}; expected base - gap, base + before * gap and "
                                          "base - after * gap within [0, 1]",
                                          loss));
    };
    check_loss("gap", p_.base - p_.gap);
    check_loss("before", late_loss(0));
    check_loss("after", late_loss(1));
  }

  /// Row 0: before the switch. Row 1: after it.
  std::int64_t num_rows() const { return 2; }
  std::int64_t row_at(std::int64_t t) const { return t <= last_before_ ? 0 : 1; }
  std::int64_t same_until(std::int64_t t) const { return t <= last_before_ ? last_before_ : forever; }
  void read(std::int64_t row, std::span<double> out) const {
    const auto within = [](double loss) { return std::clamp(loss, 0.0, 1.0); };  // clips rounding errors only
    std::fill(out.begin(), out.end(), p_.base);
    out[static_cast<std::size_t>(p_.steady_arm - 1)] = within(p_.base - p_.gap);
    out[static_cast<std::size_t>(p_.late_arm - 1)] = within(late_loss(row));
  }

 private:
  double late_loss(std::int64_t row) const {
    return row == 0 ? p_.base + p_.before * p_.gap : p_.base - p_.after * p_.gap;
  }

  Params p_;
  std::int64_t last_before_;  ///< round; 0: the switch comes before round 1
};
static_assert(MeanProcess<OneSwitchLosses>);

}  // namespace regretta
