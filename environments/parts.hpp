#pragma once
/// What an environment is put together from: loss processes and violation processes, each known by the word that a
/// `losses.kind` or `violations.kind` may take.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/study/catalogue.hpp"
#include "regretta/engine/study/parameters.hpp"
#include "regretta/engine/trial/adversary.hpp"

namespace regretta {

/// What is known when a part is built.
struct PartContext {
  std::uint64_t seed = 0;    ///< the study's
  std::int64_t horizon = 0;  ///< T
  int num_arms = 0;          ///< K; 0: nothing has fixed it yet
  int num_constraints = 0;   ///< m; 0: nothing has fixed it yet
};

struct LossPart {
  int num_arms = 0;
  MeanRows rows;
  std::vector<AdaptiveStage> adaptive;
};

struct ViolationPart {
  int num_arms = 0;
  int num_constraints = 0;
  MeanRows rows;
};

/// One word of a group. `build` reads its own settings, under their bare names ("gap", not "losses.gap"), and throws
/// InputError with such a name.
template <class Part>
struct PartKind {
  ComponentEntry entry;     ///< parameter names carry the group's prefix
  bool fixes_arms = false;  ///< its settings say how many arms there are
  std::function<Part(const Settings&, const PartContext&)> build;
};

std::vector<PartKind<LossPart>> loss_kinds();
std::vector<PartKind<ViolationPart>> violation_kinds();

/// The settings below `prefix` ("losses."), without it.
Settings settings_below(const Settings& settings, std::string_view prefix);

/// Throws InputError{key} where settings fix another number of arms or constraints than the environment has (expected;
/// 0: nothing has fixed it). `noun` is "arm" or "constraint".
void check_count(const std::string& key, const char* noun, std::size_t actual, int expected);

/// A table of `lines` x K as one row, entry i * K + a; throws InputError{"means"} where lines differ in length.
std::vector<double> flatten(const std::vector<std::vector<double>>& lines, const std::string& key);

/// A plain list where a table of numbers is expected is a table of one line.
void accept_plain_list(Settings& settings, const std::string& key);

}  // namespace regretta
