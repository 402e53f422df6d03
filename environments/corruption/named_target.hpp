#pragma once
/// The study says which arm and which constraint, and where they are moved.

#include <cstdint>
#include <optional>
#include <vector>

#include "regretta/environments/corruption/target.hpp"
#include "regretta/environments/parts/parts.hpp"

namespace regretta {

struct NamedTarget {
  static constexpr ChoiceWord word{"target", "arm, constraint and value as given"};
  std::optional<std::int64_t> arm;  ///< from 1, as on paper; required
  std::int64_t constraint = 0;      ///< from 1; 0: all
  double value = 1.0;               ///< in [-1, 1]

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("arm", p.arm, Range{1, 1e6}, "the arm, counted from 1");
    visit("constraint", p.constraint, Range{0, 1e6}, "the constraint, counted from 1; 0: every one");
    visit("value", p.value, Range{-1, 1}, "the mean violation in a corrupted round");
  }

  void check(const Adversary& adversary) const {
    if (!arm) throw InputError("arm", "is missing; direction = \"target\" expects an arm, counted from 1");
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

}  // namespace regretta
