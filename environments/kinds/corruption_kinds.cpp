#include <fmt/format.h>

#include "regretta/environments/adaptive/open_problem.hpp"
#include "regretta/environments/corruption/budgeted_corruption.hpp"
#include "regretta/environments/parts/parts.hpp"

namespace regretta {
namespace {

/// Largest number of rows for which rho is computed under an adaptive adversary.
constexpr std::int64_t max_rows = 256;

void apply_open_problem(const OpenProblemParams& p, std::uint64_t, Adversary& adversary) {
  check_index("arm", p.arm, adversary.num_arms);
  check_index("constraint", p.constraint, adversary.num_constraints);
  need_oblivious_violations(adversary);
  if (!adversary.costs.empty())
    throw InputError("kind",
                     "\"open-problem\" moves violations in [-1, 1], and those of costs have a smaller range; "
                     "expected \"budgeted\", or violations of another kind");
  if (adversary.violations.num_rows() > max_rows)
    throw InputError("kind",
                     fmt::format("the violations of this environment have {} different rows; expected at most {} "
                                 "under \"open-problem\"",
                                 adversary.violations.num_rows(), max_rows));
  AdaptiveStage stage = AdaptiveStage::of<OpenProblem>("open-problem", p);
  stage.moves_losses = p.losses;
  stage.moves_violations = true;
  adversary.adaptive.push_back(std::move(stage));
}

}  // namespace

std::vector<EnvironmentEntry> corruption_kinds() {
  const auto apply_budget = [](const BudgetedCorruption& corruption, std::uint64_t seed, Adversary& adversary) {
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
      part_entry<OpenProblemParams>("corruption",
                                    {"open-problem", "adaptive: an arm's violation is pushed up by the weight it has",
                                     "Stradi et al., COLT 2026, \"Towards the lower bound\""},
                                    apply_open_problem),
  };
}

}  // namespace regretta
