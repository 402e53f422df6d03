#pragma once
/// The parts from which an environment is assembled: loss processes, violation processes and changes to a complete
/// adversary. Each is selected by name in `losses.kind`, `violations.kind`, ... This header also has the helpers that
/// check their settings.

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"

namespace regretta {

/// What is known when a part is built.
struct PartContext {
  std::uint64_t seed = 0;    ///< the study's
  std::int64_t horizon = 0;  ///< T
  int num_arms = 0;          ///< K; 0: not fixed yet
  int num_constraints = 0;   ///< m; 0: not fixed yet
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

/// One kind of part. `build` reads the part's own settings, under their bare names ("gap", not "losses.gap"), and
/// throws InputError with such a name.
template <class Part>
struct PartKind {
  ComponentEntry entry;     ///< parameter names carry the group's prefix
  bool fixes_arms = false;  ///< its settings determine K
  std::function<Part(const Settings&, const PartContext&)> build;
};

/// One kind of change to a complete adversary. `apply` reads its own settings under bare names and throws InputError
/// with such a name.
struct ChangeKind {
  ComponentEntry entry;  ///< parameter names carry the group's prefix
  std::function<void(const Settings&, std::uint64_t seed, Adversary&)> apply;
};

/// A noise law of a plugin. `build` reads its own settings under bare names and throws InputError with such a name.
struct NoiseLawKind {
  ComponentEntry entry;  ///< parameter names begin with "noise_"
  std::function<std::shared_ptr<const NoiseLaw>(const Settings&)> build;
};

/// How a part is named and described.
struct PartText {
  std::string name;       ///< its `kind` in a study
  std::string summary{};  ///< one line
  std::string source{};
};

std::vector<PartKind<LossPart>> loss_kinds();
std::vector<PartKind<ViolationPart>> violation_kinds();
std::vector<ChangeKind> modulation_kinds();  ///< applied before corruption; the first is the default
std::vector<ChangeKind> corruption_kinds();  ///< applied last; the first is the default

/// The settings whose names begin with `prefix` ("losses."), without the prefix.
Settings settings_below(const Settings& settings, std::string_view prefix);

/// Throws InputError{"kind"} if nothing has fixed the number of arms.
void need_arms(const PartContext& known);

/// Throws InputError{key} if the settings imply a number of arms or constraints other than the environment's (expected;
/// 0: not fixed yet). `noun` is "arm" or "constraint".
void check_count(const std::string& key, const char* noun, std::size_t actual, int expected);

/// Throws InputError{key} if `arm`, counted from 1, is more than K.
void check_arm(const std::string& key, std::int64_t arm, const PartContext& known);

/// Throws InputError for one of `keys` that is set although it belongs to another choice than the chosen one:
/// `chooser` = `owner`.
void check_belongs(const Settings& settings, std::initializer_list<std::string_view> keys, std::string_view chooser,
                   std::string_view owner, std::string_view chosen);

/// A table of m x K numbers (its lists are equally long) as one row, entry i * K + a.
std::vector<double> flatten(const std::vector<std::vector<double>>& lines);

/// Largest number of distinct rows of losses or of violations: each takes a few bytes per cell, visited or not.
inline constexpr std::int64_t max_distinct_rows = 100'000'000;

/// Throws InputError{key} if `rows` times `levels` exceeds max_distinct_rows.
void check_row_count(const std::string& key, std::int64_t rows, std::int64_t levels = 1);

/// Whether a kind has a parameter of this name, prefix included.
bool has_parameter(const ComponentEntry& entry, const std::string& name);

/// floor(fraction T), forgiving rounding: 0.29 of 100 is 29 rounds although 0.29 * 100 < 29 in floating point.
std::int64_t whole_rounds(double fraction, std::int64_t horizon);

/// Throws InputError{"X_fraction"} if both X and X_fraction are given.
void refuse_both_forms(const Settings& settings);

namespace detail {

template <class Params>
ComponentEntry component(const std::string& group, const std::string& prefix, PartText text) {
  return {group, std::move(text.name), std::move(text.summary), std::move(text.source),
          describe_parameters<Params>(prefix)};
}
template <class Params>
Params read(const Settings& settings) {
  Params params;
  read_parameters(settings, "", params);
  return params;
}

}  // namespace detail

/// The kind of losses or violations that `make` builds.
template <class Part, class Params>
PartKind<Part> part_kind(const std::string& group, PartText text, Part (*make)(const Params&, const PartContext&),
                         bool fixes_arms = false) {
  return {detail::component<Params>(group, group + ".", std::move(text)), fixes_arms,
          [make](const Settings& settings, const PartContext& known) {
            const auto params = detail::read<Params>(settings);
            refuse_both_forms(settings);
            return make(params, known);
          }};
}

/// Makes a change of an adversary a kind: apply(params, seed, adversary).
template <class Params, class Apply>
ChangeKind change_kind(const std::string& group, PartText text, Apply apply) {
  return {detail::component<Params>(group, group + ".", std::move(text)),
          [apply](const Settings& settings, std::uint64_t seed, Adversary& adversary) {
            apply(detail::read<Params>(settings), seed, adversary);
          }};
}

}  // namespace regretta
