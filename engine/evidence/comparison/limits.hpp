#pragma once
/// The learners of each setting that keep limits on means, and the best among them (`regretta rank --subject-to`).
///
/// A limit is kept if the interval of the mean lies below it. The intervals of all cells and limits and the tests of
/// all pairs of learners are one family (statistics/evidence.hpp), which allows for the looks of a stop rule: with
/// probability 1 - alpha no learner that breaks a limit is admitted, and no admitted learner is wrongly called least.
/// Cells with failed trials are never admitted, because their means leave out the failed trials.

#include <cstdint>
#include <string>
#include <vector>

#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/catalogue.hpp"

namespace regretta {

/// An upper limit on the mean of a quantity: a number, in the unit in which the study is shown, or a number times T.
struct Limit {
  Quantity quantity = Quantity::violation;
  double number = 0;
  bool times_horizon = false;  ///< whether the limit is `number` times T

  /// The limit at a horizon. `unit`: the factor of means (Results::unit).
  double at(std::int64_t horizon, double unit) const {
    return times_horizon ? number * static_cast<double>(horizon) * unit : number;
  }
};

enum class Kept { yes, open, no };

/// The reason why a limit is neither shown to be kept nor shown to be broken.
enum class Doubt {
  failed,     ///< trials of the cell failed
  no_value,   ///< no trial has a value
  one_value,  ///< a single trial has a value
  above,      ///< the mean is above the limit
  instances,  ///< the mean is below it, and all instances of the study have been played
  trials      ///< the mean is below it, or equal to it, and more trials may show it
};

/// A cell's mean compared with a limit.
struct LimitLine {
  double limit = 0;  ///< the limit in the unit of the mean
  double mean = 0;
  Interval interval;      ///< interval of the mean; the intervals of all cells and limits hold together
  bool is_exact = false;  ///< whether the values cannot vary, so that the mean has no error
  Kept kept = Kept::open;
  Doubt doubt = Doubt::trials;      ///< meaningful if `kept` is open
  double trials_needed = infinity;  ///< if `doubt` is `trials`: estimated number of trials that would show that the
                                    ///< limit is kept, if the true mean is the measured one
};

/// How a learner's mean compares with the means of the other admitted learners with its setting and feedback.
enum class Least {
  yes,   ///< shown to be less than each of them
  tied,  ///< shown to be less than, or within 5% of, each of them
  open,  ///< undecided, or the learner has no value
  no     ///< shown to be more than at least one of them
};

struct LimitedCell {
  const CellLabel* cell = nullptr;
  std::string learner;  ///< name and swept parameters (learner_text)
  LearnerTraits traits;
  bool is_reference = false;       ///< reference lines are never admitted
  std::int64_t failed = 0;         ///< number of failed trials
  std::vector<LimitLine> lines{};  ///< one per limit
  MeanEstimate objective{};        ///< its interval holds separately, as in other tables
  bool is_admitted = false;
  Least least = Least::no;  ///< among admitted learners
};

struct LimitOptions {
  std::vector<Limit> limits;
  Quantity objective = Quantity::regret;  ///< less_is_better
  double alpha = 0.05;
};

/// The cells of each setting, without settings that repeat earlier ones. The cells point into `study`. Throws
/// StudyFileError as Results does.
std::vector<std::vector<LimitedCell>> rank_within_limits(const Results& study, const LimitOptions& options);

}  // namespace regretta
