#include "regretta/engine/evidence/rates/pooled_modes.hpp"

#include <algorithm>
#include <cmath>

#include "regretta/engine/evidence/statistics/summary.hpp"

namespace regretta {
namespace {

using Eigen::VectorXd;

double median_of(const VectorXd& values) { return quantile_of({values.begin(), values.end()}, 0.5); }

/// The values of one cell.
struct Spread {
  double middle;              ///< the median
  double deviation;           ///< 1.4826 times the median distance from it: of normal values, the standard deviation
  double down, up;            ///< from the median to the least and to the greatest value
  double size;                ///< of the mean
  double room_down, room_up;  ///< to the ends of the reach

  Spread(const VectorXd& values, const Interval& reach)
      : middle(median_of(values)),
        deviation(1.4826 * median_of((values.array() - middle).abs())),
        down(middle - values.minCoeff()),
        up(values.maxCoeff() - middle),
        size(std::abs(values.mean())),
        room_down(middle - reach.low),
        room_up(reach.high - middle) {}
  /// Whether some values belong to a mode that a few trials have.
  bool has_far() const { return std::max(down, up) > 15 * deviation; }
};

/// The farthest value on one side.
class Farthest {
 public:
  void add(double distance, double size, double room) {
    if (size > 0) of_size_ = std::max(of_size_, distance / size);
    if (room > 0) of_room_ = std::max(of_room_, distance / room);
  }
  /// As far in a cell of this size and room.
  double in(double size, double room) const {
    const double by_room = std::isfinite(room) ? of_room_ * room : 0;
    return std::min(room, std::max(of_size_ * size, by_room));
  }

 private:
  double of_size_ = 0, of_room_ = 0;
};

}  // namespace

std::vector<Interval> pooled_modes(const Eigen::MatrixXd& trials, const std::vector<Interval>& reaches) {
  std::vector<Spread> cells;
  Farthest down, up;
  bool is_far = false;
  for (std::size_t k = 0; k < reaches.size(); ++k) {
    const Spread& cell = cells.emplace_back(trials.col(static_cast<Eigen::Index>(k)), reaches[k]);
    is_far = is_far || cell.has_far();
    down.add(cell.down, cell.size, cell.room_down);
    up.add(cell.up, cell.size, cell.room_up);
  }
  if (!is_far) return {};
  std::vector<Interval> ranges;
  for (const Spread& cell : cells)
    ranges.push_back({cell.middle - down.in(cell.size, cell.room_down), cell.middle + up.in(cell.size, cell.room_up)});
  return ranges;
}

}  // namespace regretta
