#pragma once
/// Rates: how regret and violation grow with the horizon and with corruption, compared with the paper's O(sqrt T + C)
/// and O(sqrt T + C sqrt T) (`regretta rates`). A line is a power law through the means of some cells. Its exponent is
/// compared with the paper's exponent, with one error rate for all lines of a table.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/evidence/statistics/distributions.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {

enum class Growth {
  in_horizon,    ///< growth of the quantity's mean in T
  in_corruption  ///< growth in C of the difference from C = 0, paired by trial
};
std::string_view growth_text(Growth growth);  ///< "in T", "in C"

enum class RateVerdict {
  consistent,  ///< the interval overlaps the paper's exponents and stays within 0.5 of them; no significant bend
  faster,      ///< significantly faster on this range of T or C, over the whole table
  slower,      ///< significantly slower on this range, or the mean is significantly negative, over the whole table
  curved,      ///< not a power law: the bend is significant over the whole table
  cannot_say
};
std::string_view verdict_text(RateVerdict verdict);  ///< "consistent", "locally faster", ..., "cannot say"

/// A cell, and the values of its trials while they are needed.
struct RateCell {
  const CellLabel* label = nullptr;
  std::string budget;     ///< the swept settings that determine the amount of corruption, as text; "" if none
  double corruption = 0;  ///< mean C over the trials; like rho and rho_pure, NaN if no trial has a value
  double rho = 0;
  double rho_pure = 0;
  double log_term = 0;  ///< L = ln(T K m / delta)
  TrialValues values;   ///< values of the requested quantities
  bool is_clean() const { return corruption == 0; }
};

/// A value with its interval; NaN if there is none.
struct Estimate {
  double value = not_a_number;
  Interval interval = {value, value};
};

/// The growth of one quantity over cells that differ in the horizon, in the corruption budget, or in both.
struct RateLine {
  Growth growth = Growth::in_horizon;
  std::vector<const CellLabel*> cells;   ///< cells in the order of their horizon, then C
  std::optional<std::int64_t> far_cell;  ///< cell with a value beyond 15 robust deviations: nothing is claimed
  Quantity quantity = Quantity::violation;
  std::int64_t trials = 0;     ///< trials with a value in every cell
  std::int64_t left_out = 0;   ///< trials that are unfinished, failed or infeasible in some cell
  double corruption = 0;       ///< mean C at the largest point
  int points = 0;              ///< number of values of T or C, all of which are used
  Interval range = {};         ///< range of T or C over the points
  int sign = 0;                ///< sign of the mean, or of the effect of C: -1, 1, or 0 within noise of 0
  Estimate exponent;           ///< exponent over all points; of the absolute value if the mean is negative
  Estimate last;               ///< exponent between the last two points
  Estimate bend;               ///< change of the exponent per factor of 10
  double bend_p_value = 1;     ///< p-value of the hypothesis that the bend is 0
  double adjusted_bend_p = 1;  ///< bend_p_value, adjusted by Holm's procedure over all tested lines
  Interval paper = {};         ///< exponents from the bare power to the theorem with its constants and logarithms
  bool theorem = false;        ///< whether a theorem applies; if not, `paper` allows for the confidence widths only
  /// p-value of the hypothesis that the exponent (with a bend, `last`) lies in `paper`; if the mean seems to be
  /// negative, of the hypothesis that it is 0.
  double p_value = 1;
  double adjusted_p_value = 1;  ///< p_value, adjusted by Holm's procedure over all tested lines
  RateVerdict verdict = RateVerdict::cannot_say;
  std::string reason;  ///< reason for the verdict; may be empty
};

/// The right-hand side of the theorem for a quantity of a cell, at any C; empty if no theorem applies.
using TheoremAt = std::function<std::optional<double>(const RateCell&, Quantity, double corruption)>;

/// Minimum number of trials for a claim: with fewer, a mode of a few percent often occurs in no cell of a line
/// (ERROR_RATES.md).
constexpr std::int64_t least_trials = 64;

/// The input of a line. For in_horizon: cells of one budget, ordered by T. For in_corruption: cells of one horizon,
/// ordered by C, the first with C = 0.
struct RateTask {
  Growth growth = Growth::in_horizon;
  std::vector<const RateCell*> cells;
  Quantity quantity = Quantity::violation;
  std::size_t value_index = 0;  ///< index of the quantity in RateCell::values
};

/// `claim` leaves out the intervals, which take nearly all of the time: for simulations of error rates.
enum class RateParts { all, claim };

/// Computes everything that does not depend on other lines. `level`: level of the intervals; bends are tested at
/// 1 - level.
RateLine rate_line(const RateTask& task, double level, const TheoremAt& theorem, RateParts parts = RateParts::all);

/// Whether the line belongs to the family of tests of the table. Does not depend on p-values: a family of lines that
/// seem to differ from 0 would be too small.
bool is_tested(const RateLine& line);

/// Adjusts the p-values of all lines, and sets their verdicts and reasons.
void conclude(std::vector<RateLine>& lines, double level);

struct RatesOptions {
  std::vector<Quantity> quantities = {Quantity::expected_regret, Quantity::violation};  ///< each less_is_better
  double level = 0.95;  ///< level of intervals; 1 - level: error rate of bends, and of any "faster" or "slower"
  bool all = false;     ///< whether to add growth in T for C > 0 where there is C = 0, and in C for smaller horizons
  std::string folder;   ///< folder for RebuiltCells
};

/// Lines ordered by learner and environment (by first cell), quantity and growth; empty if no cells differ only in T or
/// C. The lines point into `study`. Throws StudyFileError as Results and RebuiltCells do.
std::vector<RateLine> growth_rates(const Results& study, const Catalogue& catalogue, const RatesOptions& options = {});

}  // namespace regretta
