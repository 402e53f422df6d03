#pragma once
/// Two instances that differ in the sign of one entry: a learner that cannot tell them apart does badly in one of the
/// two. m = 1.
///
///                      loss        violation
///   arm 1 (safe)       safe_loss   -safe_margin
///   arms 2..K          loss        +doubt, except that in instance 1 the arm `arm` has -doubt
///
/// Instance 1: that arm is feasible and the best, OPT / T = loss. Instance 2: arm 1 is the only feasible arm; the
/// optimum gives the others a total weight of safe_margin / (safe_margin + doubt).
///
/// Margin pair: doubt = safe_margin. The lower bound max{sqrt((K - 1) T) / 27, (1 - r_1) / (21 (tau - c_1)^2)} of
/// Pacchiano, Ghavamzadeh and Bartlett (JMLR 2025; OPB) has 1 - r_1 = safe_loss and tau - c_1 = margin; the instances
/// of its proof are reconstructed.
///
/// Precision pair: doubt = kappa = T^(-1/2), which T observations can barely distinguish from zero, while the margin
/// does not shrink (reconstructed).

#include <cstdint>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/real/real.hpp"

namespace regretta {

struct InstancePair {
  std::int64_t arms = 2;      ///< K >= 2
  std::int64_t instance = 1;  ///< 1 or 2
  std::int64_t arm = 2;       ///< the arm in which the instances differ, 2..K
  double safe_loss = 0.5;     ///< > loss
  double loss = 0;            ///< of arms 2..K, < safe_loss
  double safe_margin = 0;     ///< in (0, 1]
  double doubt = 0;           ///< in (0, 1]

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("arms", p.arms, Range{2, 10000}, "K");
    visit("instance", p.instance, Range{1, 2}, "1: `arm` is feasible; 2: no arm but arm 1 is");
    visit("arm", p.arm, Range{2, 10000}, "the arm in which the two instances differ, from 2; arm 1 is the safe one");
    visit("safe_loss", p.safe_loss, Range{0, 1, true}, "mean loss of arm 1");
    visit("loss", p.loss, Range{0, 1, false, true}, "mean loss of the other arms, less than safe_loss");
  }

  /// K numbers.
  std::vector<double> losses() const {
    std::vector<double> row(static_cast<std::size_t>(arms), loss);
    row[0] = safe_loss;
    return row;
  }
  /// 1 x K numbers.
  std::vector<double> violations() const {
    std::vector<double> row(static_cast<std::size_t>(arms), doubt);
    row[0] = -safe_margin;
    if (instance == 1) row[static_cast<std::size_t>(arm - 1)] = -doubt;
    return row;
  }
};

/// Averages up to 1e-9 count as feasible, so a doubt must be larger than that.
inline constexpr Range beyond_tolerance{1e-9, 1, true, false};

struct MarginPairParams {
  InstancePair pair;
  double margin = 0.1;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    InstancePair::fields(p.pair, visit);
    visit("margin", p.margin, beyond_tolerance,
          "arm 1 has mean violation -margin; the other arms +margin, and -margin where `arm` is feasible");
  }
};

struct PrecisionPairParams {
  InstancePair pair;
  double safe_margin = 0.5;
  double kappa = not_a_number;  ///< NaN: T^(-1/2)

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    InstancePair::fields(p.pair, visit);
    visit("safe_margin", p.safe_margin, beyond_tolerance, "arm 1 has mean violation -safe_margin");
    visit("kappa", p.kappa, beyond_tolerance,
          "the other arms have mean violation +kappa, and -kappa where `arm` is feasible; left out: 1 / sqrt(T)");
  }
};

}  // namespace regretta
