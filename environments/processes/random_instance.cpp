#include "regretta/environments/processes/random_instance.hpp"

#include <fmt/format.h>

#include "regretta/engine/real/draws.hpp"

namespace regretta {
namespace {

/// The purpose of a draw. It stands for the round in the address of the draw, and so decides the numbers of every
/// instance: never renumber.
enum class Purpose : std::int64_t { loss = 0, depth = 1, deepest_constraint = 2, violation = 3, safe_arm = 4 };

class InstanceDraws {
 public:
  InstanceDraws(std::uint64_t seed, std::int64_t instance) : draws_(seed, static_cast<std::uint32_t>(instance)) {}

  /// In (0, 1).
  double operator()(Purpose purpose, int arm, int constraint = 0) const {
    return draws_.uniform_at(Stream::instance, static_cast<std::int64_t>(purpose), arm, constraint);
  }
  /// One of 0..n-1.
  int pick(Purpose purpose, int arm, int n) const {
    const int drawn = static_cast<int>((*this)(purpose, arm) * n);
    return drawn < n ? drawn : n - 1;
  }

 private:
  Draws<double> draws_;
};

}  // namespace

std::vector<double> draw_losses(std::uint64_t seed, const RandomLossParams& params, int num_arms) {
  if (params.low > params.high)
    throw InputError("low", fmt::format("{} is more than high = {}; expected low <= high", params.low, params.high));
  const InstanceDraws draw(seed, params.instance);
  std::vector<double> loss(static_cast<std::size_t>(num_arms));
  for (int a = 0; a < num_arms; ++a)
    loss[static_cast<std::size_t>(a)] =
        min(params.low + (params.high - params.low) * draw(Purpose::loss, a), params.high);
  return loss;
}

std::vector<double> draw_violations(std::uint64_t seed, const RandomViolationParams& params, int num_arms,
                                    int num_constraints) {
  const InstanceDraws draw(seed, params.instance);
  const int safe_arm = draw.pick(Purpose::safe_arm, 0, num_arms);
  std::vector<double> violation(static_cast<std::size_t>(num_arms) * static_cast<std::size_t>(num_constraints));
  for (int a = 0; a < num_arms; ++a) {
    const double drawn = -params.margin + (1.0 + params.margin) * draw(Purpose::depth, a);
    const double depth = a == safe_arm ? -params.margin : min(drawn, 1.0);
    const int deepest = draw.pick(Purpose::deepest_constraint, a, num_constraints);
    for (int i = 0; i < num_constraints; ++i) {
      const double shallower = min(-1.0 + (depth + 1.0) * draw(Purpose::violation, a, i), depth);
      violation[static_cast<std::size_t>(i * num_arms + a)] = i == deepest ? depth : shallower;
    }
  }
  return violation;
}

}  // namespace regretta
