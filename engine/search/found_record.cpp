#include "regretta/engine/search/found_record.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "regretta/engine/plugin/plain_numbers.hpp"
#include "regretta/engine/study/file/study_schema.hpp"

namespace regretta {
namespace {

using nlohmann::json;

constexpr std::string_view found_key = "found";

/// JSON has no NaN and no infinity.
double number_of(const json& value) { return value.is_null() ? not_a_number : value.get<double>(); }

json json_of(const FoundMean& one) { return {one.mean, one.interval.low, one.interval.high}; }

FoundMean mean_of(const json& one) { return {number_of(one.at(0)), {number_of(one.at(1)), number_of(one.at(2))}}; }

FoundRecord record_from(const json& from) {
  FoundRecord record;
  for (const json& one : from.at("aims")) record.aims.push_back({one.at(0), one.at(1)});
  for (const json& one : from.value("parameters", json::array()))
    record.parameters.push_back({one.at(0), one.at(1), number_of(one.at(2)), number_of(one.at(3)), one.at(4)});
  from.at("fresh").get_to(record.fresh);
  from.at("confidence").get_to(record.confidence);
  for (const json& one : from.at("played")) {
    record.played.push_back({one.at(0), one.at(1), {}, one.at(2)});
    for (const json& aim : one.at(3)) record.played.back().aims.push_back(number_of(aim));
    if (record.parameters.empty()) continue;
    for (const json& value : one.at(4)) record.played.back().values.push_back(number_of(value));
  }
  for (const json& one : from.at("judged")) {
    record.judged.push_back({one.at("candidate"), {}, one.at("meets_all")});
    for (const json& aim : one.at("aims")) record.judged.back().aims.push_back(mean_of(aim));
    if (one.contains("standing"))
      record.judged.back().standing = static_cast<FrontStanding>(one.at("standing").get<int>());
  }
  return record;
}

/// FoundRecord::Played::values.
std::vector<double> values_of(const SearchSpace& space, const Point& point) {
  const std::vector<bool> active = space.active(point);
  std::vector<double> values;
  for (std::size_t d = 0; d < point.size(); ++d) {
    const Dimension& one = space.dimensions()[d];
    const Value value = one.at(point[d]);
    values.push_back(!active[d] ? not_a_number
                     : one.choices.empty()
                         ? *value.number()
                         : static_cast<double>(std::ranges::find(one.choices, value) - one.choices.begin()));
  }
  return values;
}

std::string choice_text(const Value& value) { return value.text() ? *value.text() : to_text(value); }

}  // namespace

FoundRecord record_of(const SearchSpace& space, const SearchRules& rules, const SearchOutcome& outcome,
                      const std::vector<Candidate>& candidates, const Race& race, const RaceValue& value) {
  FoundRecord record{
      .aims = {}, .parameters = {}, .fresh = rules.fresh, .confidence = 1 - rules.alpha, .played = {}, .judged = {}};
  for (const Aim& aim : rules.aims) record.aims.push_back({aim.expression.text(), aim.up});
  for (const Dimension& one : space.dimensions()) {
    record.parameters.push_back({one.path, {}, one.low, one.high, one.is_log});
    for (const Value& choice : one.choices) record.parameters.back().choices.push_back(choice_text(choice));
  }
  const auto as_said = [&](std::size_t aim, double larger_is_better) {
    return rules.aims[aim].up ? larger_is_better : -larger_is_better;
  };
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    if (race.trials[k] == 0) continue;
    const RaceScore score = value(k);
    record.played.push_back({candidates[k].number,
                             race.trials[k],
                             {as_said(0, score.value)},
                             score.excess <= 0,
                             values_of(space, candidates[k].point)});
    if (rules.wants_front()) record.played.back().aims.push_back(as_said(1, score.second.value_or(not_a_number)));
  }
  for (std::size_t k = 0; k < outcome.finalists.size(); ++k) {
    const Finalist& one = outcome.finalists[k];
    record.judged.push_back({one.candidate, {one.fresh}, one.meets_all()});
    if (!rules.wants_front()) continue;
    record.judged.back().aims.push_back(one.second);
    if (k < outcome.places.size()) record.judged.back().standing = outcome.places[k].standing;
  }
  return record;
}

void store_found(const Database& database, const FoundRecord& record) {
  json all = {{"aims", json::array()},           {"parameters", json::array()}, {"fresh", record.fresh},
              {"confidence", record.confidence}, {"played", json::array()},     {"judged", json::array()}};
  for (const auto& [text, up] : record.aims) all["aims"].push_back({text, up});
  for (const FoundRecord::Parameter& one : record.parameters)
    all["parameters"].push_back({one.path, one.choices, one.low, one.high, one.is_log});
  for (const FoundRecord::Played& one : record.played)
    all["played"].push_back({one.candidate, one.trials, one.meets_all, one.aims, one.values});
  for (const FoundRecord::Judged& one : record.judged) {
    json& item = all["judged"].emplace_back(json{{"candidate", one.candidate}, {"meets_all", one.meets_all}});
    for (const FoundMean& aim : one.aims) item["aims"].push_back(json_of(aim));
    if (one.standing) item["standing"] = static_cast<int>(*one.standing);
  }
  set_study_value(database, found_key, all.dump());
}

void forget_found(const Database& database) { database.run("DELETE FROM study WHERE key = ?", found_key); }

std::optional<FoundRecord> stored_found(const Database& database) {
  const std::optional<std::string> text = study_value(database, found_key);
  if (!text) return std::nullopt;
  try {
    const PlainNumbers plain;
    return record_from(json::parse(*text));
  } catch (const json::exception&) {
    throw StudyFileError(database.file(), FileFault::damaged, "what its search has found cannot be read");
  }
}

}  // namespace regretta
