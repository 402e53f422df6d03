#pragma once
/// One line of the rates, from its cells to everything but what depends on the other lines.

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/evidence/rates/rate_families.hpp"
#include "regretta/engine/evidence/statistics/interval.hpp"

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

/// A theorem's right-hand side for a quantity of a cell, at another C than the cell's; empty where no theorem speaks.
using TheoremAt = std::function<std::optional<double>(const RateCell&, Quantity, double corruption)>;

/// What a line is made of. In T: cells of one budget, by T. In C: cells of one horizon, by C, the first one clean. Of C
/// in T: for each horizon the same number of cells, by C, the first one clean; by T.
struct RateTask {
  Growth growth = Growth::in_horizon;
  std::vector<const RateCell*> cells;
  Quantity quantity = Quantity::violation;
  std::size_t place = 0;  ///< of the quantity in RateCell::values
};

/// level: of the intervals, and 1 - level of a bend. `replicates` bootstrap replicates for each estimate.
RateLine rate_line(const RateTask& task, double level, int replicates, const TheoremAt& theorem);

/// Whether the line says something that may be wrong by chance, so that it counts in the table's family of tests.
bool is_tested(const RateLine& line);

/// Once adjusted_p_value is known.
void conclude(RateLine& line, double level);

}  // namespace regretta
