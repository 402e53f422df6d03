#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "regretta/engine/evidence/rates/rate_line.hpp"
#include "regretta/engine/evidence/statistics/holm.hpp"
#include "regretta/engine/plugin/choice.hpp"

namespace regretta {
namespace {

std::string negative(Growth growth) {
  const std::string_view what = growth == Growth::in_horizon      ? "the mean is negative"
                                : growth == Growth::in_corruption ? "it falls as C grows"
                                                                  : "C lowers it";
  return fmt::format("{}: no growth that an upper bound could limit; the exponents are those of its size", what);
}

/// What an exponent's interval says of the paper's exponents where their difference is not significant.
enum class Standing { allowed, outside, unknown };
Standing standing_of(const Estimate& exponent, const Interval& paper) {
  const auto& [low, high] = exponent.interval;
  if (!(low > paper.low - 0.5 && high < paper.high + 0.5)) return Standing::unknown;  // also NaN
  return low <= paper.high && high >= paper.low ? Standing::allowed : Standing::outside;
}
constexpr std::string_view may_be_chance = "which in a table of this size may be chance";

/// "..., the last one is above the paper's"
std::string bend_text(const RateLine& line, bool beyond) {
  const bool above = line.last.value > line.paper.high;
  const Standing standing = standing_of(line.last, line.paper);
  std::string text = beyond || standing == Standing::outside ? (above ? "above the paper's" : "below the paper's")
                     : standing == Standing::allowed         ? "as the paper allows"
                                                             : "known too poorly to be compared with the paper's";
  if (!beyond && standing == Standing::outside) text += fmt::format(", {}", may_be_chance);
  return fmt::format("the exponent {} by {:.2g} per factor 10; the last one is {}",
                     line.bend.value < 0 ? "falls" : "rises", std::abs(line.bend.value), text);
}

/// Once all p-values are adjusted.
void conclude(RateLine& line, double level) {
  const auto say = [&](RateVerdict verdict, std::string reason) {
    line.verdict = verdict;
    line.reason = std::move(reason);
  };
  const std::string_view points = line.growth == Growth::in_corruption ? "values of C" : "horizons";
  if (line.trials < 2) return say(RateVerdict::cannot_say, "fewer than two trials have a value in every cell");
  if (line.points < 2)
    return say(RateVerdict::cannot_say, line.growth == Growth::in_corruption
                                            ? "one value of C above 0: an exponent needs two, and its test three"
                                            : "one horizon: an exponent needs two, and its test three");
  if (line.far_cell)
    return say(RateVerdict::cannot_say, fmt::format("cell {} has a rare mode: see `diagnose`", *line.far_cell));
  if (line.sign == 0)
    return say(RateVerdict::cannot_say, line.growth == Growth::in_horizon ? "the mean is 0 or within noise of it"
                                                                          : "C adds nothing beyond noise");
  if (line.points < 3)
    return say(RateVerdict::cannot_say, fmt::format("{} {}: the test of a power law needs 3", line.points, points));
  if (line.trials < least_trials)
    return say(RateVerdict::cannot_say, fmt::format("too few trials: {}, and intervals of exponents hold from {} on",
                                                    line.trials, least_trials));
  const bool beyond = line.adjusted_p_value <= 1 - level;
  if (line.sign < 0) {
    if (!beyond) return say(RateVerdict::cannot_say, "negative, but within noise of 0 over the whole table");
    return say(RateVerdict::slower, negative(line.growth));
  }
  const Estimate& exponent = line.bend_p_value <= 1 - level ? line.last : line.exponent;  // as judged
  if (line.adjusted_bend_p <= 1 - level) {
    say(RateVerdict::curved, bend_text(line, beyond));
  } else if (beyond) {
    say(exponent.value > line.paper.high ? RateVerdict::faster : RateVerdict::slower, "");
  } else if (std::isnan(exponent.value)) {
    say(RateVerdict::cannot_say, fmt::format("no exponent: the sign changes between {}", points));
  } else if (standing_of(exponent, line.paper) == Standing::unknown) {
    say(RateVerdict::cannot_say, "too few trials: the interval reaches half a power from the paper's");
  } else if (standing_of(exponent, line.paper) == Standing::outside) {
    say(RateVerdict::cannot_say, fmt::format("not an exponent that the paper allows, {}", may_be_chance));
  } else {
    say(RateVerdict::consistent, "");
  }
}

}  // namespace

void conclude(std::vector<RateLine>& lines, double level) {
  std::vector<RateLine*> tested;
  for (RateLine& line : lines)
    if (is_tested(line)) tested.push_back(&line);
  const std::vector<double> claims = holm_adjusted(tested, &RateLine::p_value);
  const std::vector<double> bends = holm_adjusted(tested, &RateLine::bend_p_value);
  for (std::size_t k = 0; k < tested.size(); ++k) {
    tested[k]->adjusted_p_value = claims[k];
    tested[k]->adjusted_bend_p = bends[k];
  }
  for (RateLine& line : lines) conclude(line, level);
}

std::string_view growth_text(Growth growth) {
  using enum Growth;
  static constexpr Choice words = choice_of<Growth>(
      {{in_horizon, "in T"}, {added, "added in T"}, {in_corruption, "in C"}, {of_coefficient, "of C in T"}});
  return words.word_of(growth);
}

std::string_view verdict_text(RateVerdict verdict) {
  using enum RateVerdict;
  static constexpr Choice words = choice_of<RateVerdict>({{consistent, "consistent"},
                                                          {faster, "locally faster"},
                                                          {slower, "locally slower"},
                                                          {curved, "curved"},
                                                          {cannot_say, "cannot say"}});
  return words.word_of(verdict);
}

}  // namespace regretta
