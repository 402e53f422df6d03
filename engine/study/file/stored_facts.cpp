#include "regretta/engine/study/file/stored_facts.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <string>

#include <fmt/format.h>

#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/file/database.hpp"
#include "regretta/engine/study/file/stored_json.hpp"
#include "regretta/engine/study/file/study_schema.hpp"

namespace regretta {
namespace {

constexpr const char* traits_key = "learner_traits";

nlohmann::json json_of(const LearnerTraits& traits) {
  return {{"feedback", text_of(traits.feedback)},
          {"has_prior_knowledge", traits.has_prior_knowledge},
          {"ignores_constraints", traits.ignores_constraints},
          {"draws", traits.draws},
          {"follows_nothing", traits.ignores_feedback}};
}

LearnerTraits traits_of(const nlohmann::json& json) {
  const auto* model = std::ranges::find(feedback_models, json.at("feedback").get<std::string>(), text_of);
  if (model == feedback_models.end()) throw nlohmann::json::other_error::create(500, "unknown feedback", nullptr);
  return {.feedback = *model,
          .has_prior_knowledge = json.at("has_prior_knowledge").get<bool>(),
          .ignores_constraints = json.at("ignores_constraints").get<bool>(),
          .draws = json.at("draws").get<bool>(),
          .ignores_feedback = json.at("follows_nothing").get<bool>()};
}

}  // namespace

void store_traits(const Database& database, const Plan& plan) {
  nlohmann::json learners = nlohmann::json::object();
  for (const Cell& cell : plan.cells)
    learners[hash_text(cell.content->parts[1]->hash)] = json_of(cell.bound_learner.traits);
  const std::string checksum = text_checksum(learners.dump());
  const std::string text = nlohmann::json{{"checksum", checksum}, {"learners", std::move(learners)}}.dump();
  if (study_value(database, traits_key) != text) set_study_value(database, traits_key, text);
}

std::vector<LearnerTraits> stored_traits(const StudyReader& study) {
  const std::string text = study.value(traits_key);
  const auto damaged = [&] {
    return StudyFileError(study.database().file(), FileFault::damaged,
                          "the traits of its learners have changed since they were written");
  };
  const nlohmann::json stored = stored_json(study.database().file(), traits_key, text);
  std::vector<LearnerTraits> traits;
  try {
    const nlohmann::json& learners = stored.at("learners");
    if (stored.at("checksum").get<std::string>() != text_checksum(learners.dump())) throw damaged();
    std::map<std::string, LearnerTraits> traits_by_content;
    for (const auto& [content, json] : learners.items()) traits_by_content[content] = traits_of(json);
    for (const CellLabel& cell : study.cells()) {
      const auto found = traits_by_content.find(hash_text(cell.learner_content));
      if (found == traits_by_content.end()) throw damaged();
      traits.push_back(found->second);
    }
  } catch (const nlohmann::json::exception&) {
    throw damaged();
  }
  return traits;
}

void store_facts(const Database& database, const CellLabel& cell, const FactsRow& row) {
  const std::span<const std::byte> bytes(row.bytes);
  database.run("INSERT OR REPLACE INTO facts VALUES (?, ?, ?, ?, ?)", cell.content, cell.first_trial, row.trials,
               block_checksum(cell.content, cell.first_trial, row.trials, bytes), bytes);
}

void forget_facts(const Database& database, const CellLabel& cell) {
  database.run("DELETE FROM facts WHERE content = ? AND first_trial = ?", cell.content, cell.first_trial);
}

FactsReader::FactsReader(const Database& database)
    : file_(database.file()),
      rows_(database.prepare("SELECT trials, checksum, facts FROM facts WHERE content = ? AND first_trial = ? AND "
                             "trials IN (?, 0) ORDER BY trials DESC LIMIT 1")) {}

std::optional<FactsRow> FactsReader::row(const CellLabel& cell) {
  rows_.reset();  // the previous call may have thrown
  rows_.set(1, cell.content);
  rows_.set(2, cell.first_trial);
  rows_.set(3, cell.trials);
  if (!rows_.step()) return std::nullopt;
  const std::span<const std::byte> bytes = rows_.bytes(2);
  if (block_checksum(cell.content, cell.first_trial, rows_.integer(0), bytes) != rows_.text(1))
    throw StudyFileError(file_, FileFault::damaged,
                         fmt::format("the facts of cell {} have changed since they were written", cell.cell));
  FactsRow row{rows_.integer(0), {bytes.begin(), bytes.end()}};
  rows_.reset();  // an open statement would keep a writer from truncating its log
  return row;
}

bool has_facts(const StudyReader& study) {
  Statement row = study.database().prepare("SELECT 1 FROM facts WHERE content = ? AND first_trial = ? AND trials = ?");
  return std::ranges::all_of(study.cells(), [&](const CellLabel& cell) {
    row.reset();
    row.set(1, cell.content);
    row.set(2, cell.first_trial);
    row.set(3, study.saved_trials(cell) == cell.trials ? cell.trials : 0);  // a shard's file lacks trials
    return row.step();
  });
}

}  // namespace regretta
