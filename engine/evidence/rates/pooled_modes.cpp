#include "regretta/engine/evidence/rates/pooled_modes.hpp"

#include <algorithm>
#include <cmath>

#include "regretta/engine/evidence/statistics/robust_spread.hpp"

namespace regretta {
namespace {

using Eigen::VectorXd;

/// The values of one cell.
struct Spread {
  RobustSpread most{};
  double down = 0, up = 0;            ///< from the median to the least and to the greatest value
  double size = 0;                    ///< of the mean
  double room_down = 0, room_up = 0;  ///< to the ends of the reach

  Spread(const VectorXd& values, const Interval& reach)
      : most(robust_spread({values.begin(), values.end()})),
        down(most.middle - values.minCoeff()),
        up(values.maxCoeff() - most.middle),
        size(std::abs(values.mean())),
        room_down(most.middle - reach.low),
        room_up(reach.high - most.middle) {}
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
    is_far = is_far || cell.most.is_far(std::max(cell.down, cell.up));
    down.add(cell.down, cell.size, cell.room_down);
    up.add(cell.up, cell.size, cell.room_up);
  }
  if (!is_far) return {};
  std::vector<Interval> ranges;
  for (const Spread& cell : cells)
    ranges.push_back(
        {cell.most.middle - down.in(cell.size, cell.room_down), cell.most.middle + up.in(cell.size, cell.room_up)});
  return ranges;
}

}  // namespace regretta
