#include "regretta/engine/evidence/statistics/ratio.hpp"

#include <algorithm>
#include <cmath>

#include "regretta/engine/real/functions.hpp"

namespace regretta {
namespace {

constexpr double right_angle = M_PI / 2;

/// Where `margin`, >= 0 at `inside` and < 0 at `outside`, changes its sign; rather too far outside. Illinois' method,
/// and halving where a value is infinite.
double edge(double inside, double outside, const std::function<double(double)>& margin) {
  const double start = inside;
  double at_inside = margin(inside), at_outside = margin(outside);
  bool moved_outside = false, moved_inside = false;  // by the last step
  for (int step = 0; step < 100; ++step) {
    const double width = std::abs(outside - inside);
    if (width < 1e-3 * std::abs(outside - start) || width < 1e-13) break;
    double share = 0.5;
    // Never onto an end: a value of 0 there would stop the other one from coming nearer.
    if (std::isfinite(at_inside) && std::isfinite(at_outside))
      share = std::clamp(at_inside / (at_inside - at_outside), 0.01, 0.99);
    const double middle = inside + share * (outside - inside);
    const double here = margin(middle);
    const bool is_outside = here < 0;
    (is_outside ? outside : inside) = middle;
    (is_outside ? at_outside : at_inside) = here;
    if (is_outside && moved_outside) at_inside /= 2;
    if (!is_outside && moved_inside) at_outside /= 2;
    moved_outside = is_outside;
    moved_inside = !is_outside;
  }
  return outside;
}

}  // namespace

Interval ratio_interval(double u_mean, double v_mean, const CombinedMean& interval_of) {
  // Ratios are tangents of angles, after u has been scaled to the size of v.
  const double scale = u_mean == 0 ? 1 : std::abs(u_mean) / v_mean;
  const auto at = [&](double angle) { return interval_of(std::cos(angle) / scale, std::sin(angle)); };
  const Interval denominator = interval_of(0, -1);
  if (!(denominator.low > 0)) return {-infinity, infinity};
  const double estimate = std::atan(u_mean / scale / v_mean);
  const double high = edge(estimate, right_angle, [&](double angle) { return at(angle).high; });
  const double low = edge(estimate, -right_angle, [&](double angle) { return -at(angle).low; });
  return {scale * std::tan(low), scale * std::tan(high)};
}

}  // namespace regretta
