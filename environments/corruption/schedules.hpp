#pragma once
/// Schedules: which n of the T rounds a corruption visits, and in which order (positions 0..n-1). A schedule has a
/// `word`, its name in studies, and a function `rounds`. It may have parameters (`fields`) and a limit on n
/// (`most_rounds`).

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/real/draws.hpp"
#include "regretta/environments/processes/parts.hpp"
#include "regretta/environments/processes/stationary.hpp"

namespace regretta {

/// A random order of 0..n-1 in constant memory: a keyed Feistel permutation of the next power of two, iterated until
/// it lands below n (cycle walking; Black and Rogaway, Ciphers with arbitrary finite domains, CT-RSA 2002). Both
/// directions cost O(1).
class ScatteredOrder {
 public:
  /// n >= 1; the order is a function of (n, seed).
  ScatteredOrder(std::int64_t n, std::uint64_t seed) : n_(static_cast<std::uint64_t>(n)) {
    const int bits = std::bit_width(n_ - 1) < 2 ? 2 : static_cast<int>(std::bit_width(n_ - 1));
    low_bits_ = bits / 2;
    high_bits_ = bits - low_bits_;
    const Draws<double> draws(seed, 0);
    for (std::size_t r = 0; r < keys_.size(); ++r) {
      const auto key = [&](std::uint64_t k) { return draws.word(Stream::schedule, static_cast<std::int64_t>(r), k); };
      keys_[r] = {key(0), key(1) | 1U};
    }
  }

  /// The element at position k, k in 0..n-1.
  std::int64_t element_at(std::int64_t k) const {
    auto x = static_cast<std::uint64_t>(k);
    do x = forward(x);
    while (x >= n_);
    return static_cast<std::int64_t>(x);
  }
  /// The inverse: position_of(element_at(k)) = k.
  std::int64_t position_of(std::int64_t element) const {
    auto x = static_cast<std::uint64_t>(element);
    do x = backward(x);
    while (x >= n_);
    return static_cast<std::int64_t>(x);
  }

 private:
  static constexpr std::size_t feistel_rounds = 4;  ///< each half is mixed twice

  /// The key of a Feistel round. Its function turns one half into bits that change the other half.
  struct Key {
    std::uint64_t shift = 0;
    std::uint64_t multiplier = 1;  ///< odd
    /// The top `bits` bits after a multiplication by the key and one by 2^64 divided by the golden ratio.
    std::uint64_t mix(std::uint64_t half, int bits) const {
      const std::uint64_t z = (half + shift) * multiplier;
      return (z ^ z >> 32U) * 0x9e3779b97f4a7c15ULL >> (64 - bits);
    }
  };
  std::uint64_t forward(std::uint64_t x) const {
    std::uint64_t low = x & ((std::uint64_t{1} << low_bits_) - 1);
    std::uint64_t high = x >> low_bits_;
    for (std::size_t r = 0; r < feistel_rounds; r += 2) {
      high ^= keys_[r].mix(low, high_bits_);
      low ^= keys_[r + 1].mix(high, low_bits_);
    }
    return high << low_bits_ | low;
  }
  std::uint64_t backward(std::uint64_t x) const {
    std::uint64_t low = x & ((std::uint64_t{1} << low_bits_) - 1);
    std::uint64_t high = x >> low_bits_;
    for (std::size_t r = feistel_rounds; r > 0; r -= 2) {
      low ^= keys_[r - 1].mix(high, low_bits_);
      high ^= keys_[r - 2].mix(low, high_bits_);
    }
    return high << low_bits_ | low;
  }

  std::uint64_t n_;
  int low_bits_ = 1;   ///< >= 1
  int high_bits_ = 1;  ///< >= 1
  std::array<Key, feistel_rounds> keys_{};
};

/// Rounds first..first+n-1.
struct Window {
  std::int64_t n = 0;
  std::int64_t first = 1;

  std::int64_t round_at(std::int64_t position) const { return first + position; }
  std::int64_t position_of(std::int64_t t) const { return t >= first && t < first + n ? t - first : -1; }
  std::int64_t same_until(std::int64_t t) const {
    if (n > 0 && t < first) return first - 1;
    return position_of(t) >= 0 ? first + n - 1 : forever;
  }
};

/// Rounds 1 + floor((2k + 1) T / (2n)), k = 0..n-1: the middles of n equal intervals.
struct Middles {
  std::int64_t n = 0;
  std::int64_t horizon = 0;  ///< T

  std::int64_t round_at(std::int64_t position) const {
    return 1 + static_cast<std::int64_t>((2 * Wide{position} + 1) * horizon / (2 * Wide{n}));
  }
  std::int64_t position_of(std::int64_t t) const {
    return n > 0 && round_at(interval_of(t)) == t ? interval_of(t) : -1;
  }
  std::int64_t same_until(std::int64_t t) const {
    if (n == 0) return forever;
    const std::int64_t interval = interval_of(t);
    if (round_at(interval) >= t) return std::max(t, round_at(interval) - 1);
    return interval + 1 < n ? round_at(interval + 1) - 1 : forever;
  }

 private:
  using Wide = __int128;
  /// The interval k that contains round t: k T / n <= t - 1 < (k + 1) T / n.
  std::int64_t interval_of(std::int64_t t) const {
    return std::min(static_cast<std::int64_t>(((Wide{t} - 1) * n) / horizon), n - 1);
  }
};

/// The first n rounds of a random order.
struct Scattered {
  std::int64_t n = 0;
  ScatteredOrder order;

  std::int64_t round_at(std::int64_t position) const { return 1 + order.element_at(position); }
  std::int64_t position_of(std::int64_t t) const {
    const std::int64_t position = n > 0 ? order.position_of(t - 1) : n;
    return position < n ? position : -1;
  }
  std::int64_t same_until(std::int64_t t) const { return n > 0 ? t : forever; }
};

/// The rounds that a schedule visits.
class VisitedRounds {
 public:
  VisitedRounds(auto rounds) : rounds_(std::move(rounds)) {}  // NOLINT: implicit on purpose

  std::int64_t size() const {
    return std::visit([](const auto& rounds) { return rounds.n; }, rounds_);
  }
  /// The round at a position. Positions are in time order, except for Scattered, where they follow the random order.
  std::int64_t round_at(std::int64_t position) const {
    return std::visit([=](const auto& rounds) { return rounds.round_at(position); }, rounds_);
  }
  /// The position of round t in 0..n-1, or -1 if it is not visited.
  std::int64_t position_of(std::int64_t t) const {
    return std::visit([=](const auto& rounds) { return rounds.position_of(t); }, rounds_);
  }
  /// A round u >= t such that rounds t..u are all visited, or none of them is.
  std::int64_t same_until(std::int64_t t) const {
    return std::visit([=](const auto& rounds) { return rounds.same_until(t); }, rounds_);
  }

 private:
  std::variant<Window, Middles, Scattered> rounds_;
};

struct Front {
  static constexpr ChoiceWord word{"front", "the first rounds"};
  VisitedRounds rounds(std::int64_t n, std::int64_t, std::uint64_t) const { return Window{n}; }
};

struct Late {
  static constexpr ChoiceWord word{"late", "the last rounds"};
  VisitedRounds rounds(std::int64_t n, std::int64_t T, std::uint64_t) const { return Window{n, T - n + 1}; }
};

/// A window of rounds, such as an epoch of a learner whose epochs grow geometrically (Gupta, Koren and Talwar, COLT
/// 2019, appendix B; reconstructed). With burst_start = 1 it equals `front`.
struct Burst {
  static constexpr ChoiceWord word{"burst", "consecutive rounds from burst_start on"};
  std::optional<std::int64_t> burst_start{};     ///< first round of the window, from 1
  std::optional<double> burst_start_fraction{};  ///< first round as a fraction of T

  static void fields(auto& p, auto&& visit) {
    visit("burst_start", p.burst_start, Range{1, 1e15},
          "the first round of the window, which lasts until the budget is spent");
    visit("burst_start_fraction", p.burst_start_fraction, Range{0, 1, false, true},
          "the first round as a fraction f of T: 1 + floor(f T) (give one of the two)");
  }

  /// The first round of the window. Throws InputError if it is missing or after round T.
  std::int64_t first(std::int64_t T) const {
    if (burst_start_fraction) return std::min(1 + whole_rounds(*burst_start_fraction, T), T);
    if (!burst_start)
      throw InputError("burst_start",
                       "missing, expected the first round of schedule = \"burst\" (or burst_start_fraction, of T)");
    if (*burst_start > T)
      throw InputError("burst_start",
                       std::to_string(*burst_start) + " is past the last round; expected 1 to " + std::to_string(T));
    return *burst_start;
  }
  /// Number of rounds from the start of the window to round T.
  std::int64_t most_rounds(std::int64_t T) const { return T - first(T) + 1; }
  VisitedRounds rounds(std::int64_t n, std::int64_t T, std::uint64_t) const { return Window{n, first(T)}; }
};

struct Periodic {
  static constexpr ChoiceWord word{"periodic", "evenly spread rounds"};
  VisitedRounds rounds(std::int64_t n, std::int64_t T, std::uint64_t) const { return Middles{n, T}; }
};

struct RandomOrder {
  static constexpr ChoiceWord word{"random", "rounds drawn from the study's seed"};
  VisitedRounds rounds(std::int64_t n, std::int64_t T, std::uint64_t seed) const {
    return Scattered{n, ScatteredOrder(T, seed)};
  }
};

using Schedule = OneOf<Front, Late, Burst, Periodic, RandomOrder>;

/// A schedule whose number of rounds is not yet known.
struct ScheduleChoice {
  Schedule schedule{};
  std::int64_t horizon = 0;  ///< T
  std::uint64_t seed = 0;    ///< seed of the study

  /// Largest number of rounds: T / 2, or fewer if the schedule has a smaller limit. Throws InputError for parameters of
  /// the schedule that do not fit T.
  std::int64_t most_rounds() const {
    const auto limit_for = [this](const auto& chosen) {
      if constexpr (requires { chosen.most_rounds(horizon); })
        return std::min(horizon / 2, chosen.most_rounds(horizon));
      return horizon / 2;
    };
    return std::visit(limit_for, schedule);
  }
  /// The rounds of the schedule if it visits n, 0 <= n <= most_rounds().
  VisitedRounds rounds(std::int64_t n) const {
    return std::visit([=, this](const auto& chosen) { return chosen.rounds(n, horizon, seed); }, schedule);
  }
};

}  // namespace regretta
