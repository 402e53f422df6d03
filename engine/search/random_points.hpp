#pragma once
/// Points at random: the baseline of every search, and the part of its candidates that no optimiser proposes.

#include <cmath>
#include <cstdint>

#include "regretta/engine/real/draws.hpp"
#include "regretta/engine/search/dimension.hpp"

namespace regretta {

/// The point of this number, a function of nothing else. Choices, and shares of ranges, are equally likely.
inline Point random_point(const std::vector<Dimension>& dimensions, std::uint64_t seed, std::int64_t number) {
  const Draws<double> draws(seed, static_cast<std::uint32_t>(number));
  Point point;
  for (const Dimension& one : dimensions) {
    const auto place = static_cast<std::int64_t>(point.size());
    const double share = Draws<double>::uniform52(draws.word(Stream::process, place, 0));
    point.push_back(one.choices.empty() ? share : std::floor(share * static_cast<double>(one.choices.size())));
  }
  return point;
}

}  // namespace regretta
