#pragma once
/// Two samples pooled, and Welch's statistic of a way to divide them. Used by permutation.cpp and permutation_tail.cpp.

#include <cstddef>
#include <vector>

namespace regretta {

/// The sums over the values of a part.
struct PartSums {
  double plain = 0, squares = 0;
  void add(double x) {
    plain += x;
    squares += x * x;
  }
};

/// The values of both samples, centred, the largest 1 in absolute value.
struct PooledValues {
  /// All values are equal if `squares` is 0.
  PooledValues(const std::vector<double>& a, const std::vector<double>& b);

  PartSums part_sums() const;  ///< of the smaller sample

  std::vector<double> values{};  ///< those of the smaller sample first
  std::size_t part = 0;          ///< size of the smaller sample
  double squares = 0;            ///< the sum of all squares
};

/// |difference of means| / standard error, from the sums over the values and squares of one part. Infinite if both
/// parts have no spread.
class WelchOfPart {
 public:
  explicit WelchOfPart(const PooledValues& pooled)
      : n_(static_cast<double>(pooled.part)),
        m_(static_cast<double>(pooled.values.size() - pooled.part)),
        squares_(pooled.squares) {}
  double operator()(const PartSums& sums) const;
  /// That of the samples as they are, less what rounding may add: values that differ by it only are equal.
  static double observed(const PooledValues& pooled);

 private:
  double n_, m_, squares_;
};

}  // namespace regretta
