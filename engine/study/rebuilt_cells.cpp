#include "regretta/engine/study/rebuilt_cells.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "regretta/engine/study/version.hpp"

namespace regretta {
namespace {

Literal to_literal(const nlohmann::json& json) {
  Literal literal;
  if (json.is_boolean()) {
    literal.value = json.get<bool>();
  } else if (json.is_number_integer()) {
    literal.value = json.get<std::int64_t>();
  } else if (json.is_number()) {
    literal.value = json.get<double>();
  } else if (json.is_string()) {
    literal.value = json.get<std::string>();
  } else {
    Literal::List list;
    for (const auto& entry : json) list.push_back(to_literal(entry));
    literal.value = std::move(list);
  }
  return literal;
}

PluginSpec plugin(const std::string& kind, const std::string& name, const std::string& settings) {
  PluginSpec spec{.kind = kind, .name = name, .settings = {}, .where = {}, .kind_where = {}};
  const auto json = nlohmann::json::parse(settings);
  for (const auto& [key, value] : json.items()) spec.settings.push_back({key, to_literal(value), {}});
  return spec;
}

/// As the file says, while that folder exists; else that of the file.
std::string stored_folder(const StudyReader& study) {
  const std::string folder = study.value("folder");
  if (!folder.empty() && std::filesystem::exists(folder)) return folder;
  return std::filesystem::path(study.database().file()).parent_path();
}

}  // namespace

RebuiltCells::RebuiltCells(const StudyReader& study, const Catalogue& catalogue, std::string folder)
    : study_(study),
      catalogue_(catalogue),
      resolved_(nlohmann::json::parse(study.value("resolved"))),
      folder_(folder.empty() ? stored_folder(study) : std::move(folder)) {
  const std::string written_by = study.value("regretta_version");
  if (written_by != version)
    throw StudyFileError(study.database().file(),
                         fmt::format("written by regretta {}, this is {}: its trials might come out otherwise; use {}",
                                     written_by, version, written_by));
}

Study RebuiltCells::described(const CellLabel& label, const std::string& learner,
                              const std::string& environment) const {
  const nlohmann::json& described = resolved_.at("study");
  Study study;
  study.name = described.at("name").get<std::string>();
  study.seed = described.at("seed").get<std::uint64_t>();
  study.trials = described.at("trials").get<std::int64_t>();
  study.delta = described.at("delta").get<double>();
  study.checkpoints = described.at("checkpoints").get<int>();
  if (!described.at("horizon").empty()) study.horizons = {label.horizon};
  study.environments = {plugin(label.environment_kind, label.environment, environment)};
  study.learners = {plugin(label.learner, label.learner_name, learner)};
  study.file = study_.database().file();
  study.folder = folder_;
  return study;
}

Cell RebuiltCells::cell(const CellLabel& label) {
  Statement settings =
      study_.database().prepare("SELECT learner_settings, environment_settings FROM cell WHERE cell = ?");
  settings.bind(1, label.cell);
  const auto refuse = [&](const std::string& why) {
    return StudyFileError(study_.database().file(), fmt::format("cell {} cannot be built again: {}", label.cell, why));
  };
  if (!settings.step()) throw refuse("its settings are missing");
  Cell cell;
  try {
    cell = std::move(make_plan(described(label, settings.text(0), settings.text(1)), catalogue_).cells.front());
  } catch (const StudyError& error) {
    throw refuse(fmt::format("{}: {}", error.key(), error.message()));
  }
  const Problem& problem = cell.problem();
  if (problem.horizon != label.horizon || problem.num_arms != label.arms ||
      problem.num_constraints != label.constraints)
    throw refuse(fmt::format("it was T = {}, K = {}, m = {} and is now T = {}, K = {}, m = {} (was a trace edited?)",
                             label.horizon, label.arms, label.constraints, problem.horizon, problem.num_arms,
                             problem.num_constraints));
  cell.index = label.cell;
  const std::string environment = fmt::format("{}\n{}\n{}", label.environment_kind, label.horizon, settings.text(1));
  if (environment == last_environment_) {
    cell.work = last_work_;
  } else {
    last_environment_ = environment;
    last_work_ = cell.work;
  }
  return cell;
}

}  // namespace regretta
