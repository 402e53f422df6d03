#include "regretta/engine/evidence/regression/changes.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

#include "regretta/engine/evidence/regression/baseline.hpp"
#include "regretta/engine/evidence/statistics/distributions.hpp"
#include "regretta/engine/evidence/tables/facts.hpp"
#include "regretta/engine/plugin/parameters.hpp"

namespace regretta {
namespace {

/// Change::least_detectable, for a standard error with `degrees` degrees of freedom.
double least_detectable(double se, double degrees, double alpha) {
  constexpr double power = 0.8;
  if (!(se > 0)) return not_a_number;
  return (student_beyond(alpha / 2, degrees) + student_beyond(1 - power, degrees)) * se;
}

/// Sets all members of `change` except `paired`, which must be set, and `same_values`.
void estimate(const std::vector<double>& before, const std::vector<double>& now, const Family& family, Change& change) {
  const MeanMoments moments = change.paired ? moments_of_differences(differences_of(now, before))
                                            : difference_of(moments_of(now), moments_of(before));
  change.old_trials = std::ssize(before);
  change.new_trials = std::ssize(now);
  change.old_mean = moments_of(before).mean;
  change.new_mean = moments_of(now).mean;
  change.difference = evidence_of(moments, {-infinity, infinity}, family);
  change.least_detectable = least_detectable(change.difference.se, moments.degrees, family.per_line());
}

std::vector<double> without_nan(std::vector<double> values) {
  std::erase_if(values, [](double x) { return std::isnan(x); });
  return values;
}

bool all_equal(const std::vector<double>& values, double x) {
  return std::ranges::all_of(values, [x](double y) { return y == x; });
}

/// One value per trial: 1 if it failed, 0 if not, NaN if it is not saved.
std::vector<double> failures(const RecordedCell& cell) {
  std::vector<double> values;
  for (const std::string& hash : cell.trial_hashes) values.push_back(hash.empty() ? not_a_number : 0);
  for (const std::int64_t trial : cell.failed) values.at(static_cast<std::size_t>(trial)) = 1;
  return values;
}

const std::vector<double>& values_of(const RecordedStudy& study, const RecordedCell& cell,
                                     const std::string& quantity) {
  const auto found = cell.values.find(quantity);
  if (found != cell.values.end()) return found->second;
  throw std::invalid_argument(fmt::format(
      "{}: no values of {} are recorded, expected a quantity that is recorded for both studies", study.file, quantity));
}

ChangeVerdict verdict_of(const ChangeLine& line, const ChangesOptions& options) {
  using enum ChangeVerdict;
  if (line.change.same_values) return same_values;
  return line.change.difference.p <= options.alpha ? changed : not_separated;
}

void test_lines(const std::vector<MatchedCells::Pair>& cells, const ChangesOptions& options, Changes& changes) {
  struct Values {
    std::vector<double> before{}, now{};
  };
  std::vector<Values> values;  // one per line
  const std::vector<std::string>& quantities =
      options.quantities.empty() ? changes.before.quantities : options.quantities;
  using Hashes = std::vector<std::string>;
  std::set<std::pair<Hashes, Hashes>> tested;  // cells with equal hashes have equal trials, and would give equal lines
  for (const auto& pair : cells) {
    const auto& [before, now] = pair;
    if (before->trials > 0 && !tested.emplace(before->hashes, now->hashes).second) {
      ++changes.repeated;
      continue;
    }
    const auto add = [&](std::string metric, Values line_values) {
      changes.lines.push_back({.before = pair.before, .now = pair.now, .metric = std::move(metric)});
      values.push_back(std::move(line_values));
    };
    for (const std::string& quantity : quantities)
      add(quantity, {values_of(changes.before, *before, quantity), values_of(changes.now, *now, quantity)});
    if (!before->failed.empty() || !now->failed.empty()) add("failed", {failures(*before), failures(*now)});
  }
  const Family family{.alpha = options.alpha, .lines = static_cast<double>(changes.lines.size())};
  for (std::size_t k = 0; k < values.size(); ++k) {
    auto& [before, now] = values[k];
    for (const auto& [study, list] : {std::pair(&changes.before, &before), std::pair(&changes.now, &now)})
      if (study->instances() > 1) *list = means_by_instance(*list, study->instances());
    ChangeLine& line = changes.lines[k];
    line.change = changes.paired ? paired_change(before, now, family) : independent_change(before, now, family);
    line.verdict = verdict_of(line, options);
  }
}

/// The first cell, or the first number of trials, that the studies do not share; "" if there is none.
std::string describe_unmatched(const Changes& changes) {
  if (!changes.cells.only_old.empty())
    return fmt::format("{} is missing from the new study", cell_name(changes.before, *changes.cells.only_old.front()));
  if (!changes.cells.only_new.empty())
    return fmt::format("{} is missing from the old study", cell_name(changes.now, *changes.cells.only_new.front()));
  for (const auto& [before, now] : changes.cells.pairs)
    if (before->trials != now->trials)
      return fmt::format("{} had {} trials and now has {}", cell_name(changes.now, *now), before->trials, now->trials);
  return "";
}

/// A note if the seeds differ and the environments draw their means from the seed: they are the same, but not the
/// digest of their means.
std::string note_of(const Changes& changes) {
  const auto& before = changes.before.resolved;
  const auto& now = changes.now.resolved;
  const auto same = [&](const char* key) {
    return before.value(key, nlohmann::ordered_json()) == now.value(key, nlohmann::ordered_json());
  };
  if (changes.before.seed == changes.now.seed || same("means") || !same("environment")) return "";
  return "the seeds differ, and the environments draw their means from the seed: a difference may come from these "
         "means";
}

}  // namespace

Change paired_change(const std::vector<double>& old_values, const std::vector<double>& new_values,
                     const Family& family) {
  std::vector<double> before, now;
  for (std::size_t k = 0; k < std::min(old_values.size(), new_values.size()); ++k) {
    if (std::isnan(old_values[k]) || std::isnan(new_values[k])) continue;
    before.push_back(old_values[k]);
    now.push_back(new_values[k]);
  }
  Change change{.paired = true, .same_values = !now.empty() && before == now};
  estimate(before, now, family, change);
  return change;
}

Change independent_change(const std::vector<double>& old_values, const std::vector<double>& new_values,
                          const Family& family) {
  const std::vector<double> before = without_nan(old_values), now = without_nan(new_values);
  Change change{.same_values =
                    !before.empty() && !now.empty() && all_equal(before, now.front()) && all_equal(now, now.front())};
  estimate(before, now, family, change);
  return change;
}

std::string_view verdict_text(ChangeVerdict verdict) {
  using enum ChangeVerdict;
  static constexpr Choice words = choice_of<ChangeVerdict>(
      {{same_values, "the same values"}, {not_separated, "not separated"}, {changed, "changed"}});
  return words.word_of(verdict);
}

bool Changes::alarm() const {
  return bits_differ() || std::ranges::find(lines, ChangeVerdict::changed, &ChangeLine::verdict) != lines.end();
}

Changes compare_studies(RecordedStudy before, RecordedStudy now, const ChangesOptions& options) {
  Changes changes{.before = std::move(before), .now = std::move(now)};
  changes.cells = match_cells(changes.before, changes.now);
  if (changes.cells.pairs.empty())
    throw std::invalid_argument(
        fmt::format("{} and {} have no cell in common, expected some of the same learner, environment, horizon and "
                    "swept parameters",
                    changes.before.file, changes.now.file));
  if (options.exact) changes.unmatched = describe_unmatched(changes);
  std::vector<MatchedCells::Pair> same, changed;
  for (const MatchedCells::Pair& pair : changes.cells.pairs) {
    const std::vector<std::string> plugins = options.exact ? std::vector<std::string>{} : changed_plugins(pair);
    changes.plugins.insert(plugins.begin(), plugins.end());
    (plugins.empty() ? same : changed).push_back(pair);
  }
  if (!options.exact) changes.why_bits_differ = why_bits_may_differ(changes.before, changes.now, same);
  if (changes.why_bits_differ) {
    changes.plugins.clear();
    changed.clear();
    same = changes.cells.pairs;
  }
  changes.bits = different_bits(changes.now, same);
  changes.bits_of_changed = different_bits(changes.now, changed);
  changes.paired = changes.before.seed == changes.now.seed && changes.before.instances() == changes.now.instances();
  changes.note = note_of(changes);
  const auto& tested = changes.why_bits_differ || changes.bits.trials > 0 ? changes.cells.pairs : changed;
  if (!tested.empty()) test_lines(tested, options, changes);
  return changes;
}

Changes compare_files(const std::string& before, const std::string& now, const ChangesOptions& options) {
  RecordedStudy older = read_record(before, options.quantities);
  RecordedStudy newer = read_record(now, options.quantities.empty() ? older.quantities : options.quantities);
  return compare_studies(std::move(older), std::move(newer), options);
}

}  // namespace regretta
