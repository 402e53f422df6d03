#include "regretta/tools/commands/search_text.hpp"

#include <algorithm>
#include <list>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/search/admission.hpp"
#include "regretta/engine/search/random_points.hpp"
#include "regretta/engine/study/blocks/layout.hpp"
#include "regretta/tools/commands/estimate.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/shown_text.hpp"

namespace regretta {
namespace {

/// Constraints that fresh trials do not show to be met.
std::string unmet_text(const Finalist& one) {
  std::vector<std::string> all;
  for (const FoundConstraint& constraint : one.constraints) {
    if (constraint.is_met()) continue;
    all.push_back(fmt::format("{}: {}", constraint.text,
                              constraint.is_broken()
                                  ? fmt::format("no, by {}", grouped_text(rounded(constraint.excess.mean, 3)))
                                  : "not known"));
  }
  return fmt::format("{}", fmt::join(all, "; "));
}

std::string aim_text(const SearchRules& rules) { return rules.maximises() ? rules.maximise : rules.minimise; }

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
  return lines;
}

}  // namespace

std::string outcome_text(const SearchSpace& space, const SearchRules& rules, const SearchOutcome& outcome,
                         const std::string& out, const Display& display) {
  std::vector<std::string> head = {fmt::format("Searched \"{}\": {} proposed by {}, in {}; {:.3g} rounds in all",
                                               space.study().name, counted(outcome.candidates, "candidate"),
                                               outcome.proposer, counted(outcome.generations, "generation"),
                                               outcome.rounds)};
  if (outcome.refused > 0)
    head.push_back(fmt::format("Refused:  {}, most often because: {}", grouped(outcome.refused), outcome.refusal));
  std::vector<ShownPart> parts = {{.lines = std::move(head)}, {.lines = lines_of_best(rules, outcome)}};
  if (!outcome.finalists.empty()) {
    parts.push_back({.lines = {fmt::format(
                         "The finalists on fresh trials. believed: the mean over the trials of the race, by which they "
                         "were chosen; optimism: how much better that looked. All {} intervals hold together, with "
                         "{:g}% confidence; all of these trials rest on the same instances and schedules.",
                         grouped(static_cast<std::int64_t>(outcome.finalists.size() * (1 + rules.subject_to.size()))),
                         100 * (1 - rules.alpha))},
                     .table = finalists_table(rules, outcome)});
  }
  parts.push_back({.lines = {fmt::format("Results:  {} (candidate N is the {} \"{}-N\")", out,
                                         space.varies_learners() ? "learner" : "environment", space.varying().front()),
                             fmt::format("Digest:   {}", outcome.digest)}});
  return shown_text(parts, ShownFormat::text, display);
}

std::string cost_text(const SearchSpace& space, const SearchRules& rules, const Catalogue& catalogue, int threads,
                      const std::string& out) {
  check_admits(space, rules, catalogue);
  const SearchCost cost = cost_of(space, rules, horizon_of(space, catalogue));
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
  text += fmt::format("Costs:   {} in {}, {:.3g} rounds ({} of {} at random are refused unplayed)\n",
                      counted(cost.candidates, "candidate"), counted(cost.generations, "generation"), cost.rounds,
                      refused, sampled);
  if (!entrants.empty()) {
    Study study = space.with(entrants);
    study.trials = rules.trials;
    study.stop.reset();
    study.limited_by_work = false;
    const Plan plan = make_plan(study, catalogue);
    const Needs needs = estimate(plan, planned_blocks(layout_of(plan), {}), threads);
    text += fmt::format("Time:    about {} on {}, without that of proposing\n",
                        duration_text(needs.seconds * cost.rounds / std::max(needs.rounds, 1.0)),
                        counted(threads, "thread"));
  }
  return text + fmt::format("Nothing was written; without --dry-run results go to {}\n", out);
}

}  // namespace regretta
