#include "regretta/tools/commands/rank_limits.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/engine/plugin/choice.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/parsed_number.hpp"

namespace regretta {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

std::string_view kept_text(Kept kept) {
  using enum Kept;
  static constexpr Choice words = choice_of<Kept>({{yes, "yes"}, {open, "not shown"}, {no, "no"}});
  return words.word_of(kept);
}

std::string_view least_text(Least least) {
  using enum Least;
  static constexpr Choice words = choice_of<Least>({{yes, "yes"}, {tied, "tied"}, {open, "open"}, {no, "no"}});
  return words.word_of(least);
}

std::string standing_text(const LimitedCell& cell) {
  return cell.is_reference ? "reference" : cell.is_admitted ? std::string(least_text(cell.least)) : "";
}

std::string trials_text(double trials) {
  constexpr double most = 1e9;
  return trials <= most ? grouped_text(rounded(trials, 2)) : "";
}

ShownEntry mean_entry(double mean, const Interval& interval, bool is_exact) {
  if (is_exact) return exactly(mean);
  const IntervalText parts = interval_parts(mean, interval);
  return {parts.mean, parts.half_width};
}

/// A learner over all settings.
struct Contender {
  std::string name;
  FeedbackModel feedback{};
  /// Numbers of settings; `above`: nothing is shown, and its mean is above a limit.
  std::int64_t settings = 0, admitted = 0, least = 0, breaks = 0, above = 0;
  double trials_needed = 0;  ///< to show that it keeps the limits in the other settings
};

/// Not where no strategy is feasible: then there is no regret.
bool has_objective(const LimitedCell& cell) { return !std::isnan(cell.objective.mean); }

/// Those that may be admitted, in the order of their first cells.
std::vector<Contender> contenders_of(const LimitedSettings& settings) {
  std::vector<Contender> all;
  for (const auto& cells : settings)
    for (const LimitedCell& cell : cells) {
      if (cell.is_reference) continue;
      auto found = std::ranges::find(all, cell.learner, &Contender::name);
      if (found == all.end()) {
        all.push_back({.name = cell.learner, .feedback = cell.traits.feedback});
        found = all.end() - 1;
      }
      ++found->settings;
      found->admitted += cell.is_admitted;
      found->least +=
          cell.is_admitted && has_objective(cell) && (cell.least == Least::yes || cell.least == Least::tied);
      if (cell.is_admitted) continue;
      const bool breaks = std::ranges::any_of(cell.lines, [](const LimitLine& line) { return line.kept == Kept::no; });
      double needed = 0;
      for (const LimitLine& line : cell.lines)
        if (line.kept == Kept::open) needed = std::max(needed, line.trials_needed);
      const bool is_above = !breaks && std::isinf(needed);
      found->breaks += breaks;
      found->above += is_above;
      if (!breaks && !is_above) found->trials_needed = std::max(found->trials_needed, needed);
    }
  return all;
}

std::string in_settings(std::int64_t count, std::int64_t of) {
  return of == 1 || count == of ? "" : fmt::format(" in {} of {} settings", grouped(count), grouped(of));
}

/// "pd-wa in 2 of 3 settings, not shown who in 1": of the admitted learners that see the same.
std::string recommended_text(const LimitedSettings& settings, const std::vector<Contender>& contenders,
                             FeedbackModel feedback, const std::string& objective) {
  const auto of = std::ssize(settings);
  std::int64_t decided = 0, empty = 0, without = 0;
  for (const auto& cells : settings) {
    const auto has = [&](const auto& holds) {
      return std::ranges::any_of(cells, [&](const LimitedCell& cell) {
        return cell.is_admitted && cell.traits.feedback == feedback && holds(cell);
      });
    };
    const bool is_empty = !has([](const LimitedCell&) { return true; }), is_without = !is_empty && !has(has_objective);
    decided += !is_without &&
               has([](const LimitedCell& cell) { return cell.least == Least::yes || cell.least == Least::tied; });
    empty += is_empty;
    without += is_without;
  }
  std::vector<std::string> parts;
  for (const Contender& one : contenders)
    if (one.feedback == feedback && one.least > 0) parts.push_back(one.name + in_settings(one.least, of));
  if (const std::int64_t open = of - decided - empty - without; open > 0)
    parts.push_back(fmt::format("these trials do not tell which{}", in_settings(open, of)));
  if (without > 0)
    parts.push_back(fmt::format("no {} to compare{}, as no strategy is feasible", objective, in_settings(without, of)));
  if (empty > 0) parts.push_back(fmt::format("nobody is shown to keep it{}", in_settings(empty, of)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

std::vector<std::string> limit_advice(const LimitedSettings& settings, const std::string& objective) {
  const std::vector<Contender> contenders = contenders_of(settings);
  const auto of = std::ssize(settings);
  std::vector<std::string> groups, admitted, others;
  using enum FeedbackModel;
  for (const auto& [feedback, sees] :
       {std::pair(full, "all arms"), std::pair(bandit_losses, "all violations"), std::pair(bandit, "their own arm")}) {
    const auto members = std::ranges::count(contenders, feedback, &Contender::feedback);
    if (members == 0) continue;
    const std::string whom = members == std::ssize(contenders) ? "" : fmt::format("among learners that see {}, ", sees);
    groups.push_back(whom + recommended_text(settings, contenders, feedback, objective));
  }
  for (const Contender& one : contenders) {
    if (one.admitted > 0) admitted.push_back(one.name + in_settings(one.admitted, of));
    if (one.admitted == one.settings) continue;
    std::vector<std::string> why;
    if (one.breaks > 0) why.push_back("shown to break it" + in_settings(one.breaks, of));
    if (one.above > 0) why.push_back("its mean is above it" + in_settings(one.above, of));
    if (const std::int64_t open = one.settings - one.admitted - one.breaks - one.above; open > 0)
      why.push_back(
          fmt::format("about {} trials would show it{}", trials_text(one.trials_needed), in_settings(open, of)));
    others.push_back(fmt::format("{} ({})", one.name, fmt::join(why, "; ")));
  }
  const auto sentence = [](const std::string& what, const std::vector<std::string>& names, const char* between) {
    return names.empty() ? std::string() : fmt::format("{}: {}. ", what, fmt::join(names, between));
  };
  std::vector<std::string> lines = {
      sentence(fmt::format("Recommended for least {} within the limit", objective), groups, "; "),
      sentence("Shown to keep it", admitted, ", ") + sentence("Not shown to keep it", others, ", ")};
  std::erase(lines, "");
  for (std::string& line : lines) line.pop_back();
  return lines;
}

Limit limit_named(const QuantityList& known, const std::string& text) {
  const auto refuse = [&](const std::string& why) {
    return std::invalid_argument(fmt::format(
        "--subject-to: \"{}\": {}, expected QUANTITY <= NUMBER or QUANTITY <= NUMBER T, such as \"signed_violation <= "
        "0.02 T\"",
        text, why));
  };
  constexpr std::string_view relation = "<=";
  const std::size_t place = text.find(relation);
  if (place == std::string::npos) throw refuse("it has no <=");
  const std::string name(trimmed(std::string_view(text).substr(0, place)));
  std::string_view number = trimmed(std::string_view(text).substr(place + relation.size()));
  if (name.empty()) throw refuse("it names no quantity");
  Limit limit{.quantity = quantity_named(known, "--subject-to", name)};
  limit.times_horizon = number.ends_with('T');
  if (limit.times_horizon) number = trimmed(number.substr(0, number.size() - 1));
  const auto value = parsed_number<double>(number);
  if (!value || !std::isfinite(*value)) throw refuse(fmt::format("\"{}\" is not a number", number));
  limit.number = *value;
  if (!known[limit.quantity].less_is_better) throw refuse(fmt::format("less {} is not better", name));
  return limit;
}

std::vector<ShownPart> limit_parts(const Results& study, const LimitedSettings& settings, const LimitOptions& options,
                                   const std::vector<std::string>& texts, const ChosenCells& cells, bool has_advice) {
  using Align = TextTable::Align;
  const std::string objective(study.quantities().name(options.objective));
  TextTable table;
  add_label_columns(study, table);
  table.add_column(objective, Align::right, Use::value);
  table.add_column("least", Align::left, Use::detail, "least");
  for (const Limit& limit : options.limits) {
    const std::string name(study.quantities().name(limit.quantity));
    table.add_column("mean " + name, Align::right, Use::value, "mean_" + name);
    table.add_column("limit", Align::right, Use::detail, name + "_limit");
    table.add_column("kept", Align::left, Use::detail, name + "_kept");
    table.add_column("trials needed", Align::right, Use::detail, name + "_trials_needed");
  }
  for (const auto& setting : settings)
    for (const LimitedCell& cell : setting) {
      if (!cells.has(*cell.cell)) continue;
      std::vector<ShownEntry> row = label_entries(*cell.cell);
      row.push_back(mean_entry(cell.objective.mean, cell.objective.interval, cell.objective.is_exact));
      row.emplace_back(standing_text(cell));
      for (const LimitLine& line : cell.lines) {
        row.push_back(mean_entry(line.mean, line.interval, line.is_exact));
        row.emplace_back(grouped_text(fmt::format("{:.10g}", line.limit)));
        row.emplace_back(kept_text(line.kept), line.kept == Kept::yes  ? Tone::good
                                               : line.kept == Kept::no ? Tone::bad
                                                                       : Tone::plain);
        row.emplace_back(trials_text(line.kept == Kept::open ? line.trials_needed : infinity));
      }
      table.add_row(std::move(row));
    }
  std::vector<std::string> words;
  if (has_advice) words = limit_advice(settings, objective);
  words.push_back(fmt::format(
      "kept: the interval of the mean lies below the limit. least: shown to have the least {} of those that keep all "
      "limits and see the same, or tied within 5%. With probability {:g} all of this holds together (Bonferroni){}.",
      objective, 1 - options.alpha,
      options.grade == Grade::outright ? ", whatever trials too rare to be seen may do" : ""));
  return {{.lines = {fmt::format("{}: {} trials per cell, subject to {}", study.study().name, trials_each(study),
                                 fmt::join(texts, " and "))}},
          {.table = std::move(table)},
          {.lines = std::move(words)}};
}

ValueTable limit_values(const Results& study, const LimitedSettings& settings, const LimitOptions& options,
                        const ChosenCells& cells) {
  ValueTable table = labelled_table(study,
                                    {"quantity", "mean", "low", "high", "limit", "kept", "trials_needed", "objective",
                                     "objective_mean", "role", "admitted", "least"},
                                    {"quantity"});
  for (const auto& setting : settings)
    for (const LimitedCell& cell : setting)
      for (std::size_t k = 0; k < cell.lines.size() && cells.has(*cell.cell); ++k) {
        const LimitLine& line = cell.lines[k];
        table.add_row(label_fields(*cell.cell), study.quantities().name(options.limits[k].quantity), line.mean,
                      line.interval.low, line.interval.high, line.limit, kept_text(line.kept),
                      line.kept == Kept::open ? line.trials_needed : not_a_number,
                      study.quantities().name(options.objective), cell.objective.mean,
                      cell.is_reference ? "reference" : "rival", cell.is_admitted ? "yes" : "no",
                      cell.is_admitted ? least_text(cell.least) : "");
      }
  return table;
}

}  // namespace regretta
