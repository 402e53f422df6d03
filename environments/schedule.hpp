#pragma once
/// Which rounds a corruption visits, and in which order: n of the T rounds, places 0..n-1.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "regretta/environments/scattered_order.hpp"
#include "regretta/environments/stationary.hpp"

namespace regretta {

enum class ScheduleKind {
  front,     ///< rounds 1..n
  late,      ///< rounds T-n+1..T
  burst,     ///< rounds s..s+n-1: one window, such as an epoch of a learner
  periodic,  ///< rounds 1 + floor((2k + 1) T / (2n)), k = 0..n-1: the middles of n equal stretches
  random     ///< the first n rounds of a random order of all; the order depends on (T, study's seed) only
};

/// A schedule before it is known how many rounds it visits.
struct ScheduleChoice {
  ScheduleKind kind = ScheduleKind::front;
  std::int64_t horizon = 0;      ///< T
  std::uint64_t seed = 0;        ///< the study's
  std::int64_t burst_start = 1;  ///< s, in 1..T

  /// Half of the rounds, or those that a burst has before it.
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

  /// Places follow time, except for `random`, where they follow the order.
  std::int64_t round_at(std::int64_t place) const {
    switch (kind_) {
      case ScheduleKind::front:
      case ScheduleKind::late:
      case ScheduleKind::burst:
        return first_ + place;
      case ScheduleKind::periodic:
        return 1 + middle(place);
      case ScheduleKind::random:
        break;
    }
    return 1 + order_->at(place);
  }

  /// The place of round t in 0..n-1, or -1 if the schedule leaves it out.
  std::int64_t place_of(std::int64_t t) const {
    if (n_ == 0) return -1;
    std::int64_t place = -1;
    switch (kind_) {
      case ScheduleKind::front:
      case ScheduleKind::late:
      case ScheduleKind::burst:
        place = t - first_;
        break;
      case ScheduleKind::periodic:
        place = stretch_of(t);
        break;
      case ScheduleKind::random:
        place = order_->place_of(t - 1);
        break;
    }
    if (place < 0 || place >= n_) return -1;
    return kind_ == ScheduleKind::periodic && round_at(place) != t ? -1 : place;
  }

  /// Some u >= t: either all of t..u are visited, or none.
  std::int64_t same_until(std::int64_t t) const {
    if (n_ == 0) return forever;
    switch (kind_) {
      case ScheduleKind::front:
      case ScheduleKind::late:
      case ScheduleKind::burst:
        if (t < first_) return first_ - 1;
        return t < first_ + n_ ? first_ + n_ - 1 : forever;
      case ScheduleKind::periodic: {
        if (place_of(t) >= 0) return t;
        const std::int64_t stretch = stretch_of(t);
        if (round_at(stretch) > t) return round_at(stretch) - 1;
        return stretch + 1 < n_ ? round_at(stretch + 1) - 1 : forever;
      }
      case ScheduleKind::random:
        break;
    }
    return t;
  }

 private:
  using Wide = __int128;
  /// floor((2 place + 1) T / (2n)): from 0.
  std::int64_t middle(std::int64_t place) const {
    return static_cast<std::int64_t>((2 * Wide{place} + 1) * horizon_ / (2 * Wide{n_}));
  }
  /// The stretch k of n that round t lies in: k T / n <= t - 1 < (k + 1) T / n.
  std::int64_t stretch_of(std::int64_t t) const {
    return std::min(static_cast<std::int64_t>(((Wide{t} - 1) * n_) / horizon_), n_ - 1);
  }

  ScheduleKind kind_;
  std::int64_t horizon_;
  std::int64_t n_;
  std::int64_t first_ = 1;  ///< of the one window of front, late and burst
  std::optional<ScatteredOrder> order_;
};

}  // namespace regretta
