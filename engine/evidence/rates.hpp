#pragma once
/// Rates: how regret and violation grow with the horizon and with corruption, beside the paper's O(sqrt T + C) and
/// O(sqrt T + C sqrt T).

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/evidence/statistics/interval.hpp"
#include "regretta/engine/study/catalogue.hpp"
#include "regretta/engine/study/study_reader.hpp"

namespace regretta {

enum class Growth {
  in_horizon,     ///< of the quantity's mean in T
  in_corruption,  ///< of what corruption adds to it, paired by trial with C = 0, in C
  of_coefficient  ///< of what a unit of C adds to it, the slope over C, in T: 0 for C, 1/2 for C sqrt(T)
};
std::string_view growth_text(Growth growth);  ///< "in T", "in C", "of C in T"

enum class RateVerdict {
  consistent,  ///< with what the paper allows; no bend is seen
  faster,      ///< beyond doubt, over the whole table
  slower,      ///< likewise; or the quantity falls
  curved,      ///< not a power law
  cannot_say
};
std::string_view verdict_text(RateVerdict verdict);  ///< "consistent", ..., "cannot say"

/// NaN where there is none.
struct Estimate {
  double value = std::numeric_limits<double>::quiet_NaN();
  Interval interval = {value, value};
};

/// One quantity over cells that differ in the horizon, in the budget of the corruption, or in both.
struct RateLine {
  Growth growth = Growth::in_horizon;
  std::vector<const CellLabel*> cells;  ///< by horizon, then C
  Quantity quantity = Quantity::violation;
  std::int64_t trials = 0;    ///< that have a value in every cell
  std::int64_t left_out = 0;  ///< the other trials of the study: not finished, failed or infeasible in a cell
  double corruption = 0;      ///< mean C at the largest point
  int points = 0;
  int used = 0;                 ///< the largest ones, whose sign is beyond doubt
  Interval range = {};          ///< of T or C, over the used points; over all where none is used
  int sign = 0;                 ///< -1: the mean, or what C adds to it, is negative, and exponents are of its size
  Estimate exponent;            ///< by regression over the used points
  Estimate last;                ///< between the last two
  Estimate bend;                ///< change of the exponent per factor 10
  double bend_p_value = 1;      ///< that it is 0
  Interval paper = {};          ///< exponents from the bare power to what the theorem's constants and logarithms allow
  bool theorem = false;         ///< one speaks of these cells; else `paper` has the logarithms of the widths alone
  Estimate knee;                ///< in_corruption: the C that adds as much as there is at C = 0
  double p_value = 1;           ///< that the exponent (the last one where there is a bend) is in `paper`
  double adjusted_p_value = 1;  ///< Holm's, over all lines
  RateVerdict verdict = RateVerdict::cannot_say;
  std::string reason;  ///< of the verdict, where it is not plain
};

struct RatesOptions {
  std::vector<Quantity> quantities = {Quantity::expected_regret, Quantity::violation};  ///< each less_is_better
  double level = 0.95;  ///< of the intervals; 1 - level: of bends, and of "faster" and "slower" anywhere in the table
  bool all = false;     ///< also growth in T at C > 0 beside C = 0, and growth in C below the largest horizon
  std::string folder;   ///< as RebuiltCells takes it
};

/// RateLine::knee, where there is one, at every horizon.
struct Knee {
  std::vector<const CellLabel*> cells;  ///< of one learner, by C
  Quantity quantity = Quantity::violation;
  Estimate at;
};

/// Sooner done than growth_rates, whose intervals take more replicates for the sake of its tests: ends differ in the
/// third digit. The knees point into `study`. Throws StudyFileError as StudyReader does.
std::vector<Knee> corruption_knees(const StudyReader& study, const std::vector<Quantity>& quantities,
                                   double level = 0.95);

/// Learners in order, within each their environments, quantities and growths; empty if no cells differ in T or C alone.
/// The lines point into `study`. Throws StudyFileError as StudyReader and RebuiltCells do.
std::vector<RateLine> growth_rates(const StudyReader& study, const Catalogue& catalogue,
                                   const RatesOptions& options = {});

}  // namespace regretta
