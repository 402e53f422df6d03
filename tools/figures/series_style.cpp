#include "regretta/tools/figures/series_style.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace regretta {
namespace {

struct Palette {
  /// With as much contrast as the ground needs. On white the first six differ in lightness, for grey print, and for
  /// eyes that do not tell red from green; the ideas are Okabe and Ito's (Color Universal Design, 2008).
  std::array<Colour, 8> hues;
  /// Of viridis, from the one of most contrast to that of least on white, and the reverse on a dark ground.
  std::array<Colour, 6> ordered;
  Colour grey;  ///< of learners that have no hue
};

constexpr Palette on_white = {
    {rgb(0x1e2cd0), rgb(0xda5810), rgb(0x286740), rgb(0xbf3491), rgb(0x572700), rgb(0x239ed5), rgb(0x000000),
     rgb(0x8f8200)},
    {rgb(0x440154), rgb(0x423f85), rgb(0x2b5f8c), rgb(0x1c7474), rgb(0x3f8a48), rgb(0x948e00)},
    rgb(0x8a8a8a)};
constexpr Palette on_dark = {{rgb(0x3d9bd9), rgb(0xe8742a), rgb(0x1fb58b), rgb(0xd993ba), rgb(0xe69f00), rgb(0x7cc7f0),
                              rgb(0xf2f2f2), rgb(0xf0e442)},
                             {rgb(0x9184f0), rgb(0x58b0ea), rgb(0x3fc9a4), rgb(0x72d582), rgb(0xa6e05f), rgb(0xfde725)},
                             rgb(0x7d838e)};

Colour ordered_colour(double order, const Palette& palette) {
  const double place = order * static_cast<double>(palette.ordered.size() - 1);
  const std::size_t below = std::min(static_cast<std::size_t>(place), palette.ordered.size() - 2);
  const Colour &from = palette.ordered[below], &to = palette.ordered[below + 1];
  const double share = place - static_cast<double>(below);
  const auto mixed = [share](double a, double b) { return a + share * (b - a); };
  return {mixed(from.red, to.red), mixed(from.green, to.green), mixed(from.blue, to.blue)};
}

}  // namespace

Colour colour_of(const LineStyle& style, Theme theme) {
  const Palette& palette = theme == Theme::light ? on_white : on_dark;
  if (style.is_grey) return palette.grey;
  return style.order ? ordered_colour(*style.order, palette) : palette.hues[style.hue % palette.hues.size()];
}

std::string hex_text(const Colour& colour) {
  const auto byte = [](double share) { return std::lround(255 * share); };
  return fmt::format("#{:02x}{:02x}{:02x}", byte(colour.red), byte(colour.green), byte(colour.blue));
}

Colour text_colour_of(const LineStyle& style) {
  const auto [red, green, blue] = colour_of(style);
  return {0.7 * red, 0.7 * green, 0.7 * blue};
}

double width_of(const Series& series) {
  const bool is_thin = series.mark == Mark::guide || series.mark == Mark::bound || series.mark == Mark::outline;
  const bool is_candidate = series.mark == Mark::curve && series.style.place >= first_other_place;
  return is_thin || is_candidate || series.style.is_grey ? 0.7 : 1.1;
}

std::vector<double> dash_of(const LineStyle& style) {
  static const std::array<std::vector<double>, 5> dashes = {{{}, {5, 2}, {1.5, 2}, {6, 2, 1.5, 2}, {3, 1.5}}};
  return dashes[style.place / on_white.hues.size() % dashes.size()];
}

std::vector<double> dash_of(const Series& series) {
  if (series.mark == Mark::guide) return {1, 2};
  if (series.mark == Mark::bound) return {8, 1.5, 1, 1.5};
  return dash_of(series.style);
}

std::vector<PaperPoint> marker(std::size_t place, PaperPoint middle, double scale) {
  struct Outline {
    int corners;
    double radius;
    double turn;       ///< radians
    double inner = 1;  ///< share of the radius of every other corner
  };
  static constexpr std::array<Outline, num_markers> outlines = {{{24, 1.9, 0},
                                                                 {4, 2.5, std::numbers::pi / 4},
                                                                 {3, 2.5, 0},
                                                                 {4, 2.5, 0},
                                                                 {3, 2.5, std::numbers::pi},
                                                                 {10, 3, 0, 0.42}}};
  const Outline& outline = outlines[place % outlines.size()];
  std::vector<PaperPoint> places;
  for (int k = 0; k < outline.corners; ++k) {
    const double angle = 2 * std::numbers::pi * k / outline.corners + outline.turn;
    const double radius = scale * outline.radius * (k % 2 == 1 ? outline.inner : 1);
    places.push_back({middle.x + radius * std::sin(angle), middle.y - radius * std::cos(angle)});
  }
  return places;
}

}  // namespace regretta
