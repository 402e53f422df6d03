#include "regretta/tools/commands/stop_text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

/// Two digits, rounded up.
std::string about(double trials) {
  const double unit = std::pow(10, std::max(0.0, std::floor(std::log10(trials)) - 1));
  return grouped(static_cast<std::int64_t>(std::ceil(trials / unit) * unit));
}

}  // namespace

void StopCounts::add(const std::vector<StopLine>& lines) {
  constexpr double most = 1e12;
  ++units;
  decided += std::ranges::none_of(lines, [](const StopLine& line) { return line.look.reason == StopReason::not_yet; });
  for (const StopLine& line : lines) {
    ++questions;
    ties += line.look.reason == StopReason::tie;
    if (line.look.reason != StopReason::not_yet) continue;
    ++open;
    if (line.look.needed > most) continue;
    ++answerable;
    needed = std::max(needed, line.look.needed);
  }
}

std::string counts_text(const StopCounts& counts, const StopRule& rule) {
  std::string text = fmt::format("{} of {} decided", grouped(counts.decided),
                                 counted(counts.units, rule.is_of_settings() ? "setting" : "cell"));
  if (counts.ties > 0)
    text += fmt::format(", {} of {} a tie", grouped(counts.ties), counted(counts.questions, "answer"));
  if (counts.open == 0) return text;
  text += fmt::format("; {} of {} open", grouped(counts.open), counted(counts.questions, "question"));
  if (counts.answerable == 0) return text;
  return text + fmt::format(": about {} trials per cell answer {} ({})", about(counts.needed),
                            counts.answerable == counts.open ? "them" : grouped(counts.answerable) + " of them",
                            rule.until.empty() ? "study.trials" : "--most-trials");
}

std::string rule_text(const StopRule& rule) {
  using enum StopRule::Question;
  const std::string metrics = fmt::format("{}", fmt::join(rule.metrics(), " and "));
  const std::string in_all = fmt::format(
      "wrongly with probability {:g} at most in all; those that differ by at most {:g}% of their size are a tie",
      rule.alpha, 100 * rule.tie);
  switch (rule.question()) {
    case rank:
      return fmt::format("until it is known which of any two learners has less {}, {}", metrics, in_all);
    case compare:
      return fmt::format("until it is known whether learners have less {} than {}, {}", metrics, rule.baseline(),
                         in_all);
    case decide:
      return fmt::format("until it is known whether the {} of {}, wrongly with probability {:g} at most per setting",
                         metrics, rule.decide, rule.alpha);
    case search:
      return "as many as a search gave each candidate";
    case narrow:
      break;
  }
  return fmt::format(
      "until the half-width of an interval for the mean {} is at most {:g}{}, {:g}% confidence per cell", metrics,
      rule.half_width,
      rule.relative ? fmt::format(" of its size (or of {:g}% of what trials can be)", 100 * StopRule::least_size) : "",
      100 * (1 - rule.alpha));
}

std::string verdict_text(const StopRule& rule, const StopLine& line) {
  using enum StopReason;
  if (line.trials == 0) return "no look yet";
  const auto said = [&](StopReason reason) -> std::string {
    if (reason == narrow) return "known";
    if (reason == no_values) return fmt::format("no trial has a {}", rule.metrics()[line.question.metric]);
    if (reason == tie) return line.look.mean == 0 ? "the same in every trial" : "a tie";
    if (reason == not_yet) return "";
    if (rule.question() != StopRule::Question::decide) return reason == below ? "less" : "more";
    const auto [a, b] = rule.learners();
    return fmt::format("{} {} {}", a, reason == below ? "<" : ">", b);
  };
  if (line.look.reason != not_yet) return said(line.look.reason);
  if (line.look.seen == tie && line.look.mean == 0) return said(tie);
  if (line.question.b >= 0 && line.look.seen != not_yet)
    return fmt::format("{}, {}", said(line.look.seen), unless_rare_text(rarest_seen(line.look.values)));
  const std::string text = line.at_most ? "not known" : "not known yet";
  return std::isfinite(line.look.needed) ? fmt::format("{}: about {} trials", text, about(line.look.needed)) : text;
}

}  // namespace regretta
