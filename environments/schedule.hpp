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
  periodic,  ///< rounds 1 + floor((2k + 1) T / (2n)), k = 0..n-1: the middles of n equal stretches
  random     ///< the first n rounds of a random order of all; the order depends on (T, study's seed) only
};

class Schedule {
 public:
  /// 0 <= n <= T / 2.
  Schedule(ScheduleKind kind, std::int64_t horizon, std::int64_t n, std::uint64_t seed)
      : kind_(kind), horizon_(horizon), n_(n) {
    if (kind == ScheduleKind::random) order_.emplace(horizon, seed);
  }

  std::int64_t size() const { return n_; }

  /// Places follow time, except for `random`, where they follow the order.
  std::int64_t round_at(std::int64_t place) const {
    switch (kind_) {
      case ScheduleKind::front:
        return place + 1;
      case ScheduleKind::late:
        return horizon_ - n_ + place + 1;
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
        place = t - 1;
        break;
      case ScheduleKind::late:
        place = t - 1 - (horizon_ - n_);
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
        return t <= n_ ? n_ : forever;
      case ScheduleKind::late:
        return t <= horizon_ - n_ ? horizon_ - n_ : forever;
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
  std::optional<ScatteredOrder> order_;
};

}  // namespace regretta
