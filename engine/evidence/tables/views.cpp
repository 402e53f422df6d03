#include "regretta/engine/evidence/tables/views.hpp"

#include "regretta/engine/study/blocks/block_bytes.hpp"
#include "regretta/engine/study/file/stored_json.hpp"
#include "regretta/engine/study/file/study_schema.hpp"
#include "regretta/engine/study/plan/alike.hpp"

namespace regretta {
namespace {

constexpr const char* views_key = "views";

nlohmann::json json_of(const LearnerView& view) {
  nlohmann::json json = {{"told", view.is_told},
                         {"ignores_violations", view.ignores_violations},
                         {"follows_nothing", view.follows_nothing},
                         {"draws", view.draws}};
  if (view.sees) json["sees"] = text_of(*view.sees);
  return json;
}

LearnerView view_of(const nlohmann::json& json) {
  LearnerView view{.is_told = json.at("told").get<bool>(),
                   .ignores_violations = json.at("ignores_violations").get<bool>(),
                   .follows_nothing = json.at("follows_nothing").get<bool>(),
                   .draws = json.at("draws").get<bool>()};
  using enum FeedbackModel;
  for (const FeedbackModel model : {full, bandit_losses, bandit})
    if (json.value("sees", "") == text_of(model)) view.sees = model;
  return view;
}

}  // namespace

const LearnerView& ObservedViews::add(const Cell& cell) {
  const std::string content = learner_content(cell.content);
  if (!views_.contains(content)) views_[content] = observed_view(cell.bound_learner, cell.problem());
  return views_[content];
}

void ObservedViews::store(const Database& database) const {
  nlohmann::json all = nlohmann::json::object();
  for (const auto& [content, view] : views_) all[content] = json_of(view);
  const std::string checksum = text_checksum(all.dump());
  set_study_value(database, views_key, nlohmann::json{{"checksum", checksum}, {"learners", std::move(all)}}.dump());
}

std::vector<LearnerView> views_of(const StudyReader& study) {
  std::vector<LearnerView> views(study.cells().size());
  const std::string text = study.value(views_key);
  if (text.empty()) return views;
  const std::string& file = study.database().file();
  const auto damaged = [&](const char* how) { return StudyFileError(file, FileFault::damaged, how); };
  const nlohmann::json stored = stored_json(file, views_key, text);
  if (!stored.is_object()) throw damaged("its views cannot be read");
  std::map<std::string, LearnerView> known;
  try {
    const bool has_checksum = stored.contains("learners");  // files of earlier builds have only the views
    const nlohmann::json& all = has_checksum ? stored.at("learners") : stored;
    if (has_checksum && stored.at("checksum").get<std::string>() != text_checksum(all.dump()))
      throw damaged("its views of learners have changed since they were written");
    for (const auto& [content, json] : all.items()) known[content] = view_of(json);
  } catch (const nlohmann::json::exception&) {
    throw damaged("its views cannot be read");
  }
  for (std::size_t k = 0; k < views.size(); ++k)
    if (const auto found = known.find(learner_content(study.cells()[k].content)); found != known.end())
      views[k] = found->second;
  return views;
}

}  // namespace regretta
