#pragma once
#include <vector>

namespace regretta {

struct RankSum {
  double p_greater = 1;  ///< one-sided, small where `b` tends to be greater than `a`
  double p_less = 1;     ///< small where it tends to be less
};

/// The rank test of Wilcoxon, Mann and Whitney (Annals of Mathematical Statistics 18, 1947) of two independent samples
/// from one distribution. Exact given the ties, up to 100 values together; beyond, by the normal distribution with
/// corrections for ties and continuity. No NaN. An empty sample: both 1.
RankSum rank_sum_test(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace regretta
