#include "regretta/engine/study/text/stop_rule.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <string_view>

#include <fmt/format.h>

#include "regretta/engine/plugin/nearest_name.hpp"
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
  throw InputError("metric", fmt::format("no quantity \"{}\"{}", metric,
                                         expected_instead(metric, names, "regretta list quantities")));
}

constexpr std::string_view ranked = "ranked", compared = "compared to ", within = "within ";

/// The share of "within 5%"; 0 if it is none.
double share_of(std::string_view until) {
  if (!until.starts_with(within) || !until.ends_with('%')) return 0;
  const std::string_view number = trim(until.substr(within.size(), until.size() - within.size() - 1));
  double percent = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), percent);
  return error == std::errc() && end == number.data() + number.size() && percent > 0 && percent <= 100 ? percent / 100
                                                                                                       : 0;
}

/// What follows from `until`, where the table `stop` does not say otherwise.
void complete(const Settings& stop, StopRule& rule) {
  if (!stop.contains("rare_trials")) rule.rare_trials = false;
  if (rule.question() != StopRule::Question::narrow) {
    if (!stop.contains("tie")) rule.tie = 0.05;
    return;
  }
  rule.half_width = share_of(rule.until);
  rule.relative = true;
  if (rule.half_width > 0) return;
  const std::string near = nearest_name(rule.until.substr(0, rule.until.find(' ')), {"ranked", "compared", "within"});
  const std::string meant = near == "compared" ? "compared to BASELINE" : near == "within" ? "within 5%" : near;
  throw InputError("until",
                   fmt::format("\"{}\" is no such rule, expected \"ranked\", \"compared to BASELINE\" or \"within "
                               "5%\"{}",
                               rule.until, meant.empty() ? "" : fmt::format("; did you mean \"{}\"?", meant)));
}

/// Refuses keys of one kind of rule beside those of another.
void check_kind(const Settings& stop, const StopRule& rule) {
  const auto refuse_beside = [&](std::string_view kind, std::initializer_list<const char*> keys) {
    for (const char* key : keys)
      if (stop.contains(key)) throw InputError(key, fmt::format("given beside {}, expected one of the two", kind));
  };
  if (!rule.until.empty()) return refuse_beside("until", {"half_width", "relative", "decide"});
  const bool narrows = stop.contains("half_width");
  if (narrows) return refuse_beside("half_width", {"decide", "tie"});
  if (!stop.contains("decide"))
    throw InputError("half_width", "missing, expected until, half_width, or decide = \"A < B\"");
  if (rule.relative) throw InputError("relative", "given beside decide, expected only with half_width");
  if (rule.learners().first.empty() || rule.learners().second.empty())
    throw InputError("decide", fmt::format("\"{}\" is no such question, expected \"A < B\" with two learners, such "
                                           "as \"conomd-fs < known-c\"",
                                           rule.decide));
}

}  // namespace

StopRule::Question StopRule::question() const {
  if (until == ranked) return Question::rank;
  if (until.starts_with(compared)) return Question::compare;
  return decide.empty() ? Question::narrow : Question::decide;
}

std::vector<std::string> StopRule::metrics() const {
  if (!metric.empty()) return {metric};
  return {std::string(quantity_name(Quantity::regret)), std::string(quantity_name(Quantity::violation))};
}

std::string StopRule::baseline() const { return std::string(trim(std::string_view(until).substr(compared.size()))); }

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
  check_kind(stop, rule);
  if (!rule.until.empty()) complete(stop, rule);
  if (rule.until.empty() || stop.contains("metric")) check_metric(rule.metric, quantities);
  if (rule.least > trials)
    throw InputError("min_trials",
                     fmt::format("{} is more than study.trials, {}, which is the most that a cell may have; expected "
                                 "more of those",
                                 rule.least, trials));
  check_number_of_looks(rule, trials);
  return rule;
}

}  // namespace regretta
