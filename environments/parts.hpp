#pragma once
/// What an environment is put together from: loss processes, violation processes and changes to an adversary that has
/// both, each known by the word that a `losses.kind`, `violations.kind`, ... may take.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/plugin/parameters.hpp"
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

/// One word of a group that changes an adversary which is otherwise complete. `apply` reads its own settings under bare
/// names and throws InputError with such a name.
struct ChangeKind {
  ComponentEntry entry;  ///< parameter names carry the group's prefix
  std::function<void(const Settings&, std::uint64_t seed, Adversary&)> apply;
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

/// The most different rows that losses or violations may have: each costs some bytes per cell, visited or not.
inline constexpr std::int64_t max_distinct_rows = 100'000'000;

/// Throws InputError{key} where `rows` times `levels` rows would be more than that.
void check_row_count(const std::string& key, std::int64_t rows, std::int64_t levels = 1);

/// floor(fraction T), where 0.29 of 100 is 29 rounds although 0.29 * 100 < 29 in floating point.
std::int64_t whole_rounds(double fraction, std::int64_t horizon);

/// Throws InputError{"X_fraction"} where X is given beside it: a number of rounds has one of the two forms.
void refuse_both_forms(const Settings& settings);

}  // namespace regretta
