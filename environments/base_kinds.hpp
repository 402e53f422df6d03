#pragma once
/// The base kinds of an environment: what `kind` selects, before parts are replaced, violations corrupted and noise
/// chosen.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/adversary.hpp"

namespace regretta {

/// What is known when a base is built.
struct BaseContext {
  std::uint64_t seed = 0;
  std::optional<std::int64_t> horizon;
  std::string folder;
  bool losses_replaced = false;
  bool violations_replaced = false;
};

/// The means of a base. Losses and violations are empty where the base leaves them to the parts; K and m are then 0
/// unless the settings fix them.
struct Base {
  int num_arms = 0;
  int num_constraints = 0;
  std::int64_t horizon = 0;
  MeanRows losses;
  MeanRows violations;
  std::vector<AdaptiveStage> adaptive;
};

struct BaseKind {
  std::string name;
  std::string summary;
  std::string source;
  std::vector<ParameterInfo> parameters;
  /// Builds the base from its own settings; throws InputError.
  std::function<Base(const Settings&, const BaseContext&)> build;
  bool is_composed = false;  ///< has no losses or violations: the parts must supply both
};

/// The base kinds. Each call returns kinds with their own trace cache.
std::vector<BaseKind> base_kinds();

}  // namespace regretta
