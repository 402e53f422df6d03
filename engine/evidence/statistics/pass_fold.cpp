#include "regretta/engine/evidence/statistics/pass_fold.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace regretta {
namespace {

constexpr std::size_t fold_bytes = std::size_t{1} << 25;  // of kept values, and of buckets
constexpr std::array quantile_levels = {0.05, 0.50, 0.95};
constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;

double of_ordered_bits(std::uint64_t bits) { return std::bit_cast<double>(bits & sign_bit ? bits ^ sign_bit : ~bits); }

/// The rank below a quantile of `count` sorted values, as in quantile().
std::int64_t rank_below(double level, std::int64_t count) {
  return static_cast<std::int64_t>(static_cast<double>(count - 1) * level);
}

}  // namespace

std::uint64_t ordered_bits(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  return bits & sign_bit ? ~bits : bits | sign_bit;
}

OrderStatistic::OrderStatistic(std::int64_t rank, double least, double greatest, std::int64_t count,
                               const Limits& limits)
    : rank_(rank), low_(ordered_bits(least)), high_(ordered_bits(greatest)), count_(count), limits_(limits) {
  begin_pass();
}

void OrderStatistic::begin_pass() {
  buckets_ = {};
  if (low_ == high_) found_ = of_ordered_bits(low_);
  keeps_ = count_ <= limits_.most_kept;
  shift_ = std::max(0, static_cast<int>(std::bit_width(high_ - low_)) - limits_.bits_per_pass);
}

void OrderStatistic::add(std::uint64_t bits) {
  if (found_ || bits < low_ || bits > high_) return;
  if (keeps_) {
    if (kept_.empty()) kept_.reserve(static_cast<std::size_t>(count_));
    kept_.push_back(bits);
    return;
  }
  if (buckets_.empty()) buckets_.resize(((high_ - low_) >> shift_) + 1);
  Bucket& bucket = buckets_[(bits - low_) >> shift_];
  ++bucket.count;
  bucket.least = std::min(bucket.least, bits);
  bucket.greatest = std::max(bucket.greatest, bits);
}

void OrderStatistic::end_pass() {
  if (found_) return;
  if (keeps_) {
    std::ranges::nth_element(kept_, kept_.begin() + rank_);
    found_ = of_ordered_bits(kept_[static_cast<std::size_t>(rank_)]);
    kept_ = {};
    return;
  }
  auto bucket = buckets_.begin();
  for (; rank_ >= bucket->count; ++bucket) rank_ -= bucket->count;
  low_ = bucket->least;
  high_ = bucket->greatest;
  count_ = bucket->count;
  begin_pass();
}

bool OrderStatistic::looks_where(const OrderStatistic& other) const {
  return !found_ && !other.found_ && low_ == other.low_ && high_ == other.high_;
}

void OrderStatistic::take_counts(const OrderStatistic& other) {
  buckets_ = other.buckets_;
  kept_ = other.kept_;
}

void StatisticFold::add(double x) {
  if (std::isnan(x)) return;
  if (passes_ == 0) {
    if (statistic_.count++ == 0) origin_ = least_ = greatest_ = x;
    sum_ += x - origin_;
    least_ = std::min(least_, x);
    greatest_ = std::max(greatest_, x);
    return;
  }
  if (passes_ == 1) {
    const double d = x - statistic_.mean;
    squares_ += d * d;
    cubes_ += d * d * d;
  }
  const std::uint64_t bits = ordered_bits(x);
  for (const std::size_t k : counting_) wanted_[k].add(bits);
}

void StatisticFold::end_pass() {
  ++passes_;
  const auto n = static_cast<double>(statistic_.count);
  if (statistic_.count == 0) return;
  if (passes_ == 1) {
    statistic_.mean = origin_ + sum_ / n;
    for (const double level : quantile_levels)
      for (const std::int64_t next : {0, 1}) {
        const std::int64_t rank = std::min(rank_below(level, statistic_.count) + next, statistic_.count - 1);
        wanted_.emplace_back(rank, least_, greatest_, statistic_.count, limits_);
      }
  } else {
    if (passes_ == 2 && statistic_.count > 1) statistic_.se = std::sqrt(squares_ / (n - 1) / n);
    if (passes_ == 2 && statistic_.count > 2) statistic_.third = cubes_ / (n - 1) / (n - 2) / n;
    for (std::size_t k = 1; k < wanted_.size(); ++k)
      if (wanted_[k].looks_where(wanted_[k - 1])) wanted_[k].take_counts(wanted_[k - 1]);
    for (OrderStatistic& one : wanted_) one.end_pass();
  }
  counting_.clear();
  for (std::size_t k = 0; k < wanted_.size(); ++k)
    if (!wanted_[k].found() && (k == 0 || !wanted_[k].looks_where(wanted_[k - 1]))) counting_.push_back(k);
}

bool StatisticFold::done() const { return passes_ > 1 && std::ranges::all_of(wanted_, &OrderStatistic::found); }

Statistic StatisticFold::result() const {
  Statistic result = statistic_;
  if (result.count == 0) return result;
  const std::array quantiles = {&result.q05, &result.q50, &result.q95};
  for (std::size_t k = 0; k < quantiles.size(); ++k) {
    const double level = quantile_levels[k];
    const double below = wanted_[2 * k].value();
    const bool is_last = rank_below(level, result.count) + 1 >= result.count;
    *quantiles[k] = is_last ? below : quantile_between(below, wanted_[2 * k + 1].value(), result.count, level);
  }
  return result;
}

PassFold::PassFold(const TrialShape& shape) : counts_(shape) {
  const std::size_t searches = shape.numbers() * 2 * quantile_levels.size();
  const std::size_t buckets = fold_bytes / (searches * 3 * sizeof(std::uint64_t));
  const OrderStatistic::Limits limits{
      .most_kept = static_cast<std::int64_t>(fold_bytes / (searches * sizeof(std::uint64_t))),
      .bits_per_pass = std::clamp(static_cast<int>(std::bit_width(buckets)) - 1, 4, 10)};
  folds_.assign(shape.numbers(), StatisticFold(limits));
}

void PassFold::add(const TrialResult& trial) {
  if (is_first_) counts_.count(trial);
  if (trial.failure) return;
  std::size_t next = 0;
  for_each_number(trial, [&](double x) { folds_[next++].add(x); });
}

void PassFold::end_pass() {
  is_first_ = false;
  for (StatisticFold& fold : folds_) fold.end_pass();
}

bool PassFold::done() const { return std::ranges::all_of(folds_, &StatisticFold::done); }

CellSummary PassFold::finish() const {
  CellSummary summary = counts_;
  std::size_t next = 0;
  for_each_statistic(summary, [&](Statistic& statistic) { statistic = folds_[next++].result(); });
  return summary;
}

}  // namespace regretta
