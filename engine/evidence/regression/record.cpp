#include "regretta/engine/evidence/regression/record.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/nearest_name.hpp"
#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/file/study_schema.hpp"
#include "regretta/engine/study/maintenance/digest.hpp"
#include "regretta/engine/study/text/canonical.hpp"

namespace regretta {
namespace {

/// The first 32 bits of a checksum: it misses one change in 4 billion. That is enough to locate the first changed trial
/// of a cell; whether the cell has changed follows from its digest.
std::string short_hash(const std::vector<std::byte>& bytes) {
  return text_checksum({reinterpret_cast<const char*>(bytes.data()), bytes.size()}).substr(0, 8);
}

void append(std::vector<std::byte>& bytes, double x) {
  const auto* first = reinterpret_cast<const std::byte*>(&x);
  bytes.insert(bytes.end(), first, first + sizeof x);
}

/// Collects the trials of one cell.
class CellRecorder {
 public:
  CellRecorder(const RecordOptions& options, const QuantityList& known, RecordedCell& cell)
      : options_(options), cell_(cell), bytes_(known.size() + 1) {
    for (const std::string& name : options.quantities)
      values_.emplace_back(known.find(name).value(), &cell_.values[name]);
  }

  void add(const TrialResult& trial) {
    if (trial.trial >= options_.most_trials) return;
    const auto size = static_cast<std::size_t>(trial.trial) + 1;
    cell_.trial_hashes.resize(size);  // trials arrive in ascending order; missing ones keep an empty hash
    std::vector<std::byte> bytes;
    append_trial(bytes, trial);
    append_curve(bytes, trial);
    cell_.trial_hashes.back() = short_hash(bytes);
    if (trial.failure) cell_.failed.push_back(trial.trial);
    for (auto& [quantity, values] : values_) {
      values->resize(size, not_a_number);
      values->back() = trial[quantity];
    }
    for (std::size_t q = 0; q < trial.quantities.size(); ++q) append(bytes_[q], trial.quantities[q]);
    append_curve(bytes_.back(), trial);
  }

  void finish() { std::ranges::transform(bytes_, std::back_inserter(cell_.hashes), short_hash); }

 private:
  const RecordOptions& options_;
  RecordedCell& cell_;
  std::vector<std::pair<Quantity, std::vector<double>*>> values_;
  std::vector<std::vector<std::byte>>
      bytes_;  ///< all values of each quantity, in order of trials; last, those of the curves
};

/// The key of a cell; cells with equal keys match (MatchedCells).
std::string key_of(const RecordedStudy& study, const CellLabel& label) {
  nlohmann::json key = {label.learner, label.learner_name, label.environment, label.environment_kind,
                        label.horizon, label.arms,         label.constraints, nlohmann::json::object()};
  for (std::size_t k = 0; k < label.swept.size(); ++k)
    if (label.swept[k].has_value()) key.back()[study.swept[k]] = plain_text(label.swept[k]);
  return key.dump();
}

/// Erases the parameters of the plugins in a section of a resolved study that occur in none of `cells`. Returns whether
/// there are such plugins.
bool drop_unused_parameters(nlohmann::ordered_json& resolved, const char* section, std::string CellLabel::*kind,
                            std::string CellLabel::*name, const std::vector<MatchedCells::Pair>& cells) {
  bool any_dropped = false;
  if (!resolved.contains(section)) return any_dropped;
  for (auto& plugin : resolved[section]) {
    const auto has = [&](const char* key, const std::string& text) {
      return plugin.contains(key) && plugin[key] == text;
    };
    const auto is_used_by = [&](const MatchedCells::Pair& cell) {
      return has("kind", cell.now->label.*kind) && has("name", cell.now->label.*name);
    };
    if (!plugin.is_object() || std::ranges::any_of(cells, is_used_by)) continue;
    plugin.erase("parameters");
    any_dropped = true;
  }
  return any_dropped;
}

/// The part of a resolved study on which the bits of these cells' trials depend. Learners and environments that occur
/// in none of `cells` keep their kind and name, but lose their parameters.
nlohmann::ordered_json identity_of(nlohmann::ordered_json resolved, const std::vector<MatchedCells::Pair>& cells) {
  if (resolved.contains("study") && resolved["study"].is_object())
    for (const char* key : {"name", "trials"}) resolved["study"].erase(key);
  drop_unused_parameters(resolved, "learner", &CellLabel::learner, &CellLabel::learner_name, cells);
  // "means" is one hash of the means of all environments, and so changes with environments that are not compared.
  if (drop_unused_parameters(resolved, "environment", &CellLabel::environment_kind, &CellLabel::environment, cells))
    resolved.erase("means");
  return resolved;
}

/// The first difference between a trial of `before` and the same trial of `now`, as far as the records show it.
std::string describe_difference(const RecordedStudy& study, const RecordedCell& before, const RecordedCell& now,
                                std::size_t trial) {
  const auto fails = [trial](const RecordedCell& cell) {
    return std::ranges::binary_search(cell.failed, static_cast<std::int64_t>(trial));
  };
  if (fails(before) != fails(now)) return fails(now) ? "did not fail, and now it does" : "failed, and now it does not";
  for (const auto& [quantity, values] : before.values) {
    const auto new_values = now.values.find(quantity);
    if (new_values == now.values.end()) continue;
    const std::string was = fmt::format("{}", values[trial]), is = fmt::format("{}", new_values->second[trial]);
    if (was != is) return fmt::format("{} was {} and is now {}", quantity, was, is);
  }
  // The hash of a quantity covers all recorded trials, so it cannot tell which of them has changed.
  std::vector<std::string> changed;
  std::vector<std::string> parts = study.all_quantities();
  parts.emplace_back("the curves");
  const bool comparable = before.trial_hashes.size() == now.trial_hashes.size() &&
                          before.hashes.size() == parts.size() && now.hashes.size() == parts.size();
  for (std::size_t q = 0; comparable && q < parts.size(); ++q)
    if (before.hashes[q] != now.hashes[q]) changed.push_back(parts[q]);
  return changed.empty() ? "the difference is in a curve, in a failure, or in a quantity whose values are not recorded"
                         : fmt::format("changed, in this trial or a later one: {}", fmt::join(changed, ", "));
}

}  // namespace

std::vector<std::string> RecordedStudy::all_quantities() const {
  std::vector<std::string> names(quantity_names.begin(), quantity_names.end());
  if (resolved.contains("measure"))
    for (const auto& measure : resolved.at("measure")) names.push_back(measure.at("name").get<std::string>());
  return names;
}

std::int64_t RecordedStudy::instances() const {
  return resolved.contains("study") ? resolved.at("study").value("instances", std::int64_t{1}) : 1;
}

RecordedStudy record_study(const Results& study, const RecordOptions& options) {
  for (const std::string& name : options.quantities)
    if (!study.quantities().find(name))
      throw std::invalid_argument(
          fmt::format("{}: no quantity \"{}\"{}", study.database().file(), name,
                      expected_instead(name, study.quantities().names(), "regretta list quantities")));
  RecordedStudy record{.file = study.database().file(),
                       .name = study.study().name,
                       .version = study.version(),
                       .trials = study.trials(),
                       .planned = planned_trials(study.layout()),
                       .swept = study.swept(),
                       .quantities = options.quantities};
  record.resolved = identity_json(study.study());
  record.seed = study.study().seed;
  record.engine = study.value("engine");
  const StudyDigest digests = digest_of(study, [&](const CellLabel& label, const CellDigest& digest) {
    record.cells.push_back({.label = label, .trials = digest.trials, .digest = digest.digest});
    record.cells.back().label.checkpoints.clear();  // only the hash of the curves is recorded
    record.cells.back().plugins = stored_codes(study.database(), label.content);
  });
  record.digest = digests.digest;
  record.saved = digests.trials;
  for (RecordedCell& cell : record.cells) {
    const CellLabel& label = study.cells()[static_cast<std::size_t>(cell.label.cell)];
    CellRecorder recorder(options, study.quantities(), cell);
    study.for_each_block(label, [&](const BlockResult& block) {
      for (const TrialResult& trial : block.trials) recorder.add(trial);
    });
    recorder.finish();
  }
  return record;
}

MatchedCells match_cells(const RecordedStudy& before, const RecordedStudy& now) {
  std::map<std::string, std::vector<const RecordedCell*>> unmatched;  // new cells by key, in reverse for pop_back()
  for (auto cell = now.cells.rbegin(); cell != now.cells.rend(); ++cell)
    unmatched[key_of(now, cell->label)].push_back(&*cell);
  MatchedCells matched;
  for (const RecordedCell& cell : before.cells) {
    auto& candidates = unmatched[key_of(before, cell.label)];
    if (candidates.empty()) {
      matched.only_old.push_back(&cell);
    } else {
      matched.pairs.push_back({&cell, candidates.back()});
      candidates.pop_back();
    }
  }
  for (const auto& [key, rest] : unmatched) matched.only_new.insert(matched.only_new.end(), rest.begin(), rest.end());
  std::ranges::sort(matched.only_new, {}, [](const RecordedCell* cell) { return cell->label.cell; });
  return matched;
}

std::optional<std::string> why_bits_may_differ(const RecordedStudy& before, const RecordedStudy& now,
                                               const std::vector<MatchedCells::Pair>& cells) {
  if (before.version != now.version)
    return fmt::format("computed by regretta {}, and now by {}", before.version, now.version);
  return first_difference(identity_of(before.resolved, cells), identity_of(now.resolved, cells));
}

std::vector<std::string> changed_plugins(const MatchedCells::Pair& cell) {
  std::vector<std::string> changed;
  if (cell.before->trials == 0 || cell.now->trials == 0) return changed;  // no hash is known before a trial is saved
  const auto &before = cell.before->plugins, &now = cell.now->plugins;
  for (const auto& [plugin, hash] : before)
    if (const auto found = now.find(plugin); found == now.end() || found->second != hash) changed.push_back(plugin);
  for (const auto& [plugin, hash] : now)
    if (!before.contains(plugin)) changed.push_back(plugin);
  return changed;
}

DifferentBits different_bits(const RecordedStudy& now, const std::vector<MatchedCells::Pair>& cells) {
  DifferentBits result;
  result.compared_cells = std::ssize(cells);
  for (const auto& [before, after] : cells) {
    std::int64_t trials = 0;
    std::string first;
    for (std::size_t k = 0; k < std::min(before->trial_hashes.size(), after->trial_hashes.size()); ++k) {
      const std::string &was = before->trial_hashes[k], &is = after->trial_hashes[k];
      if (was.empty() || is.empty()) continue;
      ++result.compared_trials;
      if (was == is) continue;
      if (trials++ == 0) first = fmt::format("trial {}: {}", k, describe_difference(now, *before, *after, k));
    }
    if (trials == 0 && before->trials == after->trials && before->label.cell == after->label.cell &&
        before->digest != after->digest) {
      trials = 1;  // the number is unknown, but not 0
      first = "the digest differs, in trials beyond the recorded ones";
    }
    result.trials += trials;
    result.cells += trials > 0;
    if (result.first.empty() && trials > 0) result.first = fmt::format("{}: {}", cell_name(now, *after), first);
  }
  return result;
}

std::string cell_name(const RecordedStudy& study, const RecordedCell& cell) {
  const CellLabel& label = cell.label;
  std::string text = fmt::format("cell {} ({} in {}", label.cell, label.learner_name, label.environment);
  for (std::size_t k = 0; k < label.swept.size(); ++k)
    if (label.swept[k].has_value()) text += fmt::format(", {} = {}", study.swept[k], to_text(label.swept[k]));
  return text + fmt::format(", T = {})", label.horizon);
}

}  // namespace regretta
