#include "regretta/tools/text/stop_text.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "regretta/engine/evidence/stopping.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

/// Two digits, rounded up.
std::string about(double trials) {
  const double unit = std::pow(10, std::max(0.0, std::floor(std::log10(trials)) - 1));
  return grouped(static_cast<std::int64_t>(std::ceil(trials / unit) * unit));
}

}  // namespace

std::string stops_text(const Results& study) {
  constexpr double most = 1e12;
  const std::optional<StopRule>& rule = study.study().stop;
  if (!rule) return "";
  std::int64_t units = 0, decided = 0;  // cells or settings, and those of which every question is answered
  std::int64_t questions = 0, open = 0, ties = 0;
  std::int64_t answerable = 0;  // open ones of which it is known about how many trials they need
  double needed = 0;            // trials per cell for all of these
  visit_last_looks(study, [&](const StopUnit&, std::int64_t trials, const std::vector<Look>& looks) {
    if (!looks.empty() && trials == 0) return;
    ++units;
    decided += std::ranges::none_of(looks, [](const Look& look) { return look.reason == StopReason::not_yet; });
    for (const Look& look : looks) {
      ++questions;
      ties += look.reason == StopReason::tie;
      if (look.reason != StopReason::not_yet) continue;
      ++open;
      if (look.needed > most) continue;
      ++answerable;
      needed = std::max(needed, look.needed);
    }
  });
  std::string text =
      fmt::format("{} of {} decided", grouped(decided), counted(units, rule->is_of_settings() ? "setting" : "cell"));
  if (ties > 0) text += fmt::format(", {} of {} a tie", grouped(ties), counted(questions, "answer"));
  if (open == 0) return text;
  text += fmt::format("; {} of {} open", grouped(open), counted(questions, "question"));
  if (answerable == 0) return text;
  return text + fmt::format(": about {} trials per cell answer {} (--most-trials)", about(needed),
                            answerable == open ? "them" : grouped(answerable) + " of them");
}

}  // namespace regretta
