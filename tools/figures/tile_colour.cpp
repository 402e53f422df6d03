#include "regretta/tools/figures/tile_colour.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace regretta {

TileColours::TileColours(const Panel& panel)
    : low_(std::numeric_limits<double>::infinity()), high_(-std::numeric_limits<double>::infinity()) {
  for (const Series& series : panel.series)
    for (const DrawnPoint& point : series.points) {
      if (!std::isfinite(point.value)) continue;
      low_ = std::min(low_, point.value);
      high_ = std::max(high_, point.value);
    }
}

Colour TileColours::of(double value) const {
  if (!std::isfinite(value)) return {1, 1, 1};
  constexpr Colour full = {11 / 255.0, 79 / 255.0, 138 / 255.0};
  const double depth = 0.06 + 0.94 * (high_ > low_ ? (value - low_) / (high_ - low_) : 0.5);
  return {1 + depth * (full.red - 1), 1 + depth * (full.green - 1), 1 + depth * (full.blue - 1)};
}

Colour ink_on(const Colour& ground) {
  const auto linear = [](double x) { return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4); };
  const double luminance = 0.2126 * linear(ground.red) + 0.7152 * linear(ground.green) + 0.0722 * linear(ground.blue);
  return luminance > 0.179 ? Colour{0, 0, 0} : Colour{1, 1, 1};
}

}  // namespace regretta
