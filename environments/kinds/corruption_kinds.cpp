#include <fmt/format.h>

#include "regretta/environments/corruption/adaptive_corruption.hpp"
#include "regretta/environments/corruption/budgeted_corruption.hpp"
#include "regretta/environments/processes/parts.hpp"

namespace regretta {
namespace {

/// Largest number of different rows of violations under an adaptive stage: rho is computed from all of them.
constexpr std::int64_t max_rows = 256;

/// Adds a stage that moves violations. Throws InputError if the violations are adaptive already, or if the settings do
/// not fit the adversary.
void add_stage(AdaptiveStage stage, const auto& p, bool moves_losses, Adversary& adversary) {
  check_index("arm", p.arm, adversary.num_arms);
  check_index("constraint", p.constraint, adversary.num_constraints);
  need_oblivious_violations(adversary);
  if (!adversary.costs.empty())
    throw InputError("kind", fmt::format("\"{}\" moves violations in [-1, 1], and those of costs have a smaller range; "
                                         "expected \"budgeted\", or violations of another kind",
                                         stage.kind));
  if (adversary.violations.num_rows() > max_rows)
    throw InputError("kind",
                     fmt::format("the violations of this environment have {} different rows; expected at most {} "
                                 "under \"{}\"",
                                 adversary.violations.num_rows(), max_rows, stage.kind));
  stage.moves_losses = moves_losses;
  stage.moves_violations = true;
  adversary.adaptive.push_back(std::move(stage));
}

void apply_open_problem(const OpenProblemParams& p, std::uint64_t, Adversary& adversary) {
  add_stage(adaptive_stage<OpenProblem>("open-problem", adversary, p), p, p.moves_losses, adversary);
}

/// Throws InputError{low_key} if is_empty: if no round lies between the two limits.
void refuse_empty_range(const char* low_key, double low, const char* high_key, double high, bool is_empty) {
  if (!is_empty) return;
  throw InputError(
      low_key,
      fmt::format("{:g} leaves no values up to \"{}\" = {:g}, so that no round would be corrupted; expected less", low,
                  high_key, high));
}

void apply_reactive(const ReactiveParams& p, std::uint64_t, Adversary& adversary) {
  budget_of(p, adversary.horizon);  // throws if no budget is given
  refuse_empty_range("above", p.above, "below", p.below, p.above > p.below);
  refuse_empty_range("from", p.from, "until", p.until, p.from >= p.until);
  add_stage(adaptive_stage<Reactive>("reactive", adversary, p), p, p.loss_share != 0, adversary);
}

}  // namespace

std::vector<EnvironmentEntry> corruption_kinds() {
  const auto apply_budget = [](const auto& corruption, std::uint64_t seed, Adversary& adversary) {
    corruption.apply(seed, adversary);
  };
  return {
      part_entry<BudgetedCorruption>(
          "corruption",
          {.name = "budgeted",
           .summary = "whole rounds of the violations are moved until a budget C is spent exactly (the default)",
           .source = "swap and burst: after Gupta, Koren and Talwar, COLT 2019, section 5.1 and appendix B "
                     "(reconstructed for violations)",
           .is_default = true},
          apply_budget),
      part_entry<OpenProblemParams>(
          "corruption",
          {"open-problem", "adaptive: an arm's violation is raised in proportion to its weight in x_t",
           "Stradi et al., COLT 2026, \"Towards the lower bound\""},
          apply_open_problem),
      part_entry<PiecewiseCorruption>(
          "corruption",
          {.name = "piecewise",
           .summary = "blocks of rounds, each of which moves one entry to a value until its share of C is spent",
           .source = "free form, for searches"},
          apply_budget),
      part_entry<ReactiveParams>(
          "corruption",
          {.name = "reactive",
           .summary = "adaptive: in some rounds, an entry is moved by a power of its arm's weight in x_t",
           .source = "a family around the open problem, for searches"},
          apply_reactive),
  };
}

}  // namespace regretta
