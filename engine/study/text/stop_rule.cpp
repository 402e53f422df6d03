#include "regretta/engine/study/text/stop_rule.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/study/text/study_text.hpp"
#include "regretta/engine/trial/report/result.hpp"

namespace regretta {
namespace {

std::int64_t next_look(const StopRule& rule, std::int64_t blocks) {
  return std::max(blocks + 1, static_cast<std::int64_t>(std::ceil(static_cast<double>(blocks) * rule.growth)));
}

/// Counts the looks without storing them: a bad rule may imply hundreds of millions.
void check_number_of_looks(const StopRule& rule, std::int64_t most) {
  const double allowed = rule.alpha / StopRule::least_rate;
  double looks = 1;
  for (std::int64_t blocks = packs_in(rule.least); blocks * pack_trials < most; blocks = next_look(rule, blocks))
    if (++looks > allowed)
      throw InputError("growth",
                       fmt::format("{} means more than {:.0f} looks at up to {} trials, which leave each an error "
                                   "rate below {}; expected more growth, a larger alpha, or fewer trials",
                                   rule.growth, allowed, most, StopRule::least_rate));
}

void check_metric(const std::string& metric, const std::vector<std::string>& names) {
  if (metric.empty())
    throw InputError("metric", "missing, expected the quantity that must be known, such as \"regret\"");
  if (std::ranges::find(names, metric) != names.end()) return;
  throw InputError("metric", fmt::format("no quantity \"{}\", expected one of {}{}", metric, fmt::join(names, ", "),
                                         did_you_mean(metric, names)));
}

}  // namespace

std::pair<std::string, std::string> StopRule::learners() const {
  const auto sign = decide.find('<');
  if (sign == std::string::npos) return {};
  return {std::string(trim(decide.substr(0, sign))), std::string(trim(decide.substr(sign + 1)))};
}

std::vector<std::int64_t> StopRule::looks(std::int64_t most) const {
  std::vector<std::int64_t> result;
  for (std::int64_t blocks = packs_in(least); blocks * pack_trials < most; blocks = next_look(*this, blocks))
    result.push_back(blocks * pack_trials);
  result.push_back(most);
  return result;
}

std::optional<StopRule> read_stop_rule(const Settings& stop, std::int64_t trials,
                                       const std::vector<std::string>& quantities) {
  if (stop.empty()) return std::nullopt;
  StopRule rule;
  read_parameters(stop, rule);
  check_metric(rule.metric, quantities);
  const bool narrows = stop.contains("half_width");
  if (narrows == stop.contains("decide"))
    throw InputError(narrows ? "decide" : "half_width", narrows
                                                            ? "given beside half_width, expected one of the two"
                                                            : "missing, expected half_width, or decide = \"A < B\"");
  if (rule.relative && !narrows) throw InputError("relative", "given beside decide, expected only with half_width");
  if (!narrows && (rule.learners().first.empty() || rule.learners().second.empty()))
    throw InputError("decide", fmt::format("\"{}\" is no such question, expected \"A < B\" with two learners, such "
                                           "as \"conomd-fs < known-c\"",
                                           rule.decide));
  if (rule.least > trials)
    throw InputError("min_trials",
                     fmt::format("{} is more than study.trials, {}, which is the most that a cell may have; expected "
                                 "more of those",
                                 rule.least, trials));
  check_number_of_looks(rule, trials);
  return rule;
}

}  // namespace regretta
