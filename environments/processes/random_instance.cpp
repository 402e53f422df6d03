#include "regretta/environments/processes/random_instance.hpp"

#include <fmt/format.h>

#include "regretta/engine/real/draws.hpp"

namespace regretta {
namespace {

/// The purpose of a draw. It takes the place of the round in the address of the draw: other numbers would change every
/// instance.
enum class Purpose : std::int64_t { loss = 0, worst_violation = 1, worst_constraint = 2, violation = 3, safe_arm = 4 };

class InstanceDraws {
 public:
  InstanceDraws(std::uint64_t seed, std::int64_t instance) : draws_(seed, static_cast<std::uint32_t>(instance)) {}

  /// A uniform number in (0, 1).
  double operator()(Purpose purpose, int arm, int constraint = 0) const {
    return draws_.uniform_at(Stream::instance, static_cast<std::int64_t>(purpose), arm, constraint);
  }
  /// A uniform integer in 0..n-1.
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
    const double drawn = -params.margin + (1.0 + params.margin) * draw(Purpose::worst_violation, a);
    const double worst = a == safe_arm ? -params.margin : min(drawn, 1.0);
    const int worst_constraint = draw.pick(Purpose::worst_constraint, a, num_constraints);
    for (int i = 0; i < num_constraints; ++i) {
      const double smaller = min(-1.0 + (worst + 1.0) * draw(Purpose::violation, a, i), worst);
      violation[static_cast<std::size_t>(i * num_arms + a)] = i == worst_constraint ? worst : smaller;
    }
  }
  return violation;
}

}  // namespace regretta
