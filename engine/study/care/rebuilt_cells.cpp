#include "regretta/engine/study/care/rebuilt_cells.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "regretta/engine/study/file/stored_json.hpp"
#include "regretta/engine/study/file/version.hpp"

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

PluginSpec plugin(const std::string& kind, const std::string& name, const nlohmann::json& json) {
  PluginSpec spec{.kind = kind, .name = name, .settings = {}, .where = {}, .kind_where = {}};
  for (const auto& [key, value] : json.items()) spec.settings.push_back({key, to_literal(value), {}});
  return spec;
}

/// Of a key of [study]; false where it cannot be one.
Value to_value(const nlohmann::json& json) {
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_number()) return json.get<double>();
  if (json.is_string()) return json.get<std::string>();
  return false;
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
      resolved_(stored_json(study.database().file(), "resolved study", study.value("resolved"))),
      folder_(folder.empty() ? stored_folder(study) : std::move(folder)) {
  const std::string written_by = study.value("regretta_version");
  if (written_by != version)
    throw StudyFileError(study.database().file(),
                         fmt::format("written by regretta {}, this is {}: its trials might come out otherwise; use {}",
                                     written_by, version, written_by));
}

Study RebuiltCells::described(const CellLabel& label, const std::string& learner,
                              const std::string& environment) const {
  const std::string& file = study_.database().file();
  const auto described = resolved_.value("study", nlohmann::json::object());
  Settings values;
  for (const char* key : {"name", "seed", "trials", "delta", "checkpoints"})
    values[key] = to_value(described.value(key, nlohmann::json()));
  if (!described.value("horizon", nlohmann::json()).empty()) values["horizon"] = label.horizon;
  Study study;
  set_study_values(values, study);
  study.environments = {
      plugin(label.environment_kind, label.environment, stored_json(file, "list of cells", environment))};
  study.learners = {plugin(label.learner, label.learner_name, stored_json(file, "list of cells", learner))};
  study.file = file;
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
  } catch (const InputError& error) {
    throw refuse(fmt::format("study.{}: {}", error.key(), error.what()));
  } catch (const nlohmann::json::exception&) {
    throw refuse("its description is damaged");
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
