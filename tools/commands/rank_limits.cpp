#include "regretta/tools/commands/rank_limits.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <boost/algorithm/string/trim.hpp>

#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/parsed_number.hpp"

namespace regretta {
namespace {

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

std::string_view reason_text(Doubt doubt) {
  using enum Doubt;
  static constexpr Choice words = choice_of<Doubt>({{failed, "failed trials"},
                                                    {no_value, "no value"},
                                                    {one_value, "one value"},
                                                    {above, "mean above"},
                                                    {instances, "few instances"},
                                                    {trials, "few trials"}});
  return words.word_of(doubt);
}

/// An estimated number of trials: "about 120", "more than 1e9".
std::string trials_text(double trials) {
  constexpr double most = 1e9;
  return trials <= most ? "about " + grouped(std::llround(with_digits(trials, 2))) : "more than 1e9";
}

bool needs_trials(const LimitedCell& cell, const LimitLine& line) {
  return !cell.is_reference && line.kept == Kept::open && line.doubt == Doubt::trials;
}

ShownEntry kept_entry(const LimitedCell& cell, const LimitLine& line) {
  const std::string kept(kept_text(line.kept));
  if (line.kept != Kept::open) return {kept, line.kept == Kept::yes ? Tone::good : Tone::bad};
  if (line.doubt == Doubt::trials) return kept;
  return fmt::format(
      "{}: {}", kept,
      line.doubt == Doubt::failed ? counted(cell.failed, "trial") + " failed" : std::string(reason_text(line.doubt)));
}

/// Counts for a learner over all settings. `least`: settings where it is admitted, with the least objective or tied.
struct Contender {
  std::string name;
  FeedbackModel feedback{};
  std::int64_t settings = 0, admitted = 0, least = 0, breaks = 0;  ///< numbers of settings
  std::map<Doubt, std::int64_t> doubts{};  ///< numbers of undecided settings, by the reason for the doubt
  std::int64_t failed = 0;                 ///< number of failed trials in the undecided settings
  double trials_needed = 0;                ///< largest number needed in settings with Doubt::trials
};

/// Whether the objective has a value: there is no regret where no strategy is feasible.
bool has_objective(const LimitedCell& cell) { return !std::isnan(cell.objective.mean); }

/// Counts a cell whose learner is not admitted, because it breaks a limit or is in doubt.
void add_doubts(const LimitedCell& cell, Contender& contender) {
  if (std::ranges::find(cell.lines, Kept::no, &LimitLine::kept) != cell.lines.end()) {
    ++contender.breaks;
    return;
  }
  Doubt gravest = Doubt::trials;  // Doubt begins with the gravest reason
  double needed = 0;
  for (const LimitLine& line : cell.lines) {
    if (line.kept != Kept::open) continue;
    gravest = std::min(gravest, line.doubt);
    needed = std::max(needed, line.trials_needed);
  }
  ++contender.doubts[gravest];
  contender.failed += cell.failed;
  if (gravest == Doubt::trials) contender.trials_needed = std::max(contender.trials_needed, needed);
}

/// The counts of all learners but reference lines, in the order of their first cells.
std::vector<Contender> contenders_of(const LimitedSettings& settings) {
  std::vector<Contender> contenders;
  for (const auto& cells : settings)
    for (const LimitedCell& cell : cells) {
      if (cell.is_reference) continue;
      auto found = std::ranges::find(contenders, cell.learner, &Contender::name);
      if (found == contenders.end()) {
        contenders.push_back({.name = cell.learner, .feedback = cell.traits.feedback});
        found = contenders.end() - 1;
      }
      ++found->settings;
      found->admitted += cell.is_admitted;
      found->least +=
          cell.is_admitted && has_objective(cell) && (cell.least == Least::yes || cell.least == Least::tied);
      if (!cell.is_admitted) add_doubts(cell, *found);
    }
  return contenders;
}

/// The words " in 2 of 3 settings"; "" if the count is that of all settings.
std::string in_settings(std::int64_t count, std::int64_t settings) {
  return settings == 1 || count == settings ? ""
                                            : fmt::format(" in {} of {} settings", grouped(count), grouped(settings));
}

/// The best of the admitted learners with this feedback: "pd-wa in 2 of 3 settings, these trials do not tell which in 1
/// of 3 settings". limits: "it" or "them".
std::string recommended_text(const LimitedSettings& settings, const std::vector<Contender>& contenders,
                             FeedbackModel feedback, const std::string& limits, const std::string& objective) {
  const auto count = std::ssize(settings);
  std::int64_t decided = 0, empty = 0, no_objective = 0;
  for (const auto& cells : settings) {
    const auto has_cell = [&](const auto& holds) {
      return std::ranges::any_of(cells, [&](const LimitedCell& cell) {
        return cell.is_admitted && cell.traits.feedback == feedback && holds(cell);
      });
    };
    const bool is_empty = !has_cell([](const LimitedCell&) { return true; });
    const bool has_no_objective = !is_empty && !has_cell(has_objective);
    decided += !has_no_objective &&
               has_cell([](const LimitedCell& cell) { return cell.least == Least::yes || cell.least == Least::tied; });
    empty += is_empty;
    no_objective += has_no_objective;
  }
  std::vector<std::string> parts;
  for (const Contender& contender : contenders)
    if (contender.feedback == feedback && contender.least > 0)
      parts.push_back(contender.name + in_settings(contender.least, count));
  if (const std::int64_t open = count - decided - empty - no_objective; open > 0)
    parts.push_back(fmt::format("these trials do not tell which{}", in_settings(open, count)));
  if (no_objective > 0)
    parts.push_back(
        fmt::format("no {} to compare{}, as no strategy is feasible", objective, in_settings(no_objective, count)));
  if (empty > 0) parts.push_back(fmt::format("nobody is shown to keep {}{}", limits, in_settings(empty, count)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// The reasons why the learner is not shown to keep the limits in some settings. limits: "it" or "one of them".
std::string doubts_text(const Results& study, const Contender& contender, const std::string& limits,
                        std::int64_t settings) {
  std::vector<std::string> reasons;
  for (const auto& [doubt, count] : contender.doubts) {
    const std::string reason =
        doubt == Doubt::failed  ? counted(contender.failed, "trial") + " failed"
        : doubt == Doubt::above ? "its mean is above " + limits
        : doubt == Doubt::instances
            ? fmt::format("its mean over {} is below, and more trials of the same instances do not help",
                          counted(study.study().instances, "instance"))
        : doubt == Doubt::trials ? trials_text(contender.trials_needed) + " trials would show it"
                                 : std::string(reason_text(doubt));
    reasons.push_back(reason + in_settings(count, settings));
  }
  return fmt::format("{} ({})", contender.name, fmt::join(reasons, "; "));
}

}  // namespace

std::vector<std::string> limit_advice(const Results& study, const LimitedSettings& settings,
                                      const LimitOptions& options) {
  const std::vector<Contender> contenders = contenders_of(settings);
  const auto count = std::ssize(settings);
  const bool single = options.limits.size() == 1;
  const std::string limits = single ? "it" : "them", a_limit = single ? "it" : "one of them";
  const std::string objective(study.quantities().name(options.objective));
  std::vector<std::string> groups, keeping, breaking, doubtful;
  using enum FeedbackModel;
  for (const auto& [feedback, sees] :
       {std::pair(full, "all arms"), std::pair(bandit_losses, "all violations"), std::pair(bandit, "their own arm")}) {
    const auto members = std::ranges::count(contenders, feedback, &Contender::feedback);
    if (members == 0) continue;
    const std::string who = members == std::ssize(contenders) ? "" : fmt::format("among learners that see {}, ", sees);
    groups.push_back(who + recommended_text(settings, contenders, feedback, limits, objective));
  }
  for (const Contender& contender : contenders) {
    if (contender.admitted > 0) keeping.push_back(contender.name + in_settings(contender.admitted, count));
    if (contender.breaks > 0) breaking.push_back(contender.name + in_settings(contender.breaks, count));
    if (!contender.doubts.empty()) doubtful.push_back(doubts_text(study, contender, a_limit, count));
  }
  const auto sentence = [](const std::string& what, const std::vector<std::string>& names, const char* separator) {
    return names.empty() ? std::string() : fmt::format("{}: {}. ", what, fmt::join(names, separator));
  };
  std::vector<std::string> lines = {
      sentence(fmt::format("Recommended for least {} within the limit{}", objective, single ? "" : "s"), groups, "; "),
      sentence("Shown to keep " + limits, keeping, ", ") + sentence("Shown to break " + a_limit, breaking, ", ") +
          sentence("Not shown to keep " + limits, doubtful, ", ")};
  std::erase(lines, "");
  for (std::string& line : lines) line.pop_back();
  return lines;
}

Limit limit_named(const QuantityList& known, const std::string& text) {
  const auto refuse = [&](const std::string& reason) {
    return std::invalid_argument(fmt::format(
        "--subject-to: \"{}\": {}, expected QUANTITY <= NUMBER or QUANTITY <= NUMBER T, such as \"signed_violation <= "
        "0.02 T\"",
        text, reason));
  };
  constexpr std::string_view relation = "<=";
  const std::size_t relation_position = text.find(relation);
  if (relation_position == std::string::npos) throw refuse("it has no <=");
  const std::string name = boost::algorithm::trim_copy(text.substr(0, relation_position));
  std::string number = boost::algorithm::trim_copy(text.substr(relation_position + relation.size()));
  if (name.empty()) throw refuse("it names no quantity");
  Limit limit{.quantity = quantity_named(known, "--subject-to", name)};
  limit.times_horizon = number.ends_with('T');
  if (limit.times_horizon) number = boost::algorithm::trim_copy(number.substr(0, number.size() - 1));
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
      row.push_back(mean_entry(cell.objective));
      row.emplace_back(standing_text(cell));
      for (const LimitLine& line : cell.lines) {
        row.push_back(mean_entry(line));
        row.emplace_back(grouped_text(fmt::format("{:.10g}", line.limit)));
        row.push_back(kept_entry(cell, line));
        row.emplace_back(needs_trials(cell, line) ? trials_text(line.trials_needed) : "");
      }
      table.add_row(std::move(row));
    }
  std::vector<std::string> words;
  if (has_advice) words = limit_advice(study, settings, options);
  const std::string looks = looks_text(study);
  words.push_back(fmt::format(
      "kept: the interval of the mean lies below the limit. least: of those that keep all limits and see the same, "
      "shown to have the least {0}, or tied within 5%. All of it holds with probability {1:g}, but for the interval of "
      "{0}, which is of 95% alone. {2}{3}{4}",
      objective, 1 - options.alpha, unseen_text(study, options.alpha), looks.empty() ? "" : " ", looks));
  return {{.lines = {fmt::format("{}: {} trials per cell, subject to {}{}", study.study().name, trials_each(study),
                                 fmt::join(texts, " and "), per_round_text(study))}},
          {.table = std::move(table)},
          {.lines = std::move(words)}};
}

ValueTable limit_values(const Results& study, const LimitedSettings& settings, const LimitOptions& options,
                        const ChosenCells& cells) {
  ValueTable table = labelled_table(study,
                                    {"quantity", "mean", "low", "high", "limit", "kept", "reason", "trials_needed",
                                     "objective", "objective_mean", "role", "admitted", "least"},
                                    {"quantity"});
  for (const auto& setting : settings)
    for (const LimitedCell& cell : setting)
      for (std::size_t k = 0; k < cell.lines.size() && cells.has(*cell.cell); ++k) {
        const LimitLine& line = cell.lines[k];
        table.add_row(label_fields(*cell.cell), study.quantities().name(options.limits[k].quantity), line.mean,
                      line.interval.low, line.interval.high, line.limit, kept_text(line.kept),
                      line.kept == Kept::open ? reason_text(line.doubt) : "",
                      needs_trials(cell, line) ? line.trials_needed : not_a_number,
                      study.quantities().name(options.objective), cell.objective.mean,
                      cell.is_reference ? "reference" : "rival", cell.is_admitted ? "yes" : "no",
                      cell.is_admitted ? least_text(cell.least) : "");
      }
  return table;
}

}  // namespace regretta
