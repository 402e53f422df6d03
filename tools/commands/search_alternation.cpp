#include "regretta/tools/commands/search_alternation.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/shown_text.hpp"

namespace regretta {
namespace {

std::string text_of(const FoundMean& one) { return interval_text(one.mean, one.interval); }

std::string met_text(const FoundConstraint& one) {
  if (one.is_met()) return "met";
  return one.is_broken() ? fmt::format("not met, by {}", grouped_text(rounded(one.excess.mean, 3))) : "not known";
}

/// The aim and the constraints of both learners, in the worst environment.
TextTable learners_table(const SearchRules& rules, const AlternationOutcome& outcome) {
  using Align = TextTable::Align;
  TextTable table;
  for (const char* name : {"", "worst of", "found", "default"}) table.add_column(name, Align::left);
  const auto add = [&](const std::string& what, const char* where, const std::string& found,
                       const std::string& preset) {
    table.add_row({what, where, outcome.is_preset ? "(the default)" : found, preset});
  };
  constexpr const char *archive = "the archive", *last = "the last attack";
  add(rules.aim().text(), archive, text_of(outcome.found.in_archive), text_of(outcome.preset.in_archive));
  add(rules.aim().text(), last, text_of(outcome.found.under_last), text_of(outcome.preset.under_last));
  for (std::size_t c = 0; c < outcome.preset.constraints_in_archive.size(); ++c) {
    const std::string& text = outcome.preset.constraints_in_archive[c].text;
    add(text, archive, met_text(outcome.found.constraints_in_archive[c]),
        met_text(outcome.preset.constraints_in_archive[c]));
    add(text, last, met_text(outcome.found.constraints_under_last[c]),
        met_text(outcome.preset.constraints_under_last[c]));
  }
  return table;
}

TextTable environments_table(const SearchRules& rules, const AlternationOutcome& outcome) {
  using Align = TextTable::Align;
  TextTable table;
  table.add_column("environment", Align::left);
  table.add_column("found by", Align::left);
  table.add_column(rules.aim().text() + " of found", Align::right, Use::value, "found");
  table.add_column("of default", Align::right, Use::value, "default");
  for (const JudgedEnvironment& one : outcome.environments) {
    const std::string by = one.attack.empty() ? "given" : one.attack + (one.is_last ? " (last)" : "");
    table.add_row({one.name, by, text_of(one.found), text_of(one.preset)});
  }
  return table;
}

double worst_low(const JudgedLearner& one) {
  return std::max(one.in_archive.interval.low, one.under_last.interval.low);
}
double worst_high(const JudgedLearner& one) {
  return std::max(one.in_archive.interval.high, one.under_last.interval.high);
}

std::string verdict(const AlternationOutcome& outcome) {
  if (outcome.is_preset) return "Nothing better was found than the learner of the defaults.";
  if (worst_high(outcome.found) < worst_low(outcome.preset))
    return "The worst of these environments costs it less than the default.";
  if (worst_low(outcome.found) > worst_high(outcome.preset))
    return "The worst of these environments costs it more than the default.";
  return "The worst of these environments is not shown to cost it less than the default.";
}

}  // namespace

std::string alternation_text(const SearchSpace& space, const SearchRules& rules, const AlternationOutcome& outcome,
                             const std::string& out, const Display& display) {
  std::int64_t candidates = 0;
  for (const SearchOutcome& one : outcome.of_search) candidates += one.candidates;
  std::vector<std::string> values;
  for (const auto& [path, value] : outcome.found.values)
    values.push_back(fmt::format("{} {} = {}", values.empty() ? "Found:   " : "         ", path, to_text(value)));
  values.push_back(verdict(outcome));
  std::vector<ShownPart> parts = {
      {.lines = {fmt::format("Searched \"{}\" in turns: {} in {} searches; {:.3g} rounds in all", space.study().name,
                             counted(candidates, "candidate"), outcome.of_search.size(), outcome.rounds)}},
      {.lines = std::move(values)},
      {.lines = {"The learner was tuned on the archive, and not on the last attack, which was made for it."},
       .table = learners_table(rules, outcome)},
      {.lines = {fmt::format("Both learners in every environment: {} trials each that nothing was chosen by. All {} "
                             "intervals hold together, with {:g}% confidence. A search bounds a supremum from below: "
                             "others may be worse.",
                             grouped(rules.fresh), grouped(outcome.intervals), 100 * (1 - rules.alpha))},
       .table = environments_table(rules, outcome)}};
  const std::string& learner = space.learners().varying.front();
  parts.push_back({.lines = {fmt::format("Results:  {} (\"{}-found\" and \"{}-default\"); of the searches {} to {}",
                                         out, learner, learner, file_beside(out, outcome.searches.front().name),
                                         file_beside(out, outcome.searches.back().name)),
                             fmt::format("Digest:   {}", outcome.digest)}});
  return shown_text(parts, ShownFormat::text, display);
}

std::string turns_text(const SearchSpace& space, const SearchRules& rules, const Catalogue& catalogue) {
  const std::vector<AlternatingSearch> all = alternating_searches(space, rules, catalogue);
  std::string text = fmt::format("Turns:   {} searches of {:.3g} rounds each, and the judgement\n", all.size(),
                                 *all.front().rules.rounds);
  for (const AlternatingSearch& one : all)
    text += fmt::format("         {}: {}\n", one.name, one.is_attack ? one.raised : rules.aim().text());
  return text;
}

}  // namespace regretta
