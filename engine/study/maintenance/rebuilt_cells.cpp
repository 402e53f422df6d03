#include "regretta/engine/study/maintenance/rebuilt_cells.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "regretta/engine/study/file/study_schema.hpp"
#include "regretta/engine/study/file/version.hpp"
#include "regretta/engine/study/text/toml_values.hpp"

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

/// Advice on how to play cells again whose plugin is missing from the catalogue; "" if no plugin is missing.
std::string advice_on_plugins(const StudyReader& reader, const Catalogue& catalogue) {
  const auto advice = [&](const std::string& plugin_type, const std::string& kind, const std::string& python_form,
                          bool is_in_python) {
    const std::string in_python = fmt::format(
        "in Python; there, regretta.load(\"{2}\", {0}s={{\"{1}\": ...}}) knows it, and regretta.replay and "
        "regretta.verify play it again",
        plugin_type, kind, reader.database().file());
    return fmt::format("{} \"{}\" is {}", plugin_type, kind,
                       is_in_python ? python_form + " " + in_python
                                    : "a plugin, whose header --with names; or it was played " + in_python);
  };
  for (const CellLabel& cell : reader.cells()) {
    const auto is_in_python = [&](const std::string& name) {
      return std::ranges::any_of(stored_content_lines(reader.database(), cell.content),
                                 [&](const ContentLine& line) { return trim(line.text) == name + " (python)"; });
    };
    if (catalogue.learner(cell.learner) == nullptr)
      return advice("learner", cell.learner, "a class", is_in_python("code of learner " + cell.learner));
    if (catalogue.environment(cell.environment_kind) == nullptr)
      return advice("environment", cell.environment_kind, "an array or a function",
                    is_in_python(cell.environment_kind));
  }
  return "";
}

}  // namespace

RebuiltCells::RebuiltCells(const StudyReader& reader, const Catalogue& catalogue, const std::string& folder)
    : reader_(reader), study_(reader.study()) {
  const std::string written_by = reader.version();
  if (written_by != version)
    throw refusal(reader, fmt::format("written by regretta {}, this is {}: results might differ; use {}", written_by,
                                      version, written_by));
  study_.folder = folder.empty() ? stored_folder(reader) : folder;
  try {
    grid_ = std::make_unique<const Grid>(study_, catalogue);
  } catch (const StudyError& error) {
    if (const std::string advice = advice_on_plugins(reader, catalogue); !advice.empty()) throw refusal(reader, advice);
    throw refusal(reader, fmt::format("its study cannot be planned again: {}: {}", error.key(), error.message()));
  }
  if (grid_->num_cells() != std::ssize(reader.cells()))
    throw refusal(reader,
                  fmt::format("its study had {} cells and has {} now", reader.cells().size(), grid_->num_cells()));
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
  if (cell.content->hash != label.content)
    throw refuse(
        first_difference(stored_content_lines(reader_.database(), label.content), content_lines(*cell.content)));
  return cell;
}

}  // namespace regretta
