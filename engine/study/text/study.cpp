#include "regretta/engine/study/text/study.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/plugin/text_rule.hpp"
#include "regretta/engine/study/text/axis.hpp"
#include "regretta/engine/study/text/plugin_spec.hpp"
#include "regretta/engine/study/text/toml_values.hpp"

namespace regretta {
namespace {

/// Removes the table `name` from `settings` and returns it; empty if there is no such table.
Settings take_table(Settings& settings, const std::string& name) {
  const Value* found = settings.find(name);
  return found && found->table() ? *settings.take(name).table() : Settings();
}

/// Removes `name`, a text or a list of texts, from `settings` and returns it as a list; empty if absent.
Value::List take_texts(Settings& settings, const std::string& name, const std::string& section,
                       const std::string& file) {
  const Value written = settings.take(name);
  if (!written.has_value()) return {};
  const Value::List words = written.list() ? *written.list() : Value::List{written};
  for (const Value& word : words) {
    const auto refuse = [&](const std::string& problem) {
      throw StudyError(file, word.where(), section + "." + name, problem);
    };
    if (!word.text() || word.text()->empty())
      refuse(fmt::format("{} has the wrong type, expected a text or a list of texts", short_text(written)));
    if (const auto fault = name_fault(*word.text()))
      refuse(fmt::format("the name has {}, expected one line without tabs", fault->problem));
  }
  return words;
}

/// One plugin for each kind that the table names.
std::vector<PluginSpec> read_plugin(const toml::table& table, const std::string& section, const std::string& file) {
  PluginSpec plugin;
  plugin.where = {static_cast<int>(table.source().begin.line), static_cast<int>(table.source().begin.column)};
  plugin.settings = to_settings(table, file, section);
  const auto kinds = take_texts(plugin.settings, "kind", section, file);
  const auto names = take_texts(plugin.settings, "name", section, file);
  plugin.defaults = take_table(plugin.settings, "defaults");
  if (section == measure_section) plugin.shown = take_table(plugin.settings, "shown");
  if (kinds.empty())
    throw StudyError(file, plugin.where, section + ".kind", fmt::format("missing, expected which {} this is", section));
  if (!names.empty() && names.size() != kinds.size()) {
    throw StudyError(file, names.front().where(), section + ".name",
                     fmt::format("{} given for {}, expected one name for each kind", names.size(), kinds.size()));
  }
  std::vector<PluginSpec> plugins;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    plugin.kind = *kinds[k].text();
    plugin.kind_where = kinds[k].where();
    plugin.name = !names.empty()               ? *names[k].text()
                  : section == measure_section ? measure_name(plugin.kind)
                                               : plugin.kind;
    plugins.push_back(plugin);
  }
  return plugins;
}

/// The plugins of a section: one for each kind that a table names.
std::vector<PluginSpec> read_plugins(const TableEntry& entry, const std::string& file) {
  const auto* array = entry.node->as_array();
  if (!array || array->empty() || !array->is_homogeneous(toml::node_type::table)) {
    throw StudyError(file, entry.where, entry.name,
                     fmt::format("not a list of tables, expected [[{}]] with double brackets", entry.name));
  }
  std::vector<PluginSpec> plugins;
  for (const toml::node& node : *array)
    for (PluginSpec& plugin : read_plugin(*node.as_table(), entry.name, file)) plugins.push_back(std::move(plugin));
  return plugins;
}

constexpr std::string_view search_section = "search";

/// The keys of [study].
struct StudyKeys {
  std::string name;
  std::int64_t seed = 1;
  std::int64_t trials = 64;
  std::int64_t first_trial = 0;
  std::string until;
  std::string metric;
  double alpha = 0.05;
  std::int64_t most_trials = 0;
  std::int64_t instances = 1;
  double delta = 0.05;
  std::optional<std::int64_t> horizon;
  std::int64_t checkpoints = 32;
  std::string means;

  static void fields(auto& p, auto&& visit) {
    visit("name", p.name, "name of the study in tables, figures and reports; by default that of its file");
    visit("seed", p.seed, Range{0, static_cast<double>(std::numeric_limits<std::int64_t>::max())},
          "everything random follows from it");
    visit("trials", p.trials, Range{1, static_cast<double>(max_trials)},
          "independent seeds per cell; with `until`: before its first look; left out: until within 5%");
    visit("until", p.until,
          "\"ranked\", \"compared to LEARNER\" or \"within 5%\": go on until this is known of regret and violation");
    visit("metric", p.metric, "with `until`: the quantity that must be known, instead of regret and violation");
    visit("alpha", p.alpha, Range{1e-3, 0.5},
          "with `until`: probability of any wrong answer; of \"within 5%\" for each cell");
    visit("most_trials", p.most_trials, Range{0, static_cast<double>(max_trials)},
          "with `until`: per cell; 0: as many as take about a minute on two processors");
    visit("first_trial", p.first_trial, Range{0, static_cast<double>(max_first_trial)},
          "number of the first trial of every cell, a multiple of 16: other trials have other noise");
    visit("instances", p.instances, Range{1, static_cast<double>(max_instances)},
          "of every environment, drawn from the seed; trial j plays number floor(j / 16) mod this, and the mean over "
          "the trials of an instance is one value of every interval and test");
    visit("delta", p.delta, Range{1e-100, 1, false, true}, "failure probability of the theorems");
    visit("horizon", p.horizon, Range{1, static_cast<double>(max_horizon)},
          "rounds; a list is swept; only a trace has a default");
    visit("checkpoints", p.checkpoints, Range{1, 1000}, "points of each curve over the rounds");
    visit("means", p.means, "digest that the environments' mean rows must have");
  }
};

/// The fewest trials in which every instance is played; 1 where there is one.
std::int64_t trials_of_all_instances(const Study& study) {
  return study.instances > 1 ? study.instances * trials_in_a_row : 1;
}

/// Refuses instances that no trial plays, and several instances in a search, which compares candidates trial by trial.
void check_instances(const Study& study) {
  if (study.instances == 1) return;
  const Value& instances = *study.written.find("instances");
  if (!study.search.empty())
    throw StudyError::at(instances, study.file, "study.instances",
                         "a search plays a single instance, expected no `instances` in a study with [search]");
  if (study.trials < trials_of_all_instances(study))
    throw StudyError::at(instances, study.file, "study.instances",
                         fmt::format("{} are more than {} trials play ({} in a row share one), expected at least {} "
                                     "trials, or fewer instances",
                                     study.instances, study.trials, trials_in_a_row, trials_of_all_instances(study)));
}

/// Sets the stop rule and the number of trials. `values` has only the keys that the study sets; `keys` has all of them.
void set_trials(const StudyKeys& keys, const Settings& values, Study& study) {
  const bool has_default_rule = !values.contains("trials") && !values.contains("until");
  study.trials = keys.trials;
  if (!has_default_rule && !values.contains("until")) {
    for (const char* key : {"metric", "alpha", "most_trials"})
      if (values.contains(key))
        throw InputError(key,
                         "given without until, expected until = \"ranked\", \"compared to BASELINE\" or \"within "
                         "5%\" beside it");
    return;
  }
  StopRule rule{.until = has_default_rule ? "within 5%" : keys.until, .metric = keys.metric, .alpha = keys.alpha};
  check_stop_rule(rule, study.quantities.names());
  rule.least = std::max({keys.trials, rule.least, trials_of_all_instances(study)});
  if (keys.most_trials > 0 && keys.most_trials < rule.least)
    throw InputError("most_trials", fmt::format("{} is fewer than the {} trials before the first look, expected more",
                                                keys.most_trials, rule.least));
  study.limited_by_work = keys.most_trials == 0;
  study.trials = std::max(keys.most_trials, rule.least);
  study.stop = rule;
}

/// Reads the keys of [study] into `study`; throws InputError with the path of a key.
void set_study_values(Study& study) {
  static const auto described = describe_parameters<StudyKeys>();
  StudyKeys keys;
  Settings values;
  check_no_unknown(study.written, described);
  for (const auto& [path, written] : study.written.flat()) {
    const Axis axis = read_axis(path, written, described, study.file, "study." + path);
    if (axis.swept && path != "horizon")
      throw InputError(path, "a list (of the keys of [study] only horizon can be swept), expected one value");
    for (const Value& value : axis.values) {
      values[path] = value;
      read_parameters(values, keys);
      if (path == "horizon") study.horizons.push_back(*keys.horizon);
    }
  }
  if (values.contains("name")) study.name = keys.name;
  study.seed = static_cast<std::uint64_t>(keys.seed);
  study.instances = keys.instances;
  if (keys.first_trial % trials_in_a_row != 0)
    throw InputError("first_trial",
                     fmt::format("{} is not a multiple of {}, expected one", keys.first_trial, trials_in_a_row));
  study.first_trial = keys.first_trial;
  study.delta = keys.delta;
  study.checkpoints = static_cast<int>(keys.checkpoints);
  study.means = keys.means;
  set_trials(keys, values, study);
}

/// Fills `study` from study.written.
void read_study_settings(Study& study) {
  try {
    set_study_values(study);
  } catch (const InputError& error) {
    const Value* setting = study.written.find(error.key());
    if (setting == nullptr) throw StudyError(study.file, {}, "study." + error.key(), error.what());
    throw StudyError::at(*setting, study.file, "study." + error.key(), error.what());
  }
}

/// Turns the key `measures` of [study] into measures without settings.
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

/// The message of the parser on one line. It quotes the input, including line ends, and may cut a character in two.
std::string on_one_line(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const Character first = first_character(text);
    if (first.is_valid && !is_control(first.code)) {
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
    const auto& position = error.source().begin;
    throw StudyError(file, {static_cast<int>(position.line), static_cast<int>(position.column)}, "",
                     fmt::format("{} (column {}), expected TOML", on_one_line(error.description()), position.column));
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
        throw StudyError(study.file, entry.where, entry.name, "has no keys, expected [search] with rounds and an aim");
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

/// Refuses ranges where they are not allowed: in [study] and measures, and everywhere in a study without [search].
void check_ranges(const Study& study) {
  const auto refuse = [&](const Settings& settings, const std::string& section, const std::string& problem) {
    without_ranges(settings, section, [&](const std::string& path, const Value& range) -> Value {
      throw StudyError::at(range, study.file, path, problem);
    });
  };
  refuse(study.written, "study", "a range, but keys of [study] cannot be searched; expected a value");
  for (const PluginSpec& measure : study.measures)
    refuse(measure.settings, std::string(measure_section),
           "a range, but measures cannot be searched; expected a value");
  if (!study.search.empty()) return;
  const std::string unsearched =
      "a range, which only a search can play; expected a value, or [search] beside it and `regretta search`";
  for (const PluginSpec& learner : study.learners) refuse(learner.settings, "learner", unsearched);
  for (const PluginSpec& environment : study.environments) refuse(environment.settings, "environment", unsearched);
}

/// A study without a name takes the name of its file, which may contain any characters.
void check_name(const Study& study) {
  const auto fault = name_fault(study.name);
  if (!fault) return;
  if (const Value* written = study.written.find("name"))
    throw StudyError::at(*written, study.file, "study.name",
                         fmt::format("the name has {}, expected one line without tabs", fault->problem));
  throw StudyError(study.file, {}, "study.name",
                   fmt::format("the study takes its name from its file, whose name has {}, expected another one, or "
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
  if (study.environments.empty())
    throw StudyError(file_name, {}, "environment", "missing, expected at least one [[environment]]");
  if (study.learners.empty()) throw StudyError(file_name, {}, "learner", "missing, expected at least one [[learner]]");
  return study;
}

}  // namespace

std::vector<ParameterInfo> study_parameters() { return describe_parameters<StudyKeys>(); }

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
