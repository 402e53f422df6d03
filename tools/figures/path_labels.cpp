#include "regretta/tools/figures/path_labels.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace regretta {

void draw_arrows(Pen& pen, const std::vector<PaperPoint>& path) {
  constexpr double length = 4.5, half_width = 1.9, shortest = 9;
  for (std::size_t k = 1; k < path.size(); ++k) {
    const PaperPoint &from = path[k - 1], &to = path[k];
    const double distance = std::hypot(to.x - from.x, to.y - from.y);
    if (!(distance >= shortest)) continue;
    const double u = (to.x - from.x) / distance, v = (to.y - from.y) / distance;
    const double tip = (distance + length) / 2;
    const PaperPoint tail = {from.x + (tip - length) * u, from.y + (tip - length) * v};
    pen.fill({{from.x + tip * u, from.y + tip * v},
              {tail.x - half_width * v, tail.y + half_width * u},
              {tail.x + half_width * v, tail.y - half_width * u}});
  }
}

bool PathLabels::Box::overlaps(const Box& other) const {
  return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
}

/// Clips the line to the box, by Liang and Barsky.
bool PathLabels::Box::meets(const PaperPoint& from, const PaperPoint& to) const {
  double first = 0, last = 1;
  const auto clip = [&](double step, double room) {  // the part of the line with share * step <= room
    if (step == 0) return room >= 0;
    if (step > 0) last = std::min(last, room / step);
    if (step < 0) first = std::max(first, room / step);
    return first <= last;
  };
  const double x = to.x - from.x, y = to.y - from.y;
  return clip(-x, from.x - left) && clip(x, right - from.x) && clip(-y, from.y - top) && clip(y, bottom - from.y);
}

void PathLabels::avoid_point(PaperPoint point) {
  constexpr double reach = 2.5;
  taken_.push_back({point.x - reach, point.y - reach, point.x + reach, point.y + reach});
}

void PathLabels::avoid_line(const std::vector<PaperPoint>& path) { lines_.push_back(path); }

bool PathLabels::is_free(const Box& box, bool of_lines) const {
  if (box.left < plot_.left || box.right > plot_.right || box.top < plot_.top || box.bottom > plot_.bottom)
    return false;
  if (std::ranges::any_of(taken_, [&](const Box& other) { return box.overlaps(other); })) return false;
  if (!of_lines) return true;
  for (const auto& line : lines_)
    for (std::size_t k = 1; k < line.size(); ++k)
      if (box.meets(line[k - 1], line[k])) return false;
  return true;
}

std::optional<PaperPoint> PathLabels::place(PaperPoint point, double width) {
  constexpr double gap = 3;
  const double height = 0.72 * font_size_;  // of digits
  const std::array<PaperPoint, 8> corners = {{{point.x + gap, point.y - gap},
                                              {point.x + gap, point.y + gap + height},
                                              {point.x - gap - width, point.y - gap},
                                              {point.x - gap - width, point.y + gap + height},
                                              {point.x + 1.3 * gap, point.y + height / 2},
                                              {point.x - 1.3 * gap - width, point.y + height / 2},
                                              {point.x - width / 2, point.y - 1.3 * gap},
                                              {point.x - width / 2, point.y + 1.3 * gap + height}}};
  for (const bool of_lines : {true, false})
    for (const PaperPoint& candidate : corners) {
      const Box box{candidate.x, candidate.y - height, candidate.x + width, candidate.y};
      if (!is_free(box, of_lines)) continue;
      taken_.push_back({box.left - 1, box.top - 1, box.right + 1, box.bottom + 1});
      return candidate;
    }
  return std::nullopt;
}

}  // namespace regretta
