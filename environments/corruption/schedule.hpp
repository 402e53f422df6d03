#pragma once
/// Which rounds a corruption visits, and in which order: n of the T rounds, at positions 0..n-1. Used by
/// budgeted_corruption.hpp.

#include <algorithm>
#include <cstdint>
#include <optional>

#include "regretta/engine/plugin/choice.hpp"
#include "regretta/environments/corruption/scattered_order.hpp"
#include "regretta/environments/processes/stationary.hpp"

namespace regretta {

enum class ScheduleKind {
  front,     ///< rounds 1..n
  late,      ///< rounds T-n+1..T
  burst,     ///< rounds s..s+n-1: one window, such as an epoch of a learner
  periodic,  ///< rounds 1 + floor((2k + 1) T / (2n)), k = 0..n-1: the middles of n equal intervals
  random     ///< the first n rounds of a random order of all rounds, which depends only on (T, study's seed)
};

inline constexpr Choice schedules =
    choice_of<ScheduleKind>({{ScheduleKind::front, "front", "the first ones"},
                             {ScheduleKind::late, "late", "the last ones"},
                             {ScheduleKind::burst, "burst", "one window from a given round on"},
                             {ScheduleKind::periodic, "periodic", "evenly spread"},
                             {ScheduleKind::random, "random", "drawn from the study's seed"}});

/// A schedule whose number of rounds is not yet known.
struct ScheduleChoice {
  ScheduleKind kind = ScheduleKind::front;
  std::int64_t horizon = 0;      ///< T
  std::uint64_t seed = 0;        ///< the study's
  std::int64_t burst_start = 1;  ///< s, in 1..T

  /// Largest number of rounds: half of all, and for a burst no more than are left from its start.
  std::int64_t most_rounds() const {
    return kind == ScheduleKind::burst ? std::min(horizon / 2, horizon - burst_start + 1) : horizon / 2;
  }
};

class Schedule {
 public:
  /// 0 <= n <= choice.most_rounds().
  Schedule(const ScheduleChoice& choice, std::int64_t n) : kind_(choice.kind), horizon_(choice.horizon), n_(n) {
    if (kind_ == ScheduleKind::late) first_ = horizon_ - n + 1;
    if (kind_ == ScheduleKind::burst) first_ = choice.burst_start;
    if (kind_ == ScheduleKind::random) order_.emplace(horizon_, choice.seed);
  }

  std::int64_t size() const { return n_; }

  /// The round at a position. Positions are in time order, except for `random`, where they follow the random order.
  std::int64_t round_at(std::int64_t position) const {
    if (kind_ == ScheduleKind::periodic) return 1 + middle(position);
    if (kind_ == ScheduleKind::random) return 1 + order_->at(position);
    return first_ + position;
  }

  /// The position of round t in 0..n-1, or -1 if it is not visited.
  std::int64_t position_of(std::int64_t t) const {
    if (n_ == 0) return -1;
    std::int64_t position = t - first_;
    if (kind_ == ScheduleKind::periodic) position = stretch_of(t);
    if (kind_ == ScheduleKind::random) position = order_->position_of(t - 1);
    if (position < 0 || position >= n_) return -1;
    return kind_ == ScheduleKind::periodic && round_at(position) != t ? -1 : position;
  }

  /// A round u >= t such that t..u are either all visited or all not.
  std::int64_t same_until(std::int64_t t) const {
    if (n_ == 0) return forever;
    if (kind_ == ScheduleKind::random) return t;
    if (kind_ == ScheduleKind::periodic) {
      if (position_of(t) >= 0) return t;
      const std::int64_t stretch = stretch_of(t);
      if (round_at(stretch) > t) return round_at(stretch) - 1;
      return stretch + 1 < n_ ? round_at(stretch + 1) - 1 : forever;
    }
    if (t < first_) return first_ - 1;
    return t < first_ + n_ ? first_ + n_ - 1 : forever;
  }

 private:
  using Wide = __int128;
  /// floor((2 position + 1) T / (2n)), counted from 0.
  std::int64_t middle(std::int64_t position) const {
    return static_cast<std::int64_t>((2 * Wide{position} + 1) * horizon_ / (2 * Wide{n_}));
  }
  /// The interval k of n that contains round t: k T / n <= t - 1 < (k + 1) T / n.
  std::int64_t stretch_of(std::int64_t t) const {
    return std::min(static_cast<std::int64_t>(((Wide{t} - 1) * n_) / horizon_), n_ - 1);
  }

  ScheduleKind kind_;
  std::int64_t horizon_;
  std::int64_t n_;
  std::int64_t first_ = 1;  ///< of the single window of front, late and burst
  std::optional<ScatteredOrder> order_;
};

}  // namespace regretta
