#pragma once
/// A study as written in TOML, checked as far as possible without knowing the plugins. `make_plan` (plan.hpp) checks
/// the rest against a catalogue. FORMATS.md documents the keys.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/study/text/plugin_spec.hpp"
#include "regretta/engine/study/text/stop_rule.hpp"
#include "regretta/engine/study/text/study_error.hpp"
#include "regretta/engine/trial/round/quantity_list.hpp"

namespace regretta {

inline constexpr std::int64_t max_trials = std::int64_t{1} << 31;
inline constexpr std::int64_t max_horizon =
    (std::int64_t{1} << 32) - 1;  ///< the address of a random draw has 32 bits for the round
inline constexpr std::int64_t max_instances = 10'000;

/// The instance, from 0, that a trial plays. Instances take turns: instance 0 follows the last one.
constexpr std::int64_t instance_of(std::int64_t trial, std::int64_t instances) {
  return trial / trials_in_a_row % instances;
}

/// A whole study.
struct Study {
  std::string name;  ///< the stem of the file name if the study gives none
  std::uint64_t seed = 1;
  std::int64_t trials = 64;      ///< per cell, 1..max_trials; with `stop`, the maximum
  std::int64_t first_trial = 0;  ///< number of the first trial of every cell, a multiple of trials_in_a_row
  std::int64_t instances = 1;    ///< instances of each environment, 1..max_instances; trials share them (instance_of)
  std::optional<StopRule> stop;  ///< empty: every cell has all its trials
  bool limited_by_work = false;  ///< whether make_plan sets the maximum `trials` by the cost of cells (plan/plan.cpp)
  double delta = 0.05;           ///< failure probability of the learners' theorems, in (0, 1)
  std::vector<std::int64_t> horizons;    ///< empty: the environments decide (a trace)
  int checkpoints = 32;                  ///< points of a curve, 1..1000
  std::string means;                     ///< digest that the environments' mean rows must have; empty: any
  std::vector<PluginSpec> environments;  ///< at least one
  std::vector<PluginSpec> learners;      ///< at least one
  std::vector<PluginSpec> measures;      ///< those of [study] measures first
  QuantityList quantities;               ///< quantities that the trials report
  /// "learner.beta", "environment.NAME.corruption.budget", ...: applied by make_plan in this order.
  std::vector<std::pair<std::string, Value>> overrides;
  Settings search;     ///< the keys of [search] as written (regretta search); empty: no search
  Settings written;    ///< the keys of [study] as written, for messages
  std::string file;    ///< file name in messages
  std::string folder;  ///< folder to which relative paths in the study refer
};

/// The keys of [study] besides `measures`.
std::vector<ParameterInfo> study_parameters();

/// Reads a study. An override is KEY=VALUE, with VALUE in TOML syntax or a bare word:
///   study.trials=10
///   learner.beta=[0.4, 0.5]             every learner that has such a parameter
///   learner.expopt-conomd.beta=0.4      every learner of that kind (or name)
///   environment.corruption.budget=100   likewise
///   measure.switches=5                  likewise
///   search.rounds=1e9
/// Throws StudyError.
Study read_study(const std::string& path, const std::vector<std::string>& overrides = {});

/// The same for text in memory.
Study parse_study(std::string_view text, const std::string& file_name, const std::string& folder,
                  const std::vector<std::string>& overrides = {});

/// The same for text written by canonical_text (canonical.hpp), which may be longer than a study written by hand.
Study parse_canonical(std::string_view text, const std::string& file_name);

}  // namespace regretta
