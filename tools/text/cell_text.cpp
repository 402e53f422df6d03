#include "regretta/tools/text/cell_text.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/stopping.hpp"
#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/study/file/learner_names.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

/// The number of saved trials of each cell.
std::vector<std::int64_t> saved_trials(const StudyReader& study) {
  std::vector<std::int64_t> saved;
  for (const CellLabel& cell : study.cells()) saved.push_back(study.saved_trials(cell));
  return saved;
}

}  // namespace

std::string cell_text(const StudyReader& study, const CellLabel& cell) {
  std::string text = fmt::format("{} in {}", cell.learner_name, cell.environment);
  for (std::size_t k = 0; k < cell.swept.size(); ++k)
    if (cell.swept[k].has_value()) text += fmt::format(", {} = {}", study.swept()[k], plain_text(cell.swept[k]));
  return text;
}

void add_swept_columns(const std::vector<std::string>& swept, TextTable& table) {
  const auto last = [](const std::string& name) { return name.substr(name.find_last_of('.') + 1); };
  for (const std::string& name : swept) {
    const bool is_shared = std::ranges::count(swept, last(name), last) > 1 || last(name) == "kind";
    table.add_column(is_shared ? name.substr(name.find('.') + 1) : last(name), TextTable::Align::right, Use::key, name);
  }
}

void add_label_columns(const std::vector<std::string>& swept, TextTable& table) {
  using Align = TextTable::Align;
  table.add_column("cell", Align::right, Use::number);
  table.add_column("learner", Align::left, Use::key);
  table.add_column("environment", Align::left, Use::key);
  add_swept_columns(swept, table);
  table.add_column("horizon", Align::right, Use::key);
}

std::vector<ShownEntry> label_entries(const CellLabel& cell) {
  std::vector<ShownEntry> row = {fmt::format("{}", cell.cell), cell.learner_name, cell.environment};
  for (const Value& value : cell.swept) row.emplace_back(plain_text(value));
  row.emplace_back(grouped(cell.horizon));
  return row;
}

ShownEntry mean_entry(double mean, const Interval& interval, bool is_exact) {
  if (is_exact) return exactly(mean);
  const IntervalText parts = interval_parts(mean, interval);
  return {parts.mean, parts.half_width};
}

std::int64_t fewest_trials(const StudyReader& study) {
  std::vector<std::int64_t> saved = saved_trials(study);
  std::erase(saved, 0);
  return saved.empty() ? 0 : std::ranges::min(saved);
}

std::string unseen_text(const StudyReader& study, double alpha) {
  const std::int64_t instances = study.study().instances, values = instances > 1 ? instances : fewest_trials(study);
  std::string text = fmt::format("{} can miss what happens in fewer than 1 of {}",
                                 counted(values, instances > 1 ? "instance" : "trial"),
                                 grouped(std::max<std::int64_t>(2, values / 3)));  // rule of three
  constexpr double usual = 0.05;
  if (alpha < usual && alpha * static_cast<double>(values) < 3)
    text += fmt::format("; they are too few for an error rate of {:g}", alpha);
  return text + ".";
}

std::string looks_text(const Results& study) {
  if (!study.has_stop_rule()) return "";
  return fmt::format("All of it allows for the {:g} looks of the stop rule.", number_of_looks(study));
}

std::string per_round_text(const Results& study) {
  return study.is_per_round() ? "; sums over rounds are divided by T: losses and constraint units per round" : "";
}

std::string trials_each(const StudyReader& study) {
  const std::string planned = (study.has_stop_rule() ? "at most " : "") + grouped(study.trials());
  const std::vector<std::int64_t> saved = saved_trials(study);
  const bool has_all = std::ranges::all_of(study.cells(), [&](const CellLabel& cell) {
    return saved[static_cast<std::size_t>(cell.cell)] == study.layout().trials(cell.cell);
  });
  if (has_all) return planned;
  const auto [least, most] = std::ranges::minmax(saved);
  return fmt::format("{}{} of {}", least == most ? "" : grouped(least) + " to ", grouped(most), planned);
}

const CellLabel& cell_of(const StudyReader& study, std::string_view option, std::int64_t cell) {
  const auto found = std::ranges::find(study.cells(), cell, &CellLabel::cell);
  if (found != study.cells().end()) return *found;
  throw std::invalid_argument(fmt::format("{}: no cell {}, expected 0 to {} (regretta show lists them)", option, cell,
                                          std::ssize(study.cells()) - 1));
}

Quantity quantity_named(const QuantityList& known, const std::string& option, const std::string& name) {
  if (const auto quantity = known.find(name)) return *quantity;
  throw std::invalid_argument(fmt::format("{}: no quantity \"{}\"{}", option, name,
                                          expected_instead(name, known.names(), "regretta list quantities")));
}

std::vector<Quantity> quantities_of(const QuantityList& known, const std::string& option,
                                    const std::vector<std::string>& names) {
  std::vector<Quantity> quantities;
  for (const std::string& name : names) quantities.push_back(quantity_named(known, option, name));
  return quantities;
}

Quantity metric_named(const QuantityList& known, const std::string& name) {
  const Quantity quantity = quantity_named(known, "--metric", name);
  if (known[quantity].less_is_better) return quantity;
  throw std::invalid_argument(fmt::format(
      "--metric: less {} is not better, expected a regret or a violation, such as regret or violation", name));
}

std::vector<bool> baseline_cells(const StudyReader& study, const std::string& wanted) {
  const std::vector<LearnerLabel> labels = learner_labels(study);
  if (!wanted.empty()) {
    try {
      return cells_with(labels, wanted);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(fmt::format("--baseline: {}", error.what()));
    }
  }
  std::vector<bool> is_baseline;
  for (const LearnerLabel& label : labels)
    is_baseline.push_back(label.name == labels[0].name && label.parameters == labels[0].parameters);
  return is_baseline;
}

namespace {

/// A number of trials, rounded up to two digits.
std::string rounded_up(double trials) {
  const double unit = std::pow(10, std::max(0.0, std::floor(std::log10(trials)) - 1));
  return grouped(static_cast<std::int64_t>(std::ceil(trials / unit) * unit));
}

}  // namespace

std::string stops_text(const Results& study) {
  constexpr double most_trials = 1e12;  // larger estimates are not printed
  const std::optional<StopRule>& rule = study.study().stop;
  if (!rule) return "";
  std::int64_t units = 0, decided = 0;  // cells or settings, and those whose questions are all answered
  std::int64_t questions = 0, open = 0, ties = 0;
  std::int64_t answerable = 0;  // open questions with an estimate of the trials they need
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
      if (look.needed > most_trials) continue;
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
  return text + fmt::format(": about {} trials per cell answer {} (--most-trials)", rounded_up(needed),
                            answerable == open ? "them" : grouped(answerable) + " of them");
}

}  // namespace regretta
