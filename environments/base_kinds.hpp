#pragma once
/// What a `kind` of environment is before its parts are replaced, its violations corrupted and its noise chosen.

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

/// Losses and violations are empty where the base leaves them to the parts; K and m are then 0 unless settings fix
/// them.
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
  /// Reads the base's own settings; throws InputError.
  std::function<Base(const Settings&, const BaseContext&)> build;
};

/// Each call makes kinds with a trace cache of their own.
std::vector<BaseKind> base_kinds();

}  // namespace regretta
