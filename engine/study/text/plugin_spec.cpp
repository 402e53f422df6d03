#include "regretta/engine/study/text/plugin_spec.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "regretta/engine/plugin/parameters.hpp"

namespace regretta {
namespace {

struct ShownKeys {
  MeasureInfo info;

  static void fields(auto& p, auto&& visit) {
    visit("unit", p.info.unit, "unit of its values");
    visit("less_is_better", p.info.less_is_better, "learners can be compared by it");
    visit("on_curve", p.info.on_curve, "recorded at every checkpoint");
    visit("help", p.info.help, "one line");
    visit("least", p.info.range.least, Range{-infinity, infinity}, "no value is below");
    visit("most", p.info.range.most, Range{-infinity, infinity}, "no value is above");
    visit("per_round", p.info.range.per_round, "whether least and most are per round");
  }
};

bool is_column_name(std::string_view name) {
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_allowed = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; };
  return !name.empty() && name.size() <= 64 && is_letter(name.front()) && std::ranges::all_of(name, is_allowed);
}

MeasureInfo info_of(const PluginSpec& measure, const std::string& file) {
  ShownKeys keys;
  try {
    check_no_unknown(measure.shown, describe_parameters<ShownKeys>());
    read_parameters(measure.shown, keys);
  } catch (const InputError& error) {
    throw StudyError(file, measure.where, fmt::format("measure.shown.{}", error.key()), error.what());
  }
  keys.info.name = measure.name;
  return keys.info;
}

}  // namespace

std::string measure_name(std::string kind) {
  std::ranges::replace(kind, '-', '_');
  return kind;
}

Settings shown_settings(const MeasureInfo& info) {
  Settings shown = {
      {"unit", info.unit}, {"less_is_better", info.less_is_better}, {"on_curve", info.on_curve}, {"help", info.help}};
  if (std::isfinite(info.range.least) && std::isfinite(info.range.most)) {
    shown["least"] = info.range.least;
    shown["most"] = info.range.most;
    shown["per_round"] = info.range.per_round;
  }
  return shown;
}

/// The other columns of the tables that have a column for each measure.
constexpr std::array<std::string_view, 15> other_columns = {
    "cell", "learner",      "kind",    "environment", "horizon",           "arms",    "trial", "trials", "constraints",
    "t",    "failed_round", "failure", "notes",       "infeasible_trials", "quantity"};

QuantityList measured_quantities(const std::vector<PluginSpec>& measures, const std::string& file) {
  if (measures.size() > max_measures)
    throw StudyError(file, measures.back().where, std::string(measure_section),
                     fmt::format("{} measures, expected at most {}", measures.size(), max_measures));
  std::vector<MeasureInfo> infos;
  for (const PluginSpec& measure : measures) {
    const auto refuse = [&](const std::string& why) {
      throw StudyError(file, measure.where, "measure.name", fmt::format("\"{}\" {}", measure.name, why));
    };
    if (!is_column_name(measure.name)) refuse("cannot name a column, expected lower-case letters, digits and _");
    if (std::ranges::find(quantity_names, measure.name) != quantity_names.end())
      refuse("is a quantity that every trial reports, expected another name");
    if (std::ranges::find(other_columns, measure.name) != other_columns.end())
      refuse("is a column of every table, expected another name");
    if (std::ranges::find(infos, measure.name, &MeasureInfo::name) != infos.end())
      refuse("is given twice, expected a name for each measure");
    infos.push_back(info_of(measure, file));
  }
  return QuantityList(std::move(infos));
}

}  // namespace regretta
