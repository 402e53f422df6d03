#include <fmt/format.h>

#include "regretta/environments/parts/parts.hpp"
#include "regretta/environments/processes/alternating.hpp"
#include "regretta/environments/processes/random_instance.hpp"
#include "regretta/environments/processes/stationary.hpp"

namespace regretta {
namespace {

ViolationPart stationary_violations(const StationaryViolationParams& params, const PartContext& known) {
  if (params.means.empty())
    throw InputError("means", "is missing; expected one list of K numbers in [-1, 1] per constraint");
  const std::size_t m = params.means.size(), K = params.means.front().size();
  check_count("means", "arm", K, known.num_arms);
  check_count("means", "constraint", m, known.num_constraints);
  return {static_cast<int>(K), static_cast<int>(m), StationaryRows(flatten(params.means))};
}

ViolationPart alternating(const AlternatingRows::Params& params, const PartContext& known) {
  const int m = known.num_constraints == 0 ? 1 : known.num_constraints;
  const auto lines = static_cast<std::ptrdiff_t>(params.means.size());
  if (lines < 2 * m || lines % m != 0)
    throw InputError("means", fmt::format("has {} lists; expected two or more rows of {} list{} each (one per "
                                          "constraint), row after row",
                                          lines, m, m == 1 ? "" : "s"));
  check_count("means", "arm", params.means.front().size(), known.num_arms);
  std::vector<std::vector<double>> rows;
  for (auto line = params.means.begin(); line != params.means.end(); line += m)
    rows.push_back(flatten({line, line + m}));
  const auto K = static_cast<int>(params.means.front().size());
  return {K, m, AlternatingRows(std::move(rows), params.block)};
}

ViolationPart random_violations(const RandomViolationParams& params, const PartContext& known) {
  need_arms(known);
  const int m = known.num_constraints == 0 ? 1 : known.num_constraints;
  return {known.num_arms, m, StationaryRows(draw_violations(known.seed, params, known.num_arms, m))};
}

}  // namespace

std::vector<PartKind<ViolationPart>> violation_kinds() {
  const std::string group = "violations";
  return {
      part_kind(group, {"stationary", "the same means in every round"}, stationary_violations, true),
      part_kind(group, {"alternating", "two or more rows of means take turns: adversarial constraints"}, alternating,
                true),
      part_kind(group, {"random", "stationary means drawn once from the study's seed, with a Slater margin"},
                random_violations),
  };
}

}  // namespace regretta
