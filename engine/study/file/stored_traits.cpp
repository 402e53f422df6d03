#include "regretta/engine/study/file/stored_traits.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "regretta/engine/study/blocks/block_bytes.hpp"
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
          {"follows_nothing", traits.follows_nothing}};
}

LearnerTraits traits_of(const nlohmann::json& json) {
  using enum FeedbackModel;
  constexpr std::array models = {full, bandit_losses, bandit};
  const auto* model = std::ranges::find(models, json.at("feedback").get<std::string>(), text_of);
  if (model == models.end()) throw nlohmann::json::other_error::create(500, "unknown feedback", nullptr);
  return {.feedback = *model,
          .has_prior_knowledge = json.at("has_prior_knowledge").get<bool>(),
          .ignores_constraints = json.at("ignores_constraints").get<bool>(),
          .draws = json.at("draws").get<bool>(),
          .follows_nothing = json.at("follows_nothing").get<bool>()};
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
    std::map<std::string, LearnerTraits> known;
    for (const auto& [content, json] : learners.items()) known[content] = traits_of(json);
    for (const CellLabel& cell : study.cells()) {
      const auto found = known.find(hash_text(cell.learner_content));
      if (found == known.end()) throw damaged();
      traits.push_back(found->second);
    }
  } catch (const nlohmann::json::exception&) {
    throw damaged();
  }
  return traits;
}

}  // namespace regretta
