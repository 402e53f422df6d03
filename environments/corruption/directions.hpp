#pragma once
/// Directions: which entries a budgeted corruption changes, and how. A direction has a `word`, its name in studies, and
/// a function `targets`. It may have parameters (`fields`), and a function `check` that throws InputError if they do
/// not fit the adversary.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/environments/processes/parts.hpp"

namespace regretta {

/// One entry of gbar_t and its value in a corrupted round, or two arms that exchange their values.
struct Target {
  int constraint = 0;  ///< i, from 0
  int arm = 0;         ///< a, from 0
  double value = 0;    ///< in [-1, 1]; unused if there is a partner
  int partner = -1;    ///< the other arm of an exchange, from 0; -1: none

  /// Sum of the distances by which this target moves entries in a fully corrupted round. row: m x K.
  double cost(std::span<const double> row, int num_arms) const;
  /// Moves the entries of a row (m x K) towards their corrupted values by `fraction`, in (0, 1], of the
  /// distance. An arm has at most one target per constraint.
  void corrupt(std::span<double> row, int num_arms, double fraction) const;
};

/// The uncorrupted means, averaged over rounds 1..T: K losses, m x K violations.
std::vector<double> average_losses(const Adversary& adversary);
std::vector<double> average_violations(const Adversary& adversary);

/// Makes the optimum look infeasible: every arm in the support of x* for the uncorrupted means gets +1 on every
/// constraint. The support has the weights above 1e-9, so that rounding errors of the solver do not count.
struct Slander {
  static constexpr ChoiceWord word{"slander", "+1 on every constraint for the arms of the optimal strategy"};

  /// Throws InputError{"direction"} if no strategy is feasible.
  std::vector<Target> targets(const Adversary& adversary) const {
    const Optimum optimum = solve_optimum(average_losses(adversary), average_violations(adversary));
    if (!optimum.feasible)
      throw InputError(
          "direction",
          "slander needs a feasible optimum to corrupt, but no strategy satisfies the uncorrupted constraints on "
          "average; expected a feasible environment, or direction = \"target\" with an arm");
    std::vector<Target> targets;
    for (int i = 0; i < adversary.num_constraints; ++i)
      for (int a = 0; a < adversary.num_arms; ++a)
        if (optimum.strategy[static_cast<std::size_t>(a)] > 1e-9) targets.push_back({i, a, 1.0});
    return targets;
  }
};

/// Makes infeasible arms look feasible: every arm whose average violation of a constraint exceeds the tolerance of OPT
/// gets -1 on that constraint.
struct Flatter {
  static constexpr ChoiceWord word{"flatter", "-1 for infeasible arms on the constraints they violate"};

  /// Throws InputError{"direction"} if there is no such arm.
  std::vector<Target> targets(const Adversary& adversary) const {
    const std::vector<double> violation = average_violations(adversary);
    const int K = adversary.num_arms;
    std::vector<Target> targets;
    for (int e = 0; e < static_cast<int>(violation.size()); ++e)
      if (violation[static_cast<std::size_t>(e)] > feasibility_tolerance) targets.push_back({e / K, e % K, -1.0});
    if (targets.empty())
      throw InputError(
          "direction",
          "flatter needs an infeasible arm, but every arm satisfies every uncorrupted constraint on average; "
          "expected an arm with a positive mean violation, or another direction");
    return targets;
  }
};

/// Good and bad arms exchange their violations (Gupta, Koren and Talwar, COLT 2019, section 5.1, for rewards;
/// reconstructed for violations). The source counts only the largest change in a round: with gaps of 1/2, a budget C
/// lasts 2 C rounds. Here every entry counts, and exchanging g and h costs 2 |g - h| per round.
///
/// Safe arms satisfy every constraint on average, within the tolerance of OPT. The k-th safe arm is paired with the
/// k-th unsafe one, both ordered by increasing average loss (ties: lower arm first).
struct Swap {
  static constexpr ChoiceWord word{"swap", "safe and unsafe arms exchange their violations"};
  std::int64_t pairs = 0;  ///< number of pairs; 0: as many as the smaller side has arms

  static void fields(auto& p, auto&& visit) {
    visit("pairs", p.pairs, Range{0, 1e6},
          "how many pairs, by increasing mean loss on either side; 0: as many as there are");
  }

  /// Throws InputError{"direction"} if there is no safe or no unsafe arm, and InputError{"pairs"} if there are too few.
  std::vector<Target> targets(const Adversary& adversary) const;
};

/// Moves the arm that the study names to a named value, on one constraint or on all.
struct NamedTarget {
  static constexpr ChoiceWord word{"target", "the named arm and constraint, to the named value"};
  std::optional<std::int64_t> arm;  ///< from 1, as on paper; required
  std::int64_t constraint = 0;      ///< from 1; 0: all
  double value = 1.0;               ///< in [-1, 1]

  static void fields(auto& p, auto&& visit) {
    visit("arm", p.arm, Range{1, 1e6}, "the arm, counted from 1");
    visit("constraint", p.constraint, Range{0, 1e6}, "the constraint, counted from 1; 0: every one");
    visit("value", p.value, Range{-1, 1}, "the mean violation in a corrupted round");
  }

  void check(const Adversary& adversary) const {
    if (!arm) throw InputError("arm", "missing, expected an arm, counted from 1, for direction = \"target\"");
    check_index("arm", *arm, adversary.num_arms);
    check_index("constraint", constraint, adversary.num_constraints);
  }
  std::vector<Target> targets(const Adversary& adversary) const {
    std::vector<Target> targets;
    for (int i = 0; i < adversary.num_constraints; ++i)
      if (constraint == 0 || constraint == i + 1) targets.push_back({i, static_cast<int>(*arm - 1), value});
    return targets;
  }
};

using Direction = OneOf<Slander, Flatter, Swap, NamedTarget>;

}  // namespace regretta
