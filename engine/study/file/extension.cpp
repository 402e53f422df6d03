#include "regretta/engine/study/file/extension.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "regretta/engine/study/blocks/block_bytes.hpp"
#include "regretta/engine/study/file/facts_table.hpp"
#include "regretta/engine/study/file/gone.hpp"
#include "regretta/engine/study/file/learner_names.hpp"
#include "regretta/engine/study/file/stopped.hpp"
#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/engine/study/file/study_schema.hpp"
#include "regretta/engine/study/file/version.hpp"
#include "regretta/engine/study/plan/difference.hpp"
#include "regretta/engine/study/plan/means_digest.hpp"
#include "regretta/engine/study/text/canonical.hpp"

namespace regretta {
namespace {

using nlohmann::ordered_json;

StudyFileError refusal(const Database& database, const std::string& why) {
  return {database.file(), FileFault::mismatch, why};
}

void check_same_version(const Database& database) {
  const std::string& path = database.file();
  if (!has_sound_description(database))
    throw StudyFileError(path, FileFault::damaged, "the description of the study has changed since it was written");
  const std::string written_by = study_value(database, "regretta_version").value_or("?");
  if (written_by != version)
    throw refusal(database, fmt::format("begun by regretta {}, this is {}: results might differ; finish it with {}, "
                                        "or give another --output",
                                        written_by, version, written_by));
}

void check_same_shard(const Database& database, const Shard& shard) {
  const auto stored = study_value(database, "shard");
  if (stored.value_or("1/1") != shard.text()) {
    if (!stored)
      throw refusal(database, fmt::format("holds the whole study, not shard {}; give another --output", shard.text()));
    const std::string asked = shard.is_whole() ? "the whole study" : "shard " + shard.text();
    throw refusal(database, fmt::format("holds shard {} of this study, not {}; give --shard {}, or another --output",
                                        *stored, asked, *stored));
  }
}

/// What cells share a shard: those of a setting, or all trials of a cell.
int division_of(const Study& study) { return !study.stop ? 0 : study.stop->is_of_settings() ? 2 : 1; }

void check_same_division(const Database& database, const Study& stored, const Plan& plan, const Shard& shard) {
  if (!shard.is_whole() && division_of(stored) != division_of(plan.study))
    throw refusal(database,
                  fmt::format("was written when blocks were divided over shards in another way; `regretta merge {} ... "
                              "--partial --output NEW` keeps its trials, and a run of the whole study finishes NEW",
                              database.file()));
}

/// What must stay as it was: all but trials, stop rule, horizons, environments and learners.
ordered_json lasting(ordered_json identity) {
  for (const char* key : {"trials", "stop", "horizon"}) identity["study"].erase(key);
  for (const char* key : {"environment", "learner", "means"}) identity.erase(key);
  return identity;
}

std::vector<std::string> stored_contents(const Database& database) {
  std::vector<std::string> contents;
  Statement rows = database.prepare("SELECT content FROM cell ORDER BY cell");
  while (rows.step()) contents.push_back(rows.text(0));
  return contents;
}

std::string_view setting_of(const std::string& content) {
  return std::string_view(content).substr(0, content.size() / 2);
}

/// Whether the environments of the file, as far as they can be found in the plan, have other means than they had.
bool other_means(const std::vector<std::string>& contents, const std::string& means, const Plan& plan) {
  if (!plan.left_out.empty()) return false;  // settings without a learner have no cells
  std::map<std::string_view, const SharedWork*> planned;
  for (const Cell& cell : plan.cells) planned.emplace(setting_of(cell.content), cell.work.get());
  std::vector<const Adversary*> stored;
  for (std::size_t k = 0; k < contents.size(); ++k) {
    if (k > 0 && setting_of(contents[k]) == setting_of(contents[k - 1])) continue;
    const auto found = planned.find(setting_of(contents[k]));
    if (found == planned.end()) return false;
    std::ranges::copy(found->second->adversaries(), std::back_inserter(stored));
  }
  return means_digest(stored) != means;
}

/// Where the stored cells are in the plan.
std::vector<std::int64_t> places_of(const Database& database, const Study& stored, const Plan& plan,
                                    const StudyFileError& another_study) {
  const std::vector<std::string> contents = stored_contents(database);
  std::vector<std::int64_t> places;
  std::map<std::string_view, std::int64_t> planned;
  for (const Cell& cell : plan.cells) planned.emplace(cell.content, cell.index);
  for (const std::string& content : contents) {
    const auto found = planned.find(content);
    places.push_back(found == planned.end() ? -1 : found->second);
  }
  if (std::ranges::all_of(places, [](std::int64_t place) { return place < 0; }) ||
      other_means(contents, stored.means, plan))
    throw another_study;
  return places;
}

/// Gives blocks of table `block` other numbers of cells: {stored, new} of each. Damage stays visible.
void renumber(const Database& database, const std::vector<std::pair<std::int64_t, std::int64_t>>& cells) {
  for (const auto& [from, to] : cells)  // first out of the way of each other
    database.run("UPDATE block SET cell = ? WHERE cell = ?", -1 - to, from);
  Statement rows = database.prepare("SELECT first_trial FROM block WHERE cell = ?");
  Statement read =
      database.prepare("SELECT trials, origin, checksum, results FROM block WHERE cell = ? AND first_trial = ?");
  Statement write = database.prepare("UPDATE block SET cell = ?, checksum = ? WHERE cell = ? AND first_trial = ?");
  for (const auto& [from, to] : cells) {
    std::vector<std::int64_t> blocks;
    rows.set(1, -1 - to);
    while (rows.step()) blocks.push_back(rows.integer(0));
    rows.reset();
    for (const std::int64_t first : blocks) {
      read.set(1, -1 - to);
      read.set(2, first);
      read.step();
      BlockRange range{from, first, static_cast<int>(read.integer(0))};
      std::string checksum = read.text(2);
      const bool sound = checksum == block_checksum(range, read.integer(1), read.bytes(3));
      range.cell = to;
      if (sound) checksum = block_checksum(range, read.integer(1), read.bytes(3));
      read.reset();
      write.run(to, checksum, -1 - to, first);
    }
  }
}

/// Such as "ucb1, beta = 0.5 in easy, corruption.budget = 100, horizon 1000".
std::vector<std::string> names_of_cells(const Database& database) {
  const StudyReader study(Database(database.file(), Database::Mode::read), StudyReader::Stops::left_out);
  const std::vector<LearnerLabel> learners = learner_labels(study);
  std::vector<std::string> names;
  constexpr std::string_view of_environments = "environment.";
  for (const CellLabel& cell : study.cells()) {
    std::string name =
        fmt::format("{} in {}", learner_text(learners[static_cast<std::size_t>(cell.cell)]), cell.environment);
    for (std::size_t k = 0; k < cell.swept.size(); ++k)
      if (study.swept()[k].starts_with(of_environments) && cell.swept[k].has_value())
        name += fmt::format(", {} = {}", study.swept()[k].substr(of_environments.size()), plain_text(cell.swept[k]));
    names.push_back(fmt::format("{}, horizon {}", name, cell.horizon));
  }
  return names;
}

}  // namespace

std::optional<Extension> extension_to(const Database& database, const Plan& plan, const Shard& shard) {
  check_same_version(database);
  const Study stored = parse_canonical(study_value(database, "study").value_or(""), database.file());
  const ordered_json before = identity_json(stored), now = identity_json(plan.study);
  const auto difference = first_difference(before, now);
  if (!difference) {
    check_same_shard(database, shard);
    check_same_division(database, stored, plan, shard);
    return std::nullopt;
  }
  const auto another_study = [&](const std::string& what) {
    return refusal(database, "holds another study: " + what + "; undo the change, or give another --output");
  };
  if (const auto fixed = first_difference(lasting(before), lasting(now))) throw another_study(*fixed);
  if (before["environment"] == now["environment"] && before["study"]["horizon"] == now["study"]["horizon"] &&
      before["means"] != now["means"])
    throw another_study(first_difference({{"means", before["means"]}}, {{"means", now["means"]}}).value_or(""));
  check_same_shard(database, shard);
  check_same_division(database, stored, plan, shard);
  return Extension{*difference, places_of(database, stored, plan, another_study(*difference))};
}

void extend(const Database& database, const Plan& plan, const Shard& shard, const Extension& extension) {
  const std::vector<std::string> names = names_of_cells(database);
  const std::vector<std::int64_t>& places = extension.places;
  const Study before = parse_canonical(study_value(database, "study").value_or(""), database.file());

  Transaction transaction(database);
  std::vector<std::pair<std::int64_t, std::int64_t>> moved;
  for (std::int64_t cell = 0; cell < std::ssize(places); ++cell) {
    const auto k = static_cast<std::size_t>(cell);
    if (places[k] < 0) set_aside(database, cell, 0, names[k]);
    if (places[k] >= 0 && places[k] != cell) moved.emplace_back(cell, places[k]);
  }
  renumber(database, moved);
  drop_facts(database);
  forget_stops(database, plan.study.stop.has_value());
  replace_description(database, plan, shard);
  if (plan.study.trials < before.trials)
    for (const Cell& cell : plan.cells)
      set_aside(database, cell.index, plan.study.trials, fmt::format("trials from {} on", plan.study.trials));
  bring_back(database, plan);
  if (plan.study.trials != before.trials) set_study_value(database, "trials_before", fmt::format("{}", before.trials));
  transaction.commit();
}

}  // namespace regretta
