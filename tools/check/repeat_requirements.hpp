#pragma once
/// Whether a trial depends on nothing but its number: not on the clock, on where things lie in memory, on how often it
/// was played, or on what was played before. Every play is in a process of its own (isolated.hpp), so that what one
/// leaves behind is not seen by the next. Each function returns the first round in which two plays differ.

#include <cstdint>
#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/tools/check/counterexample.hpp"

namespace regretta {

/// Two plays, one after the other, begin with the same memory. They differ if the learner reads the clock or asks for
/// numbers that are truly random.
Counterexample changes_with_the_clock(const BoundLearner& learner, const CellWork& work);

/// The heap begins elsewhere, and what it hands out is filled with other bytes.
Counterexample changes_with_addresses(const BoundLearner& learner, const CellWork& work);

/// The same trial is played twice in one process.
Counterexample changes_when_repeated(const BoundLearner& learner, const CellWork& work);

/// A trial is played first of all, and after others.
Counterexample changes_with_company(const BoundLearner& learner, const CellWork& work);

/// Two cells that tell the learner the same although their means differ.
Counterexample sees_the_means(const BoundLearner& a, const BoundLearner& b, const CellWork& work_a,
                              const CellWork& work_b);

}  // namespace regretta
