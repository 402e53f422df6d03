#include "regretta/tools/figures/series_style.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace regretta {
namespace {

/// The hues of Okabe and Ito (Color Universal Design, 2008), the light ones darker so that each has a contrast of 3 : 1
/// or more on white paper, as in the report.
constexpr std::array<Colour, 8> colours = {{{0, 114 / 255.0, 178 / 255.0},
                                            {213 / 255.0, 94 / 255.0, 0},
                                            {0, 158 / 255.0, 115 / 255.0},
                                            {192 / 255.0, 103 / 255.0, 154 / 255.0},
                                            {185 / 255.0, 122 / 255.0, 0},
                                            {45 / 255.0, 143 / 255.0, 199 / 255.0},
                                            {0, 0, 0},
                                            {143 / 255.0, 130 / 255.0, 0}}};

/// Of learners that have none, as in the report.
constexpr Colour grey = {138 / 255.0, 138 / 255.0, 138 / 255.0};

/// From dark to light, as those of the report on white: the hues of viridis, where the lightest still has a contrast of
/// 3 : 1.
constexpr std::array<Colour, 6> ordered = {{{68 / 255.0, 1 / 255.0, 84 / 255.0},
                                            {66 / 255.0, 63 / 255.0, 133 / 255.0},
                                            {43 / 255.0, 95 / 255.0, 140 / 255.0},
                                            {28 / 255.0, 116 / 255.0, 116 / 255.0},
                                            {63 / 255.0, 138 / 255.0, 72 / 255.0},
                                            {148 / 255.0, 142 / 255.0, 0}}};

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
