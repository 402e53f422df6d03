#include "regretta/engine/search/evolution.hpp"

#include <algorithm>
#include <cmath>

#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/search/front_order.hpp"
#include "regretta/engine/search/random_points.hpp"

namespace regretta {
namespace {

constexpr std::size_t most_parents = 16, most_parents_on_front = 64;
constexpr double rank_scale = 4, rank_scale_on_front = 12;   // parents are chosen by rank, exponentially with this mean
constexpr double smallest_step = 1e-3, largest_step = 0.5;   // standard deviations, in shares of a range
constexpr double following = 0.7, following_on_front = 0.3;  // of the children follow the elite
constexpr std::size_t elite_for_each_number = 4;             // a covariance needs more than one candidate for each
constexpr double largest_width = 2;                          // of their law, in deviations of the elite; least is 1
constexpr double crossed = 0.2;                              // of the coordinates that change, from another parent
constexpr std::int64_t first_without_parents = std::int64_t{1} << 31;  // far from the numbers of random candidates

/// What a draw for a child is for.
enum Purpose { parent, other_parent, step, share, changes, crosses, value, forced, follows, direction };

/// Back into [0, 1], as from mirrors at its ends.
double mirrored(double x) {
  x = std::abs(x);
  return std::clamp(x > 1 ? 2 - x : x, 0.0, 1.0);
}

/// A rank, exponentially with this mean.
std::size_t rank_of(const Randomness<double>& random, Purpose purpose, double scale, std::size_t count) {
  const auto rank = static_cast<std::size_t>(scale * random.exponential({.purpose = purpose, .index = 0}));
  return std::min(rank, count - 1);
}

/// Those that could be played, those with most trials first, of them the best.
std::vector<Proposer::Outcome> best_of(std::vector<Proposer::Outcome> all, std::size_t count) {
  std::erase_if(all, [](const Proposer::Outcome& one) { return std::isnan(one.score.value); });
  std::ranges::stable_sort(all, std::ranges::greater(), &Proposer::Outcome::trials);
  std::vector<Proposer::Outcome> best;
  for (std::size_t first = 0, end = 0; first < all.size() && best.size() < count; first = end) {
    std::vector<RaceScore> scores;
    for (end = first; end < all.size() && all[end].trials == all[first].trials; ++end) scores.push_back(all[end].score);
    for (const std::size_t place : best_first(scores))
      if (best.size() < count) best.push_back(std::move(all[first + place]));
  }
  return best;
}

}  // namespace

Evolution::Evolution(const SearchSpace& space, std::int64_t seed)
    : space_(space), seed_(static_cast<std::uint64_t>(seed)), draws_(seed_, 0) {
  for (const Dimension& one : space.dimensions()) numbers_ += one.choices.empty() ? 1 : 0;
}

std::vector<Point> Evolution::propose(int count) {
  std::vector<Point> all;
  for (int k = 0; k < count; ++k) all.push_back(child(++children_));
  return all;
}

Point Evolution::child(std::int64_t number) const {
  if (parents_.empty()) return random_point(space_.dimensions(), seed_, first_without_parents + number);
  const Randomness<double> random(draws_, number, Stream::search);
  const double scale = of_front_ ? rank_scale_on_front : rank_scale;
  Point point = parents_[rank_of(random, parent, scale, parents_.size())].point;
  if (numbers_ > 1 && random.uniform({.purpose = follows, .index = 0}) < (of_front_ ? following_on_front : following))
    follow_elite(point, random);
  else
    change_coordinates(point, random);
  return point;
}

void Evolution::change_coordinates(Point& point, const Randomness<double>& random) const {
  const Point& other = parents_[rank_of(random, other_parent, 2 * rank_scale, parents_.size())].point;
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
}

void Evolution::follow_elite(Point& point, const Randomness<double>& random) const {
  // A sum of the elite's distances from its mean, each at random, has the elite's covariance.
  Point sum(point.size());
  for (std::size_t k = 0; k < elite_.size(); ++k) {
    const double z = random.normal({.purpose = direction, .index = static_cast<std::int64_t>(k)}) * sqrt(weights_[k]);
    for (std::size_t d = 0; d < sum.size(); ++d) sum[d] += z * (elite_[k].point[d] - centre_[d]);
  }
  const double width = exp(random.uniform({.purpose = step, .index = 0}) * log(largest_width));
  for (std::size_t d = 0; d < point.size(); ++d)
    if (space_.dimensions()[d].choices.empty()) point[d] = mirrored(centre_[d] + width * sum[d]);
}

void Evolution::learn(const std::vector<Outcome>& outcomes) {
  parents_.insert(parents_.end(), outcomes.begin(), outcomes.end());
  of_front_ =
      of_front_ || std::ranges::any_of(outcomes, [](const Outcome& one) { return one.score.second.has_value(); });
  parents_ = best_of(std::move(parents_), of_front_ ? most_parents_on_front : most_parents);
  std::vector<Outcome> all = outcomes;
  if (children_ == 0) all.insert(all.end(), elite_.begin(), elite_.end());  // random ones are one generation
  const std::size_t half = (all.size() + 1) / 2;
  all = best_of(std::move(all), std::min(half, std::max(most_parents, elite_for_each_number * numbers_)));
  if (!all.empty()) set_elite(std::move(all));
}

void Evolution::set_elite(std::vector<Outcome> elite) {
  elite_ = std::move(elite);
  const double size = static_cast<double>(elite_.size());
  weights_.clear();
  double sum = 0;
  for (std::size_t k = 0; k < elite_.size(); ++k) {
    weights_.push_back(log((size + 0.5) / static_cast<double>(k + 1)));
    sum += weights_.back();
  }
  centre_.assign(space_.dimensions().size(), 0.0);
  for (std::size_t k = 0; k < elite_.size(); ++k) {
    weights_[k] /= sum;
    for (std::size_t d = 0; d < centre_.size(); ++d) centre_[d] += weights_[k] * elite_[k].point[d];
  }
}

}  // namespace regretta
