#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "regretta/engine/evidence/rates/rate_line.hpp"

namespace regretta {
namespace {

const Estimate& judged(const RateLine& line, double level) {
  return line.bend_p_value <= 1 - level ? line.last : line.exponent;
}

std::string nothing_seen(const RateLine& line) {
  const auto largest = static_cast<std::int64_t>(std::llround(line.range.high));
  switch (line.growth) {
    case Growth::in_horizon:
      return fmt::format("the mean at T = {} is 0 or within noise of it", largest);
    case Growth::in_corruption:
      return fmt::format("C adds nothing beyond noise at C = {}", largest);
    case Growth::of_coefficient:
      return fmt::format("C adds nothing beyond noise at T = {}", largest);
  }
  return "";
}

}  // namespace

void conclude(RateLine& line, double level) {
  const auto say = [&](RateVerdict verdict, std::string reason) {
    line.verdict = verdict;
    line.reason = std::move(reason);
  };
  const std::string_view points = line.growth == Growth::in_corruption ? "values of C" : "horizons";
  if (line.trials < 2) return say(RateVerdict::cannot_say, "fewer than two trials have a value in every cell");
  if (line.used == 0) return say(RateVerdict::cannot_say, nothing_seen(line));
  if (line.sign < 0) {
    const std::string_view what = line.growth == Growth::in_horizon      ? "the mean is negative"
                                  : line.growth == Growth::in_corruption ? "it falls as C grows"
                                                                         : "C lowers it";
    return say(RateVerdict::slower, fmt::format("{}: no growth that a bound from above could limit; exponents are "
                                                "of its size",
                                                what));
  }
  if (line.used < 3)
    return say(RateVerdict::cannot_say, fmt::format("{} of {} {} beyond noise: no test of a straight line below 3",
                                                    line.used, line.points, points));
  const Estimate& exponent = judged(line, level);
  if (!std::isfinite(exponent.interval.low) || !std::isfinite(exponent.interval.high))
    return say(RateVerdict::cannot_say, "too few trials for an interval");

  const bool beyond = line.adjusted_p_value <= 1 - level;
  const bool above = exponent.value > line.paper.high;
  if (line.bend_p_value <= 1 - level) {
    const std::string_view standing = !beyond ? "as the paper allows"
                                      : above ? "above the paper's"
                                              : "below the paper's";
    say(RateVerdict::curved, fmt::format("the exponent {} by {:.2g} per factor 10; the last one is {}",
                                         line.bend.value < 0 ? "falls" : "rises", std::abs(line.bend.value), standing));
  } else if (beyond) {
    say(above ? RateVerdict::faster : RateVerdict::slower, "");
  } else if (exponent.interval.has(line.paper.low - 0.5) || exponent.interval.has(line.paper.high + 0.5)) {
    say(RateVerdict::cannot_say, "too few trials: the interval reaches half a power from the paper's");
  } else {
    say(RateVerdict::consistent, "");
  }
  if (line.growth == Growth::of_coefficient)
    line.reason = models_text(line.models, 1 - level) + (line.reason.empty() ? "" : "; " + line.reason);
}

std::string_view growth_text(Growth growth) {
  switch (growth) {
    case Growth::in_horizon:
      return "in T";
    case Growth::in_corruption:
      return "in C";
    case Growth::of_coefficient:
      return "of C in T";
  }
  return "";
}

std::string_view verdict_text(RateVerdict verdict) {
  switch (verdict) {
    case RateVerdict::consistent:
      return "consistent";
    case RateVerdict::faster:
      return "faster";
    case RateVerdict::slower:
      return "slower";
    case RateVerdict::curved:
      return "curved";
    case RateVerdict::cannot_say:
      return "cannot say";
  }
  return "";
}

}  // namespace regretta
