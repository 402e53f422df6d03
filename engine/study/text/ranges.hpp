#pragma once
/// Ranges in the settings of a study: what a search (tools/python/regretta/searching) may vary, instead of a value.
///
///   value = { search = [-1, 1] }                          from -1 to 1; scale = "log", or "choice": one of the listed
///   schedule = { search = ["front", "late"] }             one of these
///   arm = { search = "all" }                              any that the parameter can be
///   loss = { same = "environment.1.loss" }                whatever is chosen there
///   loss = [{ search = [0, 1] }, 0.5]                     elements of lists, too

#include <functional>
#include <string>

#include "regretta/engine/plugin/value.hpp"

namespace regretta {

/// A table with `search` or `same`.
bool is_range(const Value& value);

/// Every value and every range by its path.
Settings::Entries values_and_ranges(const Settings& settings);

/// Returns the value to take instead of the range at a path; an empty one leaves the setting out.
using GiveValue = std::function<Value(const std::string& path, const Value& range)>;

/// The settings with values instead of ranges. `give` is called in the order of paths, which begin with `section`;
/// elements of lists are counted from 1: "environment.1.loss.2".
Settings without_ranges(const Settings& settings, const std::string& section, const GiveValue& give);

}  // namespace regretta
