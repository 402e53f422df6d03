#pragma once
/// Catalogue entries for environments and their parts, made from a Params type and a function; checks of their
/// settings; functions by which plugins add parts to a catalogue.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"

namespace regretta {

/// The environment that a mean process belongs to.
struct PartContext {
  std::uint64_t seed = 0;    ///< seed of the study
  std::int64_t horizon = 0;  ///< T
  int num_arms = 0;          ///< K; 0: not fixed yet
  int num_constraints = 0;   ///< m; 0: not fixed yet
};

/// Throws InputError{"kind"} if nothing has fixed the number of arms.
void need_arms(int num_arms);

/// Throws InputError{key} if the settings imply `actual` arms or constraints and the environment has another number:
/// `expected`, or 0 if it is not fixed yet. `noun` names them in the message, such as "arm".
void check_count(const std::string& key, const char* noun, std::size_t actual, int expected);

/// Throws InputError{key} if the index of an arm or constraint, counted from 1, exceeds `count`.
void check_index(const std::string& key, std::int64_t index, int count);

/// Throws InputError{"kind"} if the violations are adaptive: only fixed means can be corrupted.
void need_oblivious_violations(const Adversary& adversary);

/// Concatenates m lists, one per constraint, of K numbers into one row of means: entry i * K + a.
std::vector<double> flatten(const std::vector<std::vector<double>>& lists);

/// floor(fraction T) without rounding errors: 0.29 of 100 is 29 rounds although 0.29 * 100 < 29 in floating point.
std::int64_t whole_rounds(double fraction, std::int64_t horizon);

/// Throws InputError if two of X, X_fraction and X_sqrt are set, for any X. Its key is the later form in this order.
void refuse_two_forms(const Settings& settings);

/// Replace the losses, or the violations, and set the numbers of arms and constraints. Throw InputError{"kind"} for too
/// many rows.
void set_losses(Adversary& adversary, MeanRows rows, int num_arms);
void set_violations(Adversary& adversary, MeanRows rows, int num_arms, int num_constraints);

/// Completes the entry of a part. change(params, seed of the study, adversary) adds the part to the adversary.
template <class Params, class Change>
EnvironmentEntry part_entry(std::string group, EnvironmentEntry entry, Change change) {
  entry.group = std::move(group);
  entry.parameters = describe_parameters<Params>();
  entry.build = [change](const Settings& settings, const EnvironmentContext& context) {
    Params params;
    read_parameters(settings, params);
    refuse_two_forms(settings);
    Adversary adversary = context.base;
    change(params, context.seed, adversary);
    return adversary;
  };
  return entry;
}

/// Losses from a process that is defined for any number of arms: Rows(const Rows::Params&, const PartContext&).
template <MeanProcess Rows>
EnvironmentEntry losses_entry(EnvironmentEntry entry) {
  return part_entry<typename Rows::Params>(
      "losses", std::move(entry), [](const auto& params, std::uint64_t seed, Adversary& adversary) {
        const int K = adversary.num_arms;
        need_arms(K);
        set_losses(adversary, Rows(params, PartContext{seed, adversary.horizon, K, adversary.num_constraints}), K);
      });
}
/// Violations from a process that is defined for any number of arms and constraints; m = 1 unless the environment has
/// fixed it.
template <MeanProcess Rows>
EnvironmentEntry violations_entry(EnvironmentEntry entry) {
  return part_entry<typename Rows::Params>(
      "violations", std::move(entry), [](const auto& params, std::uint64_t seed, Adversary& adversary) {
        const int K = adversary.num_arms, m = std::max(adversary.num_constraints, 1);
        need_arms(K);
        set_violations(adversary, Rows(params, PartContext{seed, adversary.horizon, K, m}), K, m);
      });
}

/// Noise from a law that is called through the interface in noise.hpp: Law(const Law::Params&).
template <class Law>
EnvironmentEntry noise_entry(EnvironmentEntry entry) {
  return part_entry<typename Law::Params>("noise", std::move(entry),
                                          [](const auto& params, std::uint64_t, Adversary& adversary) {
                                            adversary.noise = noise_behind_interface(Law(params));
                                          });
}

/// The built-in kinds of environments and of each part.
std::vector<EnvironmentEntry> base_kinds();  ///< each call makes a new cache of traces
std::vector<EnvironmentEntry> loss_kinds();
std::vector<EnvironmentEntry> violation_kinds();
std::vector<EnvironmentEntry> outcome_kinds();
std::vector<EnvironmentEntry> corruption_kinds();
std::vector<EnvironmentEntry> noise_kinds();

/// Visits the members of `p` for the three forms of the budget of a corruption.
void visit_budget(auto& p, auto&& visit) {
  visit("budget", p.budget, Range{0, infinity, false, true},
        "the corruption C to inject, spent exactly; 0: no corruption", Role::corruption_budget);
  visit("budget_fraction", p.budget_fraction, Range{0, infinity, false, true},
        "the budget as a fraction of T (give one of the forms)", Role::corruption_budget);
  visit.later("budget_sqrt", p.budget_sqrt, Range{0, infinity, false, true}, "the budget in units of sqrt(T)",
              Role::corruption_budget);
}

/// The key of the budget in the study, and C. Throws InputError{"budget"} if the study has none.
std::pair<std::string, double> budget_of(const auto& p, std::int64_t horizon) {
  const auto T = static_cast<double>(horizon);
  if (p.budget) return {"budget", *p.budget};
  if (p.budget_fraction) return {"budget_fraction", *p.budget_fraction * T};
  if (p.budget_sqrt) return {"budget_sqrt", *p.budget_sqrt * sqrt(T)};
  throw InputError("budget",
                   "missing, expected the corruption C to inject (or budget_fraction, C / T; or budget_sqrt, C / "
                   "sqrt(T))");
}

// Functions by which plugins add kinds of losses, violations, corruption or noise to the built-in environments
// (examples: tests/consumer/parts.hpp). `entry` has the name, summary and source. Each function throws
// std::invalid_argument if the kind exists already.

/// `losses.kind = NAME`: a MeanProcess whose rows are K numbers, Rows(const Rows::Params&, const PartContext&).
template <MeanProcess Rows>
void add_losses(Catalogue& catalogue, EnvironmentEntry entry) {
  catalogue.add_part(losses_entry<Rows>(std::move(entry)));
}

/// `violations.kind = NAME`: a MeanProcess whose rows are m x K numbers, Rows(const Rows::Params&, const PartContext&).
template <MeanProcess Rows>
void add_violations(Catalogue& catalogue, EnvironmentEntry entry) {
  catalogue.add_part(violations_entry<Rows>(std::move(entry)));
}

/// `corruption.kind = NAME`, applied last: apply(const Params&, seed of the study, Adversary&).
template <class Params, class Apply>
void add_corruption(Catalogue& catalogue, EnvironmentEntry entry, Apply apply) {
  catalogue.add_part(part_entry<Params>("corruption", std::move(entry), apply));
}

/// `noise = NAME`, with parameters called noise_...: Law(const Law::Params&), a law of engine/trial/contract/noise.hpp.
template <class Law>
void add_noise(Catalogue& catalogue, EnvironmentEntry entry) {
  catalogue.add_part(noise_entry<Law>(std::move(entry)));
}

}  // namespace regretta
