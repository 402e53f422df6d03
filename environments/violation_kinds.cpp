#include <fmt/format.h>

#include "regretta/environments/alternating.hpp"
#include "regretta/environments/parts.hpp"
#include "regretta/environments/random_instance.hpp"
#include "regretta/environments/stationary.hpp"

namespace regretta {
namespace {

using ViolationKind = PartKind<ViolationPart>;

ViolationKind stationary_violations() {
  ViolationKind kind;
  kind.entry = {"violations", "stationary", "the same means in every round", "",
                describe_parameters<StationaryViolationParams>("violations.")};
  kind.fixes_arms = true;
  kind.build = [](const Settings& settings, const PartContext& context) {
    StationaryViolationParams params;
    read_parameters(settings, "", params);
    if (params.means.empty())
      throw InputError("means", "is missing; expected one list of K numbers in [-1, 1] per constraint");
    std::vector<double> row = flatten(params.means);
    const std::size_t m = params.means.size(), K = params.means.front().size();
    check_count("means", "arm", K, context.num_arms);
    check_count("means", "constraint", m, context.num_constraints);
    return ViolationPart{static_cast<int>(K), static_cast<int>(m), StationaryRows(std::move(row))};
  };
  return kind;
}

ViolationKind alternating() {
  ViolationKind kind;
  kind.entry = {"violations", "alternating", "two or more rows of means take turns: adversarial constraints", "",
                describe_parameters<AlternatingRows::Params>("violations.")};
  kind.fixes_arms = true;
  kind.build = [](const Settings& settings, const PartContext& context) {
    AlternatingRows::Params params;
    read_parameters(settings, "", params);
    const int m = context.num_constraints == 0 ? 1 : context.num_constraints;
    const auto lines = static_cast<std::ptrdiff_t>(params.means.size());
    if (lines < 2 * m || lines % m != 0)
      throw InputError("means", fmt::format("has {} lists; expected two or more rows of {} list{} each (one per "
                                            "constraint), row after row",
                                            lines, m, m == 1 ? "" : "s"));
    check_count("means", "arm", params.means.front().size(), context.num_arms);
    std::vector<std::vector<double>> rows;
    for (auto line = params.means.begin(); line != params.means.end(); line += m)
      rows.push_back(flatten({line, line + m}));
    const auto K = static_cast<int>(params.means.front().size());
    return ViolationPart{K, m, AlternatingRows(std::move(rows), params.block)};
  };
  return kind;
}

ViolationKind random() {
  ViolationKind kind;
  kind.entry = {"violations", "random", "stationary means drawn once from the study's seed, with a Slater margin", "",
                describe_parameters<RandomViolationParams>("violations.")};
  kind.build = [](const Settings& settings, const PartContext& context) {
    RandomViolationParams params;
    read_parameters(settings, "", params);
    need_arms(context);
    const int m = context.num_constraints == 0 ? 1 : context.num_constraints;
    return ViolationPart{context.num_arms, m,
                         StationaryRows(draw_violations(context.seed, params, context.num_arms, m))};
  };
  return kind;
}

}  // namespace

std::vector<ViolationKind> violation_kinds() { return {stationary_violations(), alternating(), random()}; }

}  // namespace regretta
