#pragma once
/// Summarises any number of trials in bounded memory, by visiting them several times. Used by fold_cell where a
/// CellFold would be too large; the bits are the same.

#include <cstdint>
#include <optional>
#include <vector>

#include "regretta/engine/evidence/statistics/summary.hpp"

namespace regretta {

/// The representation of a double as an integer in the order of the doubles. Not for NaN.
std::uint64_t ordered_bits(double x);

/// Finds one order statistic of values that are visited several times. Each pass counts the values in every bucket of
/// an interval and then narrows the interval to the bucket of the wanted one; a pass over few enough keeps them.
/// Buckets divide the representations of doubles, not the number line, so that the same number of bits is settled in
/// every pass, whatever the distribution.
class OrderStatistic {
 public:
  struct Limits {
    std::int64_t most_kept = 0;  ///< values kept at once
    int bits_per_pass = 10;      ///< 2^bits_per_pass buckets
  };

  /// The value of this rank, from 0 (the smallest), among `count` values between `least` and `greatest`.
  OrderStatistic(std::int64_t rank, double least, double greatest, std::int64_t count, const Limits& limits);

  void add(std::uint64_t bits);  ///< a value, as ordered_bits
  void end_pass();
  /// Whether both look for values in one interval in this pass. Then one may count for both, and the other take its
  /// counts before end_pass.
  bool looks_where(const OrderStatistic& other) const;
  void take_counts(const OrderStatistic& other);
  bool found() const { return found_.has_value(); }
  double value() const { return *found_; }  ///< once found

 private:
  struct Bucket {
    std::int64_t count = 0;
    std::uint64_t least = ~std::uint64_t{0}, greatest = 0;
  };
  void begin_pass();

  std::int64_t rank_;         ///< among the values of the interval
  std::uint64_t low_, high_;  ///< the interval, as ordered bits
  int shift_ = 0;             ///< a bucket has 2^shift representations
  std::int64_t count_;        ///< of the values in the interval
  Limits limits_;
  bool keeps_ = false;           ///< values in this pass, instead of counting them
  std::vector<Bucket> buckets_;  ///< allocated by the first value
  std::vector<std::uint64_t> kept_;
  std::optional<double> found_;
};

/// Summarises one quantity over several passes; the result equals summarise().
class StatisticFold {
 public:
  explicit StatisticFold(const OrderStatistic::Limits& limits) : limits_(limits) {}
  void add(double x);  ///< NaN is left out
  void end_pass();
  bool done() const;
  Statistic result() const;

 private:
  OrderStatistic::Limits limits_;
  int passes_ = 0;
  Statistic statistic_;
  double origin_ = 0, sum_ = 0, squares_ = 0, cubes_ = 0;
  double least_ = 0, greatest_ = 0;
  std::vector<OrderStatistic> wanted_;  ///< the neighbours of the three quantiles
  std::vector<std::size_t> counting_;   ///< those that count, each also for the ones after it that look where it does
};

/// Call add for every trial in order, then end_pass, and again until done.
class PassFold {
 public:
  explicit PassFold(const TrialShape& shape);
  void add(const TrialResult& trial);
  void end_pass();
  bool done() const;
  CellSummary finish() const;

 private:
  bool is_first_ = true;
  CellSummary counts_;                ///< of the shape of the result
  std::vector<StatisticFold> folds_;  ///< in the order of for_each_number
};

}  // namespace regretta
