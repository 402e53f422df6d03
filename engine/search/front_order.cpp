#include "regretta/engine/search/front_order.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

namespace regretta {
namespace {

using Places = std::vector<std::size_t>;
using Scores = std::vector<RaceScore>;

double second(const RaceScore& score) { return score.second.value_or(0); }

bool is_equal(const RaceScore& a, const RaceScore& b) { return a.value == b.value && second(a) == second(b); }

/// Ranks of non-domination of candidates that meet all constraints, each in the order of falling first and rising
/// second values. In that order a candidate is dominated by a front if it is by the front's last member.
std::vector<Places> fronts_of(Places places, const Scores& scores) {
  std::ranges::stable_sort(places, [&](std::size_t a, std::size_t b) {
    return std::pair(scores[a].value, second(scores[a])) > std::pair(scores[b].value, second(scores[b]));
  });
  std::vector<Places> fronts;
  for (const std::size_t place : places) {
    const auto own = std::ranges::partition_point(fronts, [&](const Places& front) {
      const RaceScore& last = scores[front.back()];
      return second(last) >= second(scores[place]) && !is_equal(last, scores[place]);
    });
    if (own == fronts.end())
      fronts.push_back({place});
    else
      own->push_back(place);
  }
  return fronts;
}

/// How far apart the neighbours of the k-th are, in shares of the whole front; infinite at its ends.
double room(const Places& front, std::size_t k, const Scores& scores) {
  if (k == 0 || k + 1 == front.size()) return std::numeric_limits<double>::infinity();
  const auto share = [&](auto value) {
    const double whole = std::abs(value(scores[front.front()]) - value(scores[front.back()]));
    const double own = std::abs(value(scores[front[k - 1]]) - value(scores[front[k + 1]]));
    return whole > 0 ? own / whole : 0;
  };
  return share([](const RaceScore& one) { return one.value; }) + share(second);
}

Places by_room(const Places& front, const Scores& scores) {
  std::vector<std::pair<double, std::size_t>> rooms;
  for (std::size_t k = 0; k < front.size(); ++k) rooms.emplace_back(room(front, k, scores), front[k]);
  std::ranges::sort(
      rooms, [](const auto& a, const auto& b) { return a.first != b.first ? a.first > b.first : a.second < b.second; });
  Places all;
  for (const auto& [free, place] : rooms) all.push_back(place);
  return all;
}

bool has_two_aims(const Scores& scores) {
  return std::ranges::any_of(scores, [](const RaceScore& one) { return one.second.has_value(); });
}

bool meets_all(const RaceScore& score) { return !std::isnan(score.value) && score.excess <= 0; }

}  // namespace

std::vector<std::size_t> best_first(const std::vector<RaceScore>& scores) {
  Places places(scores.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::ranges::stable_sort(places, [&](std::size_t a, std::size_t b) { return scores[a].better_than(scores[b]); });
  if (!has_two_aims(scores)) return places;
  const auto end = std::ranges::find_if_not(places, [&](std::size_t k) { return meets_all(scores[k]); });
  Places all;
  for (const Places& front : fronts_of({places.begin(), end}, scores)) {
    const Places ordered = by_room(front, scores);
    all.insert(all.end(), ordered.begin(), ordered.end());
  }
  all.insert(all.end(), end, places.end());
  return all;
}

std::vector<std::size_t> front_of(const std::vector<RaceScore>& scores) {
  const Places ordered = best_first(scores);
  Places meeting;
  std::ranges::copy_if(ordered, std::back_inserter(meeting), [&](std::size_t k) { return meets_all(scores[k]); });
  if (meeting.empty()) {
    if (!ordered.empty() && !std::isnan(scores[ordered.front()].value)) meeting.push_back(ordered.front());
    return meeting;
  }
  std::ranges::sort(meeting);
  Places front = fronts_of(std::move(meeting), scores).front();
  const auto same = [&](std::size_t a, std::size_t b) { return is_equal(scores[a], scores[b]); };
  front.erase(std::unique(front.begin(), front.end(), same), front.end());
  return front;
}

std::vector<std::size_t> spread_out(std::vector<std::size_t> front, const std::vector<RaceScore>& scores,
                                    std::size_t count) {
  while (front.size() > count) {
    std::size_t least = 0;
    for (std::size_t k = 1; k < front.size(); ++k)
      if (room(front, k, scores) < room(front, least, scores)) least = k;
    front.erase(front.begin() + static_cast<std::ptrdiff_t>(least));
  }
  return front;
}

}  // namespace regretta
