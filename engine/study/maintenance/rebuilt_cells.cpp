#include "regretta/engine/study/maintenance/rebuilt_cells.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "regretta/engine/study/file/version.hpp"
#include "regretta/engine/study/maintenance/mixture.hpp"

namespace regretta {
namespace {

/// The folder recorded in the file if it exists, else the folder of the file.
std::string stored_folder(const StudyReader& reader) {
  const std::string folder = reader.value("folder");
  if (!folder.empty() && std::filesystem::exists(folder)) return folder;
  return std::filesystem::path(reader.database().file()).parent_path();
}

StudyFileError refusal(const StudyReader& reader, const std::string& why) {
  return {reader.database().file(), FileFault::mismatch, why};
}

/// Of cells that a plugin has played which the catalogue lacks, how they can be played again; "" if there is none.
std::string advice_on_plugins(const StudyReader& reader, const Study& study, const Catalogue& catalogue) {
  const auto advice = [&](const std::string& what, const std::string& kind, const std::string& thing,
                          const std::string& language) {
    const std::string in_python = fmt::format(
        "in Python; there, regretta.load(\"{2}\", {0}s={{\"{1}\": ...}}) knows it, and regretta.replay and "
        "regretta.verify play it again",
        what, kind, reader.database().file());
    return fmt::format("{} \"{}\" is {}", what, kind,
                       language == "python" ? thing + " " + in_python
                                            : "a plugin, whose header --with names; or it was played " + in_python);
  };
  for (const auto& [number, origin] : reader.origins())
    for (const auto& [plugin, source] : Mixture::plugins_in(origin)) {
      for (const PluginSpec& one : study.learners)
        if (plugin == "learner " + one.kind && catalogue.learner(one.kind) == nullptr)
          return advice("learner", one.kind, "a class", source.language);
      for (const PluginSpec& one : study.environments)
        if (plugin == "environment " + one.kind && catalogue.environment(one.kind) == nullptr)
          return advice("environment", one.kind, "an array or a function", source.language);
    }
  return "";
}

}  // namespace

RebuiltCells::RebuiltCells(const StudyReader& reader, const Catalogue& catalogue, const std::string& folder)
    : reader_(reader), study_(reader.study()) {
  const std::string written_by = reader.value("regretta_version");
  if (written_by != version)
    throw refusal(reader,
                  fmt::format("written by regretta {}, this is {}: its trials might come out differently; use {}",
                              written_by, version, written_by));
  study_.folder = folder.empty() ? stored_folder(reader) : folder;
  try {
    grid_ = std::make_unique<const Grid>(study_, catalogue);
  } catch (const StudyError& error) {
    if (const std::string advice = advice_on_plugins(reader, study_, catalogue); !advice.empty())
      throw refusal(reader, advice);
    throw refusal(reader, fmt::format("its study cannot be planned again: {}: {}", error.key(), error.message()));
  }
  if (grid_->num_cells() != std::ssize(reader.cells()))
    throw refusal(reader,
                  fmt::format("its study has {} cells and is now {}", reader.cells().size(), grid_->num_cells()));
}

Cell RebuiltCells::cell(const CellLabel& label) {
  const auto refuse = [&](const std::string& why) {
    return refusal(reader_, fmt::format("cell {} cannot be built again: {}", label.cell, why));
  };
  Cell cell;
  try {
    if (const std::int64_t setting = grid_->setting_of(label.cell); setting != last_setting_) {
      last_work_ = grid_->work(setting);
      last_setting_ = setting;
    }
    cell = grid_->cell(label.cell, last_work_);
  } catch (const StudyError& error) {
    throw refuse(fmt::format("{}: {}", error.key(), error.message()));
  }
  const Problem& problem = cell.problem();
  if (problem.horizon != label.horizon || problem.num_arms != label.arms ||
      problem.num_constraints != label.constraints)
    throw refuse(fmt::format("it was T = {}, K = {}, m = {} and is now T = {}, K = {}, m = {} (was a trace edited?)",
                             label.horizon, label.arms, label.constraints, problem.horizon, problem.num_arms,
                             problem.num_constraints));
  return cell;
}

}  // namespace regretta
