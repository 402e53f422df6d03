#pragma once
/// A kind of environment, and a kind of part of one: losses, violations, outcomes, corruption, noise. Both are built
/// alike: an environment makes an adversary, a part changes one.

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/plugin/plugin_code.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"

namespace regretta {

/// What is known besides the settings.
struct EnvironmentContext {
  std::uint64_t seed = 0;               ///< seed of the study
  std::optional<std::int64_t> horizon;  ///< horizon of the study; absent if a trace determines it
  std::string folder;                   ///< relative paths are resolved against this folder
  Adversary base{};                     ///< what a part changes; its K and m are 0 until something fixes them
};

enum class TakesParts { none, optional, required };  ///< required: it has no losses or violations of its own

struct EnvironmentEntry {
  std::string name;  ///< `kind`
  std::string summary{};
  std::string source{};
  std::vector<ParameterInfo> parameters{};  ///< its own, by the names that `build` reads
  std::function<Adversary(const Settings&, const EnvironmentContext&)> build{};  ///< throws InputError
  std::string group{};  ///< of a part: one of part_groups; empty: a whole environment

  TakesParts takes_parts = TakesParts::none;      ///< of an environment
  std::vector<std::string_view> only_parts_of{};  ///< the groups that it takes; empty: all
  bool takes(std::string_view group_name) const {
    return takes_parts != TakesParts::none &&
           (only_parts_of.empty() || std::ranges::find(only_parts_of, group_name) != only_parts_of.end());
  }
  // Of a part:
  bool is_default = false;             ///< if the study does not say which kind
  bool fixes_arms = false;             ///< its settings determine K
  bool defaults_are_settings = false;  ///< of every environment, and so part of every digest

  PluginCode code{};
};

struct PartGroup {
  std::string_view name;  ///< of its table in an environment
  std::string_view help;
  std::string_view help_if_required = help;
  bool is_flat = false;  ///< its settings are GROUP and GROUP_X instead of GROUP.kind and GROUP.X; never without a kind

  /// The path of one of its settings in an environment.
  std::string path(std::string_view setting) const;
};

inline constexpr std::array part_groups{
    PartGroup{"losses", "replaces the losses; left out: those of the environment", "the losses"},
    PartGroup{"violations", "replaces the violations; left out: those of the environment", "the violations"},
    PartGroup{"outcomes", "replaces losses, violations and noise by outcomes in which losses and costs are correlated"},
    PartGroup{"corruption",
              "how the violations are corrupted; in corrupted rounds the corrupted values are what counts"},
    PartGroup{.name = "noise", .help = "how means become the values that are paid and observed", .is_flat = true}};

/// The group of this name, which must exist.
const PartGroup& part_group(std::string_view name);

}  // namespace regretta
