#include "regretta/tools/figures/series_style.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace regretta {
namespace {

/// The hues of Okabe and Ito (Color Universal Design, 2008), the light ones darker so that each has a contrast of 3 : 1
/// or more on white paper, as in the report.
constexpr std::array colours = {rgb(0x0072b2), rgb(0xd55e00), rgb(0x009e73), rgb(0xc0679a),
                                rgb(0xb97a00), rgb(0x2d8fc7), rgb(0x000000), rgb(0x8f8200)};

/// Of learners that have none, as in the report.
constexpr Colour grey = rgb(0x8a8a8a);

/// From dark to light, as those of the report on white: the hues of viridis, where the lightest still has a contrast of
/// 3 : 1.
constexpr std::array ordered = {rgb(0x440154), rgb(0x423f85), rgb(0x2b5f8c),
                                rgb(0x1c7474), rgb(0x3f8a48), rgb(0x948e00)};

Colour ordered_colour(double order) {
  const double place = order * static_cast<double>(ordered.size() - 1);
  const std::size_t below = std::min(static_cast<std::size_t>(place), ordered.size() - 2);
  const Colour &from = ordered[below], &to = ordered[below + 1];
  const double share = place - static_cast<double>(below);
  const auto mixed = [share](double a, double b) { return a + share * (b - a); };
  return {mixed(from.red, to.red), mixed(from.green, to.green), mixed(from.blue, to.blue)};
}

}  // namespace

Colour colour_of(const LineStyle& style) {
  if (style.is_grey) return grey;
  return style.order ? ordered_colour(*style.order) : colours[style.hue % colours.size()];
}

Colour text_colour_of(const LineStyle& style) {
  const auto [red, green, blue] = colour_of(style);
  return {0.7 * red, 0.7 * green, 0.7 * blue};
}

double width_of(const Series& series) {
  const bool is_thin = series.mark == Mark::guide || series.mark == Mark::bound || series.mark == Mark::outline;
  return is_thin || series.style.is_grey ? 0.7 : 1.1;
}

std::vector<double> dash_of(const Series& series) {
  if (series.mark == Mark::guide) return {1, 2};
  if (series.mark == Mark::bound) return {8, 1.5, 1, 1.5};
  static const std::array<std::vector<double>, 5> dashes = {{{}, {5, 2}, {1.5, 2}, {6, 2, 1.5, 2}, {3, 1.5}}};
  return dashes[series.style.place / colours.size() % dashes.size()];
}

std::vector<PaperPoint> marker(std::size_t place, PaperPoint middle, double scale) {
  struct Outline {
    int corners;
    double radius;
    double turn;  ///< radians
  };
  static constexpr std::array<Outline, 4> outlines = {
      {{24, 1.9, 0}, {4, 2.5, std::numbers::pi / 4}, {3, 2.5, 0}, {4, 2.5, 0}}};
  const Outline& outline = outlines[place % outlines.size()];
  std::vector<PaperPoint> places;
  for (int k = 0; k < outline.corners; ++k) {
    const double angle = 2 * std::numbers::pi * k / outline.corners + outline.turn;
    const double radius = scale * outline.radius;
    places.push_back({middle.x + radius * std::sin(angle), middle.y - radius * std::cos(angle)});
  }
  return places;
}

}  // namespace regretta
