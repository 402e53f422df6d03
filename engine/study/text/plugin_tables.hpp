#pragma once
/// Reads the tables of plugins: [[learner]], [[environment]] and [[measure]]. Used by study.cpp.

#include <string>
#include <vector>

#include "regretta/engine/study/text/plugin_spec.hpp"
#include "regretta/engine/study/text/toml_values.hpp"

namespace regretta {

/// Removes `name`, a text or a list of texts, from `settings`. Empty if absent.
Value::List take_texts(Settings& settings, const std::string& name, const std::string& section,
                       const std::string& file);

/// The plugins of a section: one for each kind that a table names. Throws StudyError.
std::vector<PluginSpec> read_plugins(const TableEntry& entry, const std::string& file);

}  // namespace regretta
