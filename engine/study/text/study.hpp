#pragma once
/// A study as written: TOML text, checked for everything that can be checked without knowing the plugins. `make_plan`
/// (plan.hpp) checks the rest against a catalogue.

#include <cstdint>
#include <exception>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/study/text/stop_rule.hpp"

namespace regretta {

/// A place in a study file, both from 1. Line 0: not in the file (an override, or the file as a whole).
struct Location {
  int line = 0;
  int column = 0;
};

/// Bad input in a study: "FILE:LINE: key: problem (why it is one), expected ...; did you mean ...".
class StudyError : public std::exception {
 public:
  StudyError(std::string file, Location where, std::string key, std::string message);
  const char* what() const noexcept override { return text_.c_str(); }
  const std::string& file() const { return file_; }
  Location where() const { return where_; }
  const std::string& key() const { return key_; }          ///< "learner.beta"; empty where no key is to blame
  const std::string& message() const { return message_; }  ///< without file, line and key

 private:
  std::string file_;
  Location where_;
  std::string key_;
  std::string message_;
  std::string text_;
};

/// A value as written; whether a list is a value or a sweep axis depends on the parameter it is for.
struct Literal {
  using List = std::vector<Literal>;
  std::variant<bool, std::int64_t, double, std::string, List> value;  ///< doubles are finite, text is printable ASCII
  Location where;
};

/// One `key = value`; keys of sub-tables are dotted ("corruption.budget").
struct Setting {
  std::string name;
  Literal value;
  Location where;  ///< of the key; line 0: an override
};

/// One [[learner]] or [[environment]].
struct PluginSpec {
  std::string kind;
  std::string name;               ///< as displayed; `kind` where the study gives none
  std::vector<Setting> settings;  ///< in file order, without `kind` and `name`
  Location where;                 ///< of the header
  Location kind_where;            ///< of `kind`
};

inline constexpr std::int64_t max_trials = std::int64_t{1} << 31;
inline constexpr std::int64_t max_horizon = 1'000'000'000'000;

/// A whole study file.
struct Study {
  std::string name;  ///< the file's stem where the study gives none
  std::uint64_t seed = 1;
  std::int64_t trials = 64;              ///< per cell, 1..max_trials; with `stop`, at most
  std::optional<StopRule> stop;          ///< empty: every cell has all its trials
  double delta = 0.05;                   ///< in (0, 1)
  std::vector<std::int64_t> horizons;    ///< empty: left to the environments (a trace)
  int checkpoints = 32;                  ///< points of a curve, 1..1000
  std::vector<PluginSpec> environments;  ///< at least one
  std::vector<PluginSpec> learners;      ///< at least one
  std::vector<Setting> overrides;  ///< "learner.beta", "environment.NAME.corruption.budget", ...: applied by make_plan
  std::map<std::string, Location> where;  ///< of the keys of [study]
  std::string file;                       ///< as messages name it
  std::string folder;                     ///< relative paths in the study start here
};

/// Sets the keys of [study] that `values` names; `horizon` is one number. Throws InputError.
void set_study_values(const Settings& values, Study& study);

/// Reads a study file. An override is KEY=VALUE, VALUE in TOML syntax or a bare word:
///   study.trials=10
///   learner.beta=[0.4, 0.5]             every learner that has such a parameter
///   learner.expopt-conomd.beta=0.4      every learner of that kind (or name)
///   environment.corruption.budget=100   likewise
/// Throws StudyError.
Study read_study(const std::string& path, const std::vector<std::string>& overrides = {});

/// The same from text in memory.
Study parse_study(std::string_view text, const std::string& file_name, const std::string& folder,
                  const std::vector<std::string>& overrides = {});

}  // namespace regretta
