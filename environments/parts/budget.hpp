#pragma once
/// The budget of a corruption, in one of three forms.

#include <cstdint>
#include <string>
#include <utility>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {

/// The three forms of a budget, members of `p`.
template <class Self, class Visit>
void visit_budget(Self& p, Visit&& visit) {
  visit("budget", p.budget, Range{0, infinity, false, true}, "the corruption C to inject, spent exactly; 0: none",
        Role::corruption_budget);
  visit("budget_fraction", p.budget_fraction, Range{0, infinity, false, true},
        "the same as a fraction of T (give one of the forms)", Role::corruption_budget);
  visit.later("budget_sqrt", p.budget_sqrt, Range{0, infinity, false, true}, "the same in units of sqrt(T)",
              Role::corruption_budget);
}

/// The form in which a budget is given, and C. Throws InputError{"budget"} if it is not.
template <class Params>
std::pair<std::string, double> budget_of(const Params& p, std::int64_t horizon) {
  const auto T = static_cast<double>(horizon);
  if (p.budget) return {"budget", *p.budget};
  if (p.budget_fraction) return {"budget_fraction", *p.budget_fraction * T};
  if (p.budget_sqrt) return {"budget_sqrt", *p.budget_sqrt * sqrt(T)};
  throw InputError("budget",
                   "is missing; expected the corruption C to inject (or budget_fraction, C / T; or budget_sqrt, C / "
                   "sqrt(T))");
}

}  // namespace regretta
