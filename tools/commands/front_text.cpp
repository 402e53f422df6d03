#include "regretta/tools/commands/front_text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

std::string place_text(const SearchOutcome& outcome, std::size_t finalist) {
  if (finalist >= outcome.places.size()) return "-";
  const FrontPlace& place = outcome.places[finalist];
  if (place.standing == FrontStanding::on_front) return "yes";
  std::vector<std::string> rivals;
  for (const std::size_t rival : place.rivals) rivals.push_back(fmt::format("{}", outcome.finalists[rival].candidate));
  constexpr std::size_t most = 3;
  const std::size_t left_out = rivals.size() > most ? rivals.size() - most : 0;
  rivals.resize(rivals.size() - left_out);
  return fmt::format("{} {}{}",
                     place.standing == FrontStanding::dominated ? "no: dominated by" : "open: perhaps dominated by",
                     fmt::join(rivals, ", "), left_out > 0 ? fmt::format(" or {} more", left_out) : "");
}

TextTable members_table(const SearchRules& rules, const SearchOutcome& outcome) {
  using Align = TextTable::Align;
  TextTable table;
  table.add_column("candidate", Align::right, Use::number);
  table.add_column(rules.aims[0].expression.text(), Align::right, Use::value, "first_aim");
  table.add_column("believed", Align::right);
  table.add_column(rules.aims[1].expression.text(), Align::right, Use::value, "second_aim");
  table.add_column("believed", Align::right);
  table.add_column("on the front", Align::left);
  const bool constrained = !rules.subject_to.empty();
  if (constrained) table.add_column("not met", Align::left);
  for (std::size_t k = 0; k < outcome.finalists.size(); ++k) {
    const Finalist& one = outcome.finalists[k];
    const IntervalText first = interval_parts(one.fresh.mean, one.fresh.interval),
                       second = interval_parts(one.second.mean, one.second.interval);
    std::vector<ShownEntry> row = {fmt::format("{}", one.candidate),
                                   ShownEntry(first.mean, first.half_width),
                                   grouped_text(rounded(one.believed, 4)),
                                   ShownEntry(second.mean, second.half_width),
                                   grouped_text(rounded(one.second_believed, 4)),
                                   place_text(outcome, k)};
    if (constrained) row.push_back(unmet_text(one));
    table.add_row(std::move(row));
  }
  return table;
}

std::vector<std::string> lines_of_front(const SearchRules& rules, const SearchOutcome& outcome) {
  const auto count = [&](FrontStanding standing) {
    return std::ranges::count(outcome.places, standing, &FrontPlace::standing);
  };
  const std::string aims = fmt::format("{} and {}", rules.aims[0].words(), rules.aims[1].words());
  if (outcome.places.empty())
    return {fmt::format("Nothing is known to meet all constraints; nearest to them is candidate {} ({}). To {}.",
                        outcome.finalists.front().candidate, unmet_text(outcome.finalists.front()), aims)};
  std::vector<std::string> lines = {
      fmt::format("Front:    {} ({}): {} on it, {} open, {} dominated", counted(std::ssize(outcome.places), "member"),
                  aims, count(FrontStanding::on_front), count(FrontStanding::open), count(FrontStanding::dominated))};
  for (std::size_t k = 0; k < outcome.places.size(); ++k) {
    if (outcome.places[k].standing == FrontStanding::dominated) continue;
    std::vector<std::string> values;
    for (const auto& [path, value] : outcome.finalists[k].values)
      values.push_back(fmt::format("{} = {}", path, to_text(value)));
    lines.push_back(fmt::format("          {}: {}; beside: {}", outcome.finalists[k].candidate, fmt::join(values, ", "),
                                beside_text(outcome.finalists[k])));
  }
  return lines;
}

}  // namespace

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

std::string beside_text(const Finalist& one) {
  std::vector<std::string> all;
  for (const auto& [name, mean] : one.beside)
    if (!std::isnan(mean)) all.push_back(fmt::format("{} {}", name, grouped_text(rounded(mean, 4))));
  return fmt::format("{}", fmt::join(all, ", "));
}

std::vector<ShownPart> front_parts(const SearchRules& rules, const SearchOutcome& outcome) {
  return {{.lines = lines_of_front(rules, outcome)},
          {.lines = {fmt::format(
               "Members over {} fresh trials; believed: the means over the trials of the race, by which they were "
               "chosen. On the front: shown to be better than each other member in one of the aims; open: not shown to "
               "be, and not shown to be worse than one in both. All {} intervals, those of differences included, hold "
               "together with {:g}% confidence. What nobody has searched may dominate any of them.",
               grouped(rules.fresh), grouped(outcome.intervals), 100 * (1 - rules.alpha))},
           .table = members_table(rules, outcome)}};
}

}  // namespace regretta
