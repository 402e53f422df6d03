#include "regretta/engine/evidence/statistics/rank_sum.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

namespace regretta {
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
