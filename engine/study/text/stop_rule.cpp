#include "regretta/engine/study/text/stop_rule.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "regretta/engine/plugin/nearest_name.hpp"
#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/study/text/toml_values.hpp"
#include "regretta/engine/trial/contract/result.hpp"

namespace regretta {
namespace {

constexpr std::string_view ranked = "ranked", compared = "compared to ", within = "within ";

}  // namespace

StopRule::Question StopRule::question() const {
  return until == ranked ? Question::rank : until.starts_with(compared) ? Question::compare : Question::narrow;
}

std::vector<std::string> StopRule::metrics() const {
  if (!metric.empty()) return {metric};
  return {std::string(quantity_name(Quantity::regret)), std::string(quantity_name(Quantity::violation))};
}

std::string StopRule::baseline() const { return std::string(trim(std::string_view(until).substr(compared.size()))); }

double StopRule::share() const {
  const std::string_view text = until;
  if (!text.starts_with(within) || !text.ends_with('%')) return 0;
  const std::string_view number = trim(text.substr(within.size(), text.size() - within.size() - 1));
  double percent = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), percent);
  const bool is_share = error == std::errc() && end == number.data() + number.size() && percent > 0 && percent <= 100;
  return is_share ? percent / 100 : 0;
}

std::vector<std::int64_t> StopRule::looks(std::int64_t most) const {
  constexpr double growth = 1.25;
  std::vector<std::int64_t> result;
  for (std::int64_t packs = packs_in(least); packs * pack_trials < most;
       packs = std::max(packs + 1, static_cast<std::int64_t>(std::ceil(static_cast<double>(packs) * growth))))
    result.push_back(packs * pack_trials);
  result.push_back(most);
  return result;
}

void check_stop_rule(const StopRule& rule, const std::vector<std::string>& quantities) {
  if (!rule.metric.empty() && std::ranges::find(quantities, rule.metric) == quantities.end())
    throw InputError("metric", fmt::format("no quantity \"{}\"{}", rule.metric,
                                           expected_instead(rule.metric, quantities, "regretta list quantities")));
  if (rule.is_of_settings() || rule.share() > 0) return;
  const std::string near = nearest_name(rule.until.substr(0, rule.until.find(' ')), {"ranked", "compared", "within"});
  const std::string meant = near == "compared" ? "compared to BASELINE" : near == "within" ? "within 5%" : near;
  throw InputError("until",
                   fmt::format("\"{}\" is not a stop rule, expected \"ranked\", \"compared to BASELINE\" or \"within "
                               "5%\"{}",
                               rule.until, meant.empty() ? "" : fmt::format("; did you mean \"{}\"?", meant)));
}

}  // namespace regretta
