#include "regretta/engine/evidence/statistics/change.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

#include "regretta/engine/evidence/statistics/distributions.hpp"
#include "regretta/engine/evidence/statistics/evidence.hpp"

namespace regretta {
namespace {

double least_detectable(double se, double degrees, double alpha) {
  if (!(se > 0)) return not_a_number;
  return (student_beyond(alpha / 2, degrees) + student_beyond(0.2, degrees)) * se;
}

struct OldAndNew {
  std::vector<double> before{}, now{};
  bool paired = false;
};

/// Of new - factor * old.
MeanMoments contrast(const OldAndNew& values, double factor) {
  std::vector<double> scaled;
  for (const double x : values.before) scaled.push_back(factor * x);
  return values.paired ? moments_of_differences(differences_of(values.now, scaled))
                       : difference_of(moments_of(values.now), moments_of(scaled));
}

void test_margin(const OldAndNew& values, double margin, Change& change) {
  if (change.same_values) {
    change.p_within = 0;
    return;
  }
  if (values.before.size() < 2 || values.now.size() < 2) return;
  const auto seen = [&](double factor) { return SeenMean(contrast(values, factor)); };
  SeenMean upper = seen(1 + margin), lower = seen(1 - margin);
  if (change.old_mean < 0) std::swap(upper, lower);
  change.p_within = std::max(upper.p_value_at_least(0), lower.p_value_at_most(0));
  change.p_beyond = std::min(1.0, 2 * std::min(upper.p_value_at_most(0), lower.p_value_at_least(0)));
}

/// All but whether the values are the same.
void compare(const OldAndNew& values, const ChangeTest& test, Change& change) {
  const MeanMoments moments = contrast(values, 1);
  change.paired = values.paired;
  change.old_trials = std::ssize(values.before);
  change.new_trials = std::ssize(values.now);
  change.old_mean = moments_of(values.before).mean;
  change.new_mean = moments_of(values.now).mean;
  change.difference = evidence_of(moments, {-infinity, infinity}, test.family);
  change.least_detectable = least_detectable(change.difference.se, moments.degrees, test.family.each());
  if (test.margin) test_margin(values, *test.margin, change);
}

std::vector<double> numbers(std::vector<double> values) {
  std::erase_if(values, [](double x) { return std::isnan(x); });
  return values;
}

bool all_equal(const std::vector<double>& values, double x) {
  return std::ranges::all_of(values, [x](double y) { return y == x; });
}

}  // namespace

Change paired_change(const std::vector<double>& old_values, const std::vector<double>& new_values,
                     const ChangeTest& test) {
  OldAndNew values{.paired = true};
  for (std::size_t k = 0; k < std::min(old_values.size(), new_values.size()); ++k) {
    if (std::isnan(old_values[k]) || std::isnan(new_values[k])) continue;
    values.before.push_back(old_values[k]);
    values.now.push_back(new_values[k]);
  }
  Change change{.same_values = !values.now.empty() && values.before == values.now};
  compare(values, test, change);
  return change;
}

Change independent_change(const std::vector<double>& old_values, const std::vector<double>& new_values,
                          const ChangeTest& test) {
  const OldAndNew values{numbers(old_values), numbers(new_values)};
  const std::vector<double>&before = values.before, &now = values.now;
  Change change{.same_values =
                    !before.empty() && !now.empty() && all_equal(before, now.front()) && all_equal(now, now.front())};
  compare(values, test, change);
  return change;
}

namespace {

constexpr std::size_t most_exact = 100;

/// Twice the ranks of all values, those of the first sample first. Doubled, because ties share their mean rank.
std::vector<std::int64_t> doubled_ranks(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<std::pair<double, std::size_t>> order;
  for (const double x : a) order.emplace_back(x, order.size());
  for (const double x : b) order.emplace_back(x, order.size());
  std::ranges::sort(order);
  std::vector<std::int64_t> ranks(order.size());
  for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
    while (last < order.size() && order[last].first == order[first].first) ++last;
    for (std::size_t k = first; k < last; ++k) ranks[order[k].second] = static_cast<std::int64_t>(first + 1 + last);
  }
  return ranks;
}

/// P(S >= sum) and P(S <= sum) for the sum S of `count` of the ranks, all choices being equally likely.
RankSum exact_tails(const std::vector<std::int64_t>& ranks, std::size_t count, std::int64_t sum) {
  const auto width = static_cast<std::size_t>(std::accumulate(ranks.begin(), ranks.end(), std::int64_t{0})) + 1;
  // chance[k][s]: probability of k ranks chosen so far, with sum s (numbers of choices would overflow)
  std::vector<std::vector<double>> chance(count + 1, std::vector<double>(width, 0.0));
  chance[0][0] = 1;
  std::int64_t reached = 0;
  for (std::size_t seen = 0; seen < ranks.size(); ++seen) {
    // the next rank is chosen with probability (still to choose) / (ranks left)
    const auto left = static_cast<double>(ranks.size() - seen);
    for (std::size_t k = std::min(count, seen) + 1; k-- > 0;) {
      const double taken = static_cast<double>(count - k) / left;
      for (std::int64_t s = reached; s >= 0; --s) {
        double& here = chance[k][static_cast<std::size_t>(s)];
        if (here == 0) continue;
        if (k < count) chance[k + 1][static_cast<std::size_t>(s + ranks[seen])] += here * taken;
        here *= 1 - taken;
      }
    }
    reached += ranks[seen];
  }
  RankSum tails{0, 0};
  for (std::size_t s = 0; s < width; ++s) {
    if (static_cast<std::int64_t>(s) >= sum) tails.p_greater += chance[count][s];
    if (static_cast<std::int64_t>(s) <= sum) tails.p_less += chance[count][s];
  }
  return {std::min(1.0, tails.p_greater), std::min(1.0, tails.p_less)};
}

double normal_above(double z) { return 0.5 * std::erfc(z / std::sqrt(2.0)); }

RankSum normal_tails(const std::vector<std::int64_t>& ranks, std::size_t count, std::int64_t sum) {
  const auto all = static_cast<double>(ranks.size()), chosen = static_cast<double>(count);
  const double middle = all + 1;  // of doubled ranks
  double squares = 0;
  for (const std::int64_t rank : ranks)
    squares += (static_cast<double>(rank) - middle) * (static_cast<double>(rank) - middle);
  const double deviation = std::sqrt(chosen * (all - chosen) / (all * (all - 1)) * squares);
  if (deviation == 0) return {};
  const double above = static_cast<double>(sum) - chosen * middle;
  return {normal_above((above - 1) / deviation), normal_above((-above - 1) / deviation)};
}

}  // namespace

RankSum rank_sum_test(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.empty() || b.empty()) return {};
  const std::vector<std::int64_t> ranks = doubled_ranks(a, b);
  const std::int64_t sum = std::accumulate(ranks.begin() + std::ssize(a), ranks.end(), std::int64_t{0});
  return ranks.size() <= most_exact ? exact_tails(ranks, b.size(), sum) : normal_tails(ranks, b.size(), sum);
}

}  // namespace regretta
