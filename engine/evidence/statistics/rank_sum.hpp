#pragma once
/// A rank test for two samples. Used for measured times (regression/speed.hpp).

#include <vector>

namespace regretta {

/// One-sided p-values.
struct RankSum {
  double p_greater = 1;  ///< small if `b` tends to be greater than `a`
  double p_less = 1;     ///< small if `b` tends to be less than `a`
};

/// The rank test of Wilcoxon, Mann and Whitney (Annals of Mathematical Statistics 18, 1947) for the hypothesis that two
/// independent samples come from the same distribution. Exact given the ties for up to 100 values in total; for more,
/// by the normal approximation with corrections for ties and continuity. NaN is not allowed. Both p-values are 1 if a
/// sample is empty.
RankSum rank_sum_test(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace regretta
