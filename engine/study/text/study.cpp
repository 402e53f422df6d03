#include "regretta/engine/study/text/study.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/plugin/text_rule.hpp"
#include "regretta/engine/study/text/axis.hpp"
#include "regretta/engine/study/text/plugin_tables.hpp"
#include "regretta/engine/study/text/ranges.hpp"
#include "regretta/engine/study/text/study_measures.hpp"
#include "regretta/engine/study/text/study_text.hpp"
#include "regretta/engine/study/text/toml_values.hpp"

namespace regretta {
namespace {

constexpr std::string_view search_section = "search";

/// The keys of [study].
struct StudyKeys {
  std::string name;
  std::int64_t seed = 1;
  std::int64_t trials = 64;
  std::int64_t first_trial = 0;
  std::int64_t instances = 1;
  double delta = 0.05;
  std::int64_t horizon = 1;
  std::int64_t checkpoints = 32;
  std::string means;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("name", p.name, "name of the study in tables, figures and reports; by default that of its file");
    visit("seed", p.seed, Range{0, static_cast<double>(std::numeric_limits<std::int64_t>::max())},
          "everything random follows from it");
    visit("trials", p.trials, Range{1, static_cast<double>(max_trials)},
          "independent seeds per cell; left out: as many as the stop rule needs, by default until within 5%");
    visit("first_trial", p.first_trial, Range{0, static_cast<double>(max_first_trial)},
          "number of the first trial of every cell, a multiple of 16: other trials have other noise");
    visit("instances", p.instances, Range{1, static_cast<double>(max_instances)},
          "of every environment, drawn from the seed; trial j plays number floor(j / 16) mod this, and the mean over "
          "the trials of an instance is one value of every interval and test");
    visit("delta", p.delta, Range{1e-100, 1, false, true}, "failure probability of the theorems");
    visit("horizon", p.horizon, Range{1, static_cast<double>(max_horizon)}, "rounds; a list is swept");
    visit("checkpoints", p.checkpoints, Range{1, 1000}, "points of each curve over the rounds");
    visit("means", p.means, "digest that the environments' mean rows must have");
  }
};

/// The keys of the stop rule as keys of [study].
std::vector<ParameterInfo> stop_parameters() {
  std::vector<ParameterInfo> all = describe_parameters<StopRule>();
  for (ParameterInfo& of_rule : all) of_rule.name = "stop." + of_rule.name;
  return all;
}

/// The fewest trials in which every instance is played; 1 where there is one.
std::int64_t trials_of_all_instances(const Study& study) {
  return study.instances > 1 ? study.instances * trials_in_a_row : 1;
}

/// Refuses instances that no trial plays, and a search, whose candidates are compared trial by trial.
void check_instances(const Study& study) {
  if (study.instances == 1) return;
  const Value& at = *study.written.find("instances");
  if (!study.search.empty())
    throw StudyError::at(at, study.file, "study.instances",
                         "a search plays one instance, expected none of these beside [search]");
  if (study.trials < trials_of_all_instances(study))
    throw StudyError::at(at, study.file, "study.instances",
                         fmt::format("{} are more than {} trials play ({} in a row share one), expected at least {} "
                                     "trials, or fewer instances",
                                     study.instances, study.trials, trials_in_a_row, trials_of_all_instances(study)));
}

/// Reads the keys of [study] into `study`; throws InputError with the path of a key.
void set_study_values(Study& study) {
  static const auto of_study = describe_parameters<StudyKeys>(), of_rule = stop_parameters();
  StudyKeys keys;
  Settings values;
  for (const auto& [name, value] : study.written) {
    const bool is_rule = name == "stop";
    if (is_rule && !value.table())
      throw InputError(name, fmt::format("{} is no rule, expected a table such as {{metric = \"regret\", half_width = "
                                         "0.01, relative = true}}",
                                         short_text(value)));
    const Settings own{{name, value}};
    const std::vector<ParameterInfo>& described = is_rule ? of_rule : of_study;
    check_no_unknown(own, described);
    for (const auto& [path, written] : own.flat()) {
      const Axis axis = read_axis(path, written, described, study.file, "study." + path);
      if (axis.swept && path != "horizon")
        throw InputError(path, "a list (of the keys of [study] only horizon can be swept), expected one value");
      for (const Value& one : axis.values) {
        values[path] = one;
        read_parameters(values, keys);
        if (path == "horizon") study.horizons.push_back(keys.horizon);
      }
    }
  }
  if (values.contains("name")) study.name = keys.name;
  study.seed = static_cast<std::uint64_t>(keys.seed);
  study.trials = keys.trials;
  study.instances = keys.instances;
  if (keys.first_trial % trials_in_a_row != 0)
    throw InputError("first_trial",
                     fmt::format("{} is not a multiple of {}, expected one", keys.first_trial, trials_in_a_row));
  study.first_trial = keys.first_trial;
  study.limited_by_work = !values.contains("trials");
  study.delta = keys.delta;
  study.checkpoints = static_cast<int>(keys.checkpoints);
  study.means = keys.means;
  try {
    Settings rule = values.below("stop");
    if (study.limited_by_work && rule.empty()) rule = {{"until", "within 5%"}};
    study.stop = read_stop_rule(rule, study.limited_by_work ? max_trials : study.trials, study.quantities.names());
    if (study.stop) study.stop->least = std::max(study.stop->least, trials_of_all_instances(study));
    if (study.limited_by_work) study.trials = study.stop->least;
  } catch (const InputError& error) {
    throw InputError("stop." + error.key(), error.what());
  }
}

/// Fills `study` from study.written.
void read_study_settings(Study& study) {
  try {
    set_study_values(study);
  } catch (const InputError& error) {
    const Value* at = study.written.find(error.key());
    throw StudyError::at(at ? *at : *study.written.find("stop"), study.file, "study." + error.key(), error.what());
  }
}

/// Turns `measures` of [study] into measures without settings.
void take_listed_measures(Study& study) {
  std::vector<PluginSpec> listed;
  for (const Value& kind : take_texts(study.written, "measures", "study", study.file)) {
    PluginSpec measure;
    measure.kind = *kind.text();
    measure.name = measure_name(measure.kind);
    measure.where = measure.kind_where = kind.where();
    listed.push_back(std::move(measure));
  }
  study.measures.insert(study.measures.begin(), listed.begin(), listed.end());
}

/// Overrides of [study] replace its settings. The others are applied by the plan, which knows the plugins.
void apply_overrides(const std::vector<std::string>& overrides, Study& study) {
  for (const std::string& text : overrides) {
    for (const auto& [name, value] : values_and_ranges(parse_override(text))) {
      const std::string section = name.substr(0, name.find('.'));
      if (section == "learner" || section == "environment" || section == measure_section) {
        study.overrides.emplace_back(name, value);
      } else if (section == "study") {
        study.written[name.substr(section.size() + 1)] = value;
      } else if (section == search_section) {
        study.search[name.substr(section.size() + 1)] = value;
      } else {
        throw StudyError(override_file, {}, name,
                         "unknown section, expected study, learner, environment, measure or search" +
                             did_you_mean(section, {"study", "learner", "environment", "measure", "search"}));
      }
    }
  }
}

/// The parser quotes its input, including line ends, and may cut a character.
std::string on_one_line(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const Character first = first_character(text);
    if (first.is_valid && !is_command(first.code)) {
      line += text.substr(0, first.bytes);
    } else {
      line += text.front() == '\n' ? "\\n" : fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
    }
    text.remove_prefix(first.bytes);
  }
  return line;
}

toml::table parse_toml(std::string_view text, const std::string& file) {
  try {
    return parse_nested(text, file);
  } catch (const toml::parse_error& error) {
    const auto& place = error.source().begin;
    throw StudyError(file, {static_cast<int>(place.line), static_cast<int>(place.column)}, "",
                     fmt::format("{} (column {}), expected TOML", on_one_line(error.description()), place.column));
  }
}

void read_sections(const toml::table& root, Study& study) {
  for (const TableEntry& entry : entries_of(root, study.file, "")) {
    if (entry.name == "study") {
      const toml::table* table = entry.node->as_table();
      if (!table) throw StudyError(study.file, entry.where, "study", "not a table, expected [study]");
      study.written = to_settings(*table, study.file, "study");
    } else if (entry.name == search_section) {
      const toml::table* table = entry.node->as_table();
      if (!table || table->empty())
        throw StudyError(study.file, entry.where, entry.name, "says nothing, expected [search] with rounds and an aim");
      study.search = to_settings(*table, study.file, entry.name);
    } else if (entry.name == "environment") {
      study.environments = read_plugins(entry, study.file);
    } else if (entry.name == "learner") {
      study.learners = read_plugins(entry, study.file);
    } else if (entry.name == measure_section) {
      study.measures = read_plugins(entry, study.file);
    } else {
      throw StudyError(study.file, entry.where, entry.name,
                       "unknown key, expected [study], [[environment]], [[learner]], [[measure]] or [search]" +
                           did_you_mean(entry.name, {"study", "environment", "learner", "measure", "search"}));
    }
  }
}

/// Refuses ranges where none may be: in [study] and measures, and everywhere if nothing is to be searched.
void check_ranges(const Study& study) {
  const auto refuse = [&](const Settings& settings, const std::string& section, const std::string& problem) {
    without_ranges(settings, section, [&](const std::string& path, const Value& range) -> Value {
      throw StudyError::at(range, study.file, path, problem);
    });
  };
  refuse(study.written, "study", "a range, but this may not vary; expected a value");
  for (const PluginSpec& measure : study.measures)
    refuse(measure.settings, std::string(measure_section), "a range, but a measure may not vary; expected a value");
  if (!study.search.empty()) return;
  const std::string unsearched =
      "a range, which only a search can play; expected a value, or [search] beside it and `regretta search`";
  for (const PluginSpec& learner : study.learners) refuse(learner.settings, "learner", unsearched);
  for (const PluginSpec& environment : study.environments) refuse(environment.settings, "environment", unsearched);
}

/// A study without a name has that of its file, which may have any characters.
void check_name(const Study& study) {
  const auto fault = name_fault(study.name);
  if (!fault) return;
  if (const Value* written = study.written.find("name"))
    throw StudyError::at(*written, study.file, "study.name",
                         fmt::format("the name has {}, expected one line without tabs", fault->problem));
  throw StudyError(study.file, {}, "study.name",
                   fmt::format("the name of the file, which is that of the study, has {}, expected another one, or "
                               "name = \"...\" in [study]",
                               fault->problem));
}

Study parse(std::string_view text, const std::string& file_name, const std::string& folder,
            const std::vector<std::string>& overrides) {
  Study study;
  study.file = file_name;
  study.folder = folder;
  study.name = std::filesystem::path(file_name).stem().string();
  read_sections(parse_toml(text, file_name), study);
  apply_overrides(overrides, study);
  check_ranges(study);
  take_listed_measures(study);
  study.quantities = measured_quantities(study.measures, study.file);
  read_study_settings(study);
  check_name(study);
  check_instances(study);
  if (study.environments.empty()) {
    throw StudyError(file_name, {}, "environment", "missing, expected at least one [[environment]]");
  }
  if (study.learners.empty()) {
    throw StudyError(file_name, {}, "learner", "missing, expected at least one [[learner]]");
  }
  return study;
}

}  // namespace

std::vector<ParameterInfo> study_parameters() {
  std::vector<ParameterInfo> all = describe_parameters<StudyKeys>();
  for (ParameterInfo& of_rule : stop_parameters()) all.push_back(std::move(of_rule));
  return all;
}

void go_on_until(Study& study, const std::string& until, std::int64_t most) {
  const std::int64_t least = std::max({study.trials, std::int64_t{64}, trials_of_all_instances(study)});
  if (most > 0 && most < least)
    throw InputError("most-trials", fmt::format("{} is fewer than the {} to begin with, expected more", most, least));
  study.limited_by_work = most == 0;
  study.trials = std::max(most, least);
  study.stop = read_stop_rule({{"until", until}, {"min_trials", least}}, study.trials, study.quantities.names());
}

Study parse_study(std::string_view text, const std::string& file_name, const std::string& folder,
                  const std::vector<std::string>& overrides) {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  check_study_text(text, file_name);
  return parse(text, file_name, folder, overrides);
}

Study parse_canonical(std::string_view text, const std::string& file_name) {
  check_study_text(text, file_name, max_canonical_bytes);
  return parse(text, file_name, "", {});
}

Study read_study(const std::string& path, const std::vector<std::string>& overrides) {
  const std::string text = load_study_text(path);
  return parse_study(text, path, std::filesystem::path(path).parent_path().string(), overrides);
}

}  // namespace regretta
