#pragma once
/// The base kinds of an environment: what `kind` selects, before parts are replaced, violations corrupted and noise
/// chosen.

#include <functional>
#include <string>
#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"

namespace regretta {

/// What is known when a base is built.
struct BaseContext : EnvironmentContext {
  bool losses_replaced = false;
  bool violations_replaced = false;
};

struct BaseKind {
  std::string name;
  std::string summary;
  std::string source;
  std::vector<ParameterInfo> parameters;
  /// Builds the base from its own settings, without noise; throws InputError. Losses and violations are empty where the
  /// base leaves them to the parts; K and m are then 0 unless the settings fix them.
  std::function<Adversary(const Settings&, const BaseContext&)> build;
  bool is_composed = false;  ///< has no losses or violations: the parts must supply both
};

/// The base kinds. Each call returns kinds with their own trace cache.
std::vector<BaseKind> base_kinds();

}  // namespace regretta
