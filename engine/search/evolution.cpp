#include "regretta/engine/search/evolution.hpp"

#include <algorithm>
#include <cmath>

#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/real/randomness.hpp"
#include "regretta/engine/search/random_points.hpp"

namespace regretta {
namespace {

constexpr std::size_t most_parents = 16;
constexpr double rank_scale = 4;                            // parents are chosen by rank, exponentially with this mean
constexpr double smallest_step = 1e-3, largest_step = 0.5;  // standard deviations, in shares of a range
constexpr double crossed = 0.2;                             // of the coordinates that change, from another parent
constexpr std::int64_t first_without_parents = std::int64_t{1} << 31;  // far from the numbers of random candidates

/// What a draw for a child is for.
enum Purpose { parent, other_parent, step, share, changes, crosses, value, forced };

/// Back into [0, 1], as from mirrors at its ends.
double mirrored(double x) {
  x = std::abs(x);
  return std::clamp(x > 1 ? 2 - x : x, 0.0, 1.0);
}

}  // namespace

Evolution::Evolution(const SearchSpace& space, std::int64_t seed)
    : space_(space), seed_(static_cast<std::uint64_t>(seed)), draws_(seed_, 0) {}

std::vector<Point> Evolution::propose(int count) {
  std::vector<Point> all;
  for (int k = 0; k < count; ++k) all.push_back(child(++children_));
  return all;
}

Point Evolution::child(std::int64_t number) const {
  if (parents_.empty()) return random_point(space_.dimensions(), seed_, first_without_parents + number);
  const Randomness<double> random(draws_, number, Stream::branches);
  const auto by_rank = [&](Purpose purpose, double scale) {
    const auto rank = static_cast<std::size_t>(scale * random.exponential({.purpose = purpose, .index = 0}));
    return parents_[std::min(rank, parents_.size() - 1)].point;
  };
  Point point = by_rank(parent, rank_scale);
  const Point other = by_rank(other_parent, 2 * rank_scale);
  const double deviation =
      smallest_step * exp(random.uniform({.purpose = step, .index = 0}) * log(largest_step / smallest_step));
  std::vector<std::size_t> places;  // that have a say
  const std::vector<bool> active = space_.active(point);
  for (std::size_t d = 0; d < point.size(); ++d)
    if (active[d]) places.push_back(d);
  const double drawn = random.uniform({.purpose = share, .index = 0}), size = static_cast<double>(places.size());
  const double changed = std::max(1 / size, drawn * drawn);
  const std::size_t always = places[static_cast<std::size_t>(size * random.uniform({.purpose = forced, .index = 0}))];
  for (const std::size_t d : places) {
    const auto index = static_cast<std::int64_t>(d);
    if (d != always && random.uniform({.purpose = changes, .index = index}) >= changed) continue;
    const auto choices = static_cast<double>(space_.dimensions()[d].choices.size());
    const double drawn_value = random.uniform({.purpose = value, .index = index});
    if (random.uniform({.purpose = crosses, .index = index}) < crossed)
      point[d] = other[d];
    else if (choices > 1)  // another one
      point[d] = std::fmod(point[d] + 1 + std::floor((choices - 1) * drawn_value), choices);
    else if (choices == 0)
      point[d] = mirrored(point[d] + deviation * random.normal({.purpose = value, .index = index}));
  }
  return point;
}

void Evolution::learn(const std::vector<Outcome>& outcomes) {
  for (const Outcome& one : outcomes)
    if (!std::isnan(one.score.value)) parents_.push_back(one);
  std::ranges::stable_sort(parents_, [](const Outcome& a, const Outcome& b) {
    return a.trials != b.trials ? a.trials > b.trials : a.score.better_than(b.score);
  });
  if (parents_.size() > most_parents) parents_.resize(most_parents);
}

}  // namespace regretta
