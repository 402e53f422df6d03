#include "regretta/tools/commands/search_text.hpp"

#include <algorithm>
#include <cmath>
#include <list>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/search/admission.hpp"
#include "regretta/engine/search/cost.hpp"
#include "regretta/engine/search/growth.hpp"
#include "regretta/engine/search/random_points.hpp"
#include "regretta/engine/study/blocks/layout.hpp"
#include "regretta/tools/commands/estimate.hpp"
#include "regretta/tools/commands/front_text.hpp"
#include "regretta/tools/commands/search_alternation.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/shown_text.hpp"

namespace regretta {
namespace {

const std::string& aim_text(const SearchRules& rules) { return rules.aim().text(); }

TextTable finalists_table(const SearchRules& rules, const SearchOutcome& outcome) {
  using Align = TextTable::Align;
  TextTable table;
  table.add_column("candidate", Align::right, Use::number);
  table.add_column(aim_text(rules), Align::right, Use::value, "aim");
  table.add_column("believed", Align::right);
  table.add_column("trials", Align::right);
  table.add_column("optimism", Align::right);
  table.add_column("not met", Align::left);
  for (const Finalist& one : outcome.finalists) {
    const IntervalText fresh = interval_parts(one.fresh.mean, one.fresh.interval);
    const double optimism = (rules.maximises() ? 1 : -1) * (one.believed - one.fresh.mean);
    table.add_row({fmt::format("{}", one.candidate), ShownEntry(fresh.mean, fresh.half_width),
                   grouped_text(rounded(one.believed, 4)), grouped(one.believed_trials),
                   grouped_text(rounded(optimism, 2)), unmet_text(one)});
  }
  return table;
}

std::string percent_text(double share) { return fmt::format("{:.0f}%", 100 * share); }

std::string value_text(const SearchSpace& space, std::size_t dimension, double coordinate) {
  return to_text(space.dimensions()[dimension].at(coordinate));
}

std::vector<std::string> lines_of_best(const SearchRules& rules, const SearchOutcome& outcome) {
  if (outcome.finalists.empty()) return {"No candidate could be played to the end."};
  const Finalist& best = outcome.finalists.front();
  std::vector<std::string> lines;
  const std::string what = fmt::format("candidate {}, {} {} over {} fresh trials", best.candidate, aim_text(rules),
                                       interval_text(best.fresh.mean, best.fresh.interval), grouped(rules.fresh));
  if (best.meets_all()) {
    lines.push_back(fmt::format("Found:    {}", what));
  } else {
    lines.push_back(
        fmt::format("Nothing is known to meet all constraints; the nearest is {} ({})", what, unmet_text(best)));
  }
  for (const auto& [path, value] : best.values) lines.push_back(fmt::format("          {} = {}", path, to_text(value)));
  lines.push_back(fmt::format("Beside:   {} (means over these trials)", beside_text(best)));
  return lines;
}

/// How much better the best is than the best of the first candidates.
std::vector<std::string> lines_of_first(const SearchRules& rules, const SearchOutcome& outcome) {
  if (!outcome.first) return {};
  const Finalist& first = outcome.finalists[*outcome.first];
  if (*outcome.first == 0)
    return {fmt::format("First:    nothing better was found than the best of the {} first candidates",
                        grouped(std::ssize(rules.first)))};
  return {fmt::format("First:    the best of the {} first candidates, {}, has {}; that found is {} by {}",
                      grouped(std::ssize(rules.first)), first.candidate,
                      interval_text(first.fresh.mean, first.fresh.interval),
                      outcome.gain.interval.low > 0 ? "better" : "not shown to be better, but seems to be",
                      interval_text(outcome.gain.mean, outcome.gain.interval))};
}

std::vector<std::string> lines_of_ablation(const SearchSpace& space, const SearchRules& rules,
                                           const SearchOutcome& outcome) {
  if (!outcome.ablation) return {};
  const Ablation& found = *outcome.ablation;
  const Point& winner = outcome.finalists.front().point;
  std::vector<std::string> lines;
  if (found.simplest.place > 0) {
    lines.push_back(fmt::format("Simplest: {} {} is left when these values are changed", aim_text(rules),
                                interval_text(found.simplest.aim.mean, found.simplest.aim.interval)));
    for (std::size_t d = 0; d < winner.size(); ++d)
      if (found.point[d] != winner[d])
        lines.push_back(
            fmt::format("          {} = {}", space.dimensions()[d].path, value_text(space, d, found.point[d])));
  } else {
    lines.emplace_back("Simplest: no value can be put back to something plain or round without a loss of 5%");
  }
  if (!rules.maximises() || found.whole.aim.mean <= 0) return lines;
  std::vector<std::string> carriers;
  for (const std::size_t d : found.carriers())
    for (std::size_t k = 0; k < found.changes.size(); ++k)
      if (found.changes[k].dimension == d && found.changes[k].is_plain)
        carriers.push_back(fmt::format("{} = {} (with {}: {})", space.dimensions()[d].path,
                                       value_text(space, d, winner[d]),
                                       value_text(space, d, found.changes[k].coordinate),
                                       percent_text(found.alone[k].aim.mean / found.whole.aim.mean)));
  lines.push_back(carriers.empty() ? "It rests on no single value: each alone may be plain, and half of it is left."
                                   : fmt::format("It rests on {}.", fmt::join(carriers, ", ")));
  lines.push_back(
      fmt::format("{} forms of the winner, {} trials each that nothing was chosen by; all intervals hold together.",
                  grouped(std::ssize(found.alone) + 1), grouped(rules.ablation_trials())));
  return lines;
}

}  // namespace

std::string outcome_text(const SearchSpace& space, const SearchRules& rules, const SearchOutcome& outcome,
                         const std::string& out, const Display& display) {
  std::vector<std::string> head = {fmt::format("Searched \"{}\": {} proposed by {}, in {}; {:.3g} rounds in all",
                                               space.study().name, counted(outcome.candidates, "candidate"),
                                               outcome.proposer, counted(outcome.generations, "generation"),
                                               outcome.rounds)};
  if (rules.minutes > 0)
    head.push_back(fmt::format("Minutes:  {:g} came to rounds = {:.17g}, which instead of them repeats it anywhere",
                               rules.minutes, outcome.came_to));
  else if (rules.trials)
    head.push_back(fmt::format("Trials:   {} came to rounds = {:.17g}",
                               grouped_text(fmt::format("{:.15g}", *rules.trials)), outcome.came_to));
  if (outcome.refused > 0)
    head.push_back(fmt::format("Refused:  {}, most often because: {}", grouped(outcome.refused), outcome.refusal));
  std::vector<ShownPart> parts = {{.lines = std::move(head)}};
  const bool is_front = rules.wants_front() && !outcome.finalists.empty();
  if (is_front)
    for (ShownPart& part : front_parts(rules, outcome)) parts.push_back(std::move(part));
  else
    parts.push_back({.lines = lines_of_best(rules, outcome)});
  for (auto& lines : {lines_of_first(rules, outcome), lines_of_ablation(space, rules, outcome)})
    if (!lines.empty()) parts.push_back({.lines = lines});
  if (!outcome.finalists.empty() && !is_front) {
    parts.push_back({.lines = {fmt::format(
                         "The finalists on fresh trials. believed: the mean over the trials of the race, by which they "
                         "were chosen; optimism: how much better that looked. All {} intervals hold together, with "
                         "{:g}% confidence; all of these trials rest on the same instances and schedules.",
                         grouped(outcome.intervals), 100 * (1 - rules.alpha))},
                     .table = finalists_table(rules, outcome)});
  }
  std::vector<std::string> names;  // of the plugins of a candidate
  for (const auto& [section, side] : {std::pair{"learner", &space.learners()}, {"environment", &space.environments()}})
    if (!side->varying.empty()) names.push_back(fmt::format("the {} \"{}-N\"", section, side->varying.front()));
  parts.push_back({.lines = {fmt::format("Results:  {} (candidate N is {})", out, fmt::join(names, " and ")),
                             fmt::format("Digest:   {}", outcome.digest)}});
  return shown_text(parts, ShownFormat::text, display);
}

std::string growth_text(const std::vector<FoundGrowth>& growth, const SearchRules& rules, const Study& study,
                        const std::string& out, const Display& display) {
  using Align = TextTable::Align;
  std::vector<ShownPart> parts = {
      {.lines = {fmt::format("As a family, its simplest form at longer horizons: {} fresh trials each, with corruption "
                             "and without. width: the widest confidence interval after the exploration.",
                             grouped(rules.fresh))}}};
  for (const FoundGrowth& one : growth) {
    TextTable table;
    for (const char* name : {"T", "width", "without corruption", "with", "added"}) table.add_column(name, Align::right);
    for (const GrowthPoint& point : one.points)
      table.add_row({grouped(point.horizon), std::isnan(point.width) ? "-" : rounded(point.width, 2),
                     interval_text(point.clean.mean, point.clean.interval),
                     interval_text(point.corrupted.mean, point.corrupted.interval),
                     interval_text(point.added.mean, point.added.interval)});
    const auto counting = std::ranges::count_if(one.points, &GrowthPoint::counts);
    std::string exponent =
        std::isnan(one.exponent.value)
            ? fmt::format("no exponent is said: {} of {} at which the width is below {:g}{}",
                          counted(counting, "horizon"), least_horizons, narrow_width,
                          counting < least_horizons ? "" : ", and what is added there has no steady sign")
            : fmt::format("exponent of what corruption adds {:.3f} ({:.3f} to {:.3f}), over {} horizons",
                          one.exponent.value, one.exponent.interval.low, one.exponent.interval.high, counting);
    parts.push_back(
        {.lines = {fmt::format("{}: {}", one.quantity == Quantity::violation ? "violation" : "regret", exponent)},
         .table = std::move(table)});
  }
  const Value* beta = study.learners.front().settings.find("beta");
  if (beta == nullptr) beta = study.learners.front().defaults.find("beta");
  parts.push_back(
      {.lines = {fmt::format("For comparison, with C in units of sqrt(T): sqrt(T) + C has 0.5, {}C sqrt(T) has 1. A "
                             "search bounds the worst case from below only.",
                             beta != nullptr && beta->number()
                                 ? fmt::format("T^max(1/2, beta) {:.3g}, ", std::max(0.5, *beta->number()))
                                 : ""),
                 fmt::format("Family:   {}", out)}});
  return shown_text(parts, ShownFormat::text, display);
}

std::string cost_text(const SearchSpace& space, const SearchRules& rules, const Catalogue& catalogue, int threads,
                      const std::string& out) {
  check_admits(space, rules, catalogue);
  std::list<Point> points;
  std::vector<Entrant> entrants;
  constexpr int sampled = 200, played = 16;
  int refused = 0;
  for (int k = 1; k <= sampled; ++k) {
    points.push_back(random_point(space.dimensions(), static_cast<std::uint64_t>(rules.seed), k));
    if (!refusal_of(space, rules, catalogue, points.back()).empty()) {
      ++refused;
    } else if (std::ssize(entrants) < played) {
      entrants.push_back({.label = fmt::format("{}", k), .point = &points.back()});
    }
  }
  std::string text =
      fmt::format("Search:  {}\nSpace:   {}\n", space.study().name, counted(std::ssize(space.dimensions()), "range"));
  for (const Dimension& one : space.dimensions())
    text += one.choices.empty()
                ? fmt::format("         {}: {:g} to {:g}{}\n", one.path, one.low, one.high, one.is_log ? ", log" : "")
                : fmt::format("         {}: {}\n", one.path, to_text(Value(one.choices)));
  std::optional<Needs> needs;  // of a few candidates
  if (!entrants.empty()) {
    Study study = space.with(entrants);
    study.trials = rules.trials_each;
    study.stop.reset();
    study.limited_by_work = false;
    const Plan plan = make_plan(study, catalogue);
    needs = estimate(plan, planned_blocks(layout_of(plan), {}), threads);
  }
  const std::int64_t horizon = horizon_of(space, catalogue);
  const double most = rules.most_rounds(horizon);
  double rounds = most;
  if (rules.minutes > 0 && needs) rounds = std::min(rounds, 60 * rules.minutes * needs->rounds / needs->seconds);
  double planned = infinity;
  if (rules.against == Against::search) {
    text += turns_text(space, rules, catalogue);
    planned = rounds;
  } else if (rounds < infinity) {
    const SearchCost cost = cost_of(space, rules, rounds, horizon);
    text += fmt::format("Costs:   {}{} in {}, {:.3g} rounds ({} of {} at random are refused unplayed)\n",
                        rounds < most ? "about " : "", counted(cost.candidates, "candidate"),
                        counted(cost.generations, "generation"), cost.rounds, refused, sampled);
    if (rules.ablation)
      text += fmt::format("         of these, up to {} forms of the winner with {} each\n", grouped(most_forms(space)),
                          counted(rules.ablation_trials(), "trial"));
    if (!rules.horizons.empty())
      text += fmt::format("         of these, {:.3g} rounds at {}\n", growth_rounds(space, rules),
                          counted(std::ssize(growth_horizons(space, rules)), "horizon"));
    planned = cost.rounds;
  }
  if (needs && planned < infinity)
    text +=
        fmt::format("Time:    about {} on {}, without that of proposing\n",
                    duration_text(needs->seconds * planned / std::max(needs->rounds, 1.0)), counted(threads, "thread"));
  return text + fmt::format("Nothing was written; without --dry-run results go to {}\n", out);
}

}  // namespace regretta
