#pragma once
/// Which learners of each setting keep limits on means, and which of these is best (`regretta rank --subject-to`).
///
/// A limit is kept if the interval of the mean lies below it. The intervals of all cells and limits and the pairs of
/// learners are one family (statistics/evidence.hpp): with probability 1 - alpha nobody is admitted who breaks a limit,
/// and nobody is called least who is not.

#include <cstdint>
#include <string>
#include <vector>

#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/learner_traits.hpp"

namespace regretta {

/// The mean of a quantity is to be at most a number, or a number times T.
struct Limit {
  Quantity quantity = Quantity::violation;
  double number = 0;
  bool times_horizon = false;

  double at(std::int64_t horizon) const { return times_horizon ? number * static_cast<double>(horizon) : number; }
};

enum class Kept { yes, open, no };

/// A cell's mean beside a limit.
struct LimitLine {
  double limit = 0;  ///< in the unit of the mean
  double mean = 0;
  Interval interval;      ///< simultaneous, in the grade that was asked for
  bool is_exact = false;  ///< the mean cannot vary
  Kept kept = Kept::open;
  double trials_needed = infinity;  ///< about how many would show that it is kept, were the mean as measured
};

/// How a learner's mean stands among those of the admitted learners of its setting that see the same.
enum class Least {
  yes,   ///< shown to be less than those of all others
  tied,  ///< less or within 5% of them
  open,  ///< not shown to be more than any
  no     ///< shown to be more than some
};

struct LimitedCell {
  const CellLabel* cell = nullptr;
  std::string learner;  ///< with all its settings
  LearnerTraits traits;
  bool is_reference = false;       ///< never admitted
  std::vector<LimitLine> lines{};  ///< one per limit
  MeanEstimate objective{};        ///< alone, as in other tables
  bool is_admitted = false;
  Least least = Least::no;  ///< of admitted ones
};

struct LimitOptions {
  std::vector<Limit> limits;
  Quantity objective = Quantity::regret;  ///< less_is_better
  double alpha = 0.05;
  Grade grade = Grade::seen;
};

/// By setting, cells that are the same as earlier ones left out. They point into `study`. Throws StudyFileError as
/// Results does.
std::vector<std::vector<LimitedCell>> rank_within_limits(const Results& study, const LimitOptions& options);

}  // namespace regretta
