#pragma once
/// Entries for the kinds of environment and of their parts, made from a Params type and a function; helpers that check
/// their settings; and what adds parts of a plugin to a catalogue.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"

namespace regretta {

/// What a process is built for.
struct PartContext {
  std::uint64_t seed = 0;    ///< the study's
  std::int64_t horizon = 0;  ///< T
  int num_arms = 0;          ///< K; 0: not fixed yet
  int num_constraints = 0;   ///< m; 0: not fixed yet
};

/// Throws InputError{"kind"} if nothing has fixed the number of arms.
void need_arms(int num_arms);

/// Throws InputError{key} if the settings imply a number of arms or constraints other than the environment's (expected;
/// 0: not fixed yet). `noun` is "arm" or "constraint".
void check_count(const std::string& key, const char* noun, std::size_t actual, int expected);

/// Throws InputError{key} if `index`, that of an arm or constraint from 1, is more than `count`.
void check_index(const std::string& key, std::int64_t index, int count);

/// Throws InputError{"kind"} if the violations are adaptive, so that there is nothing fixed to corrupt.
void need_oblivious_violations(const Adversary& adversary);

/// A table of m x K numbers (its lists are equally long) as one row, entry i * K + a.
std::vector<double> flatten(const std::vector<std::vector<double>>& lines);

/// floor(fraction T), forgiving rounding: 0.29 of 100 is 29 rounds although 0.29 * 100 < 29 in floating point.
std::int64_t whole_rounds(double fraction, std::int64_t horizon);

/// Throws InputError for the later one if two of X, X_fraction and X_sqrt are given.
void refuse_both_forms(const Settings& settings);

/// Replaces the losses, or the violations, by rows for these numbers of arms and constraints. Throws InputError{"kind"}
/// for too many rows.
void set_losses(Adversary& adversary, MeanRows rows, int num_arms);
void set_violations(Adversary& adversary, MeanRows rows, int num_arms, int num_constraints);

/// Completes the entry of a part: change(params, seed of the study, adversary) makes the change.
template <class Params, class Change>
EnvironmentEntry part_entry(std::string group, EnvironmentEntry entry, Change change) {
  entry.group = std::move(group);
  entry.parameters = describe_parameters<Params>();
  entry.build = [change](const Settings& settings, const EnvironmentContext& context) {
    Params params;
    read_parameters(settings, params);
    refuse_both_forms(settings);
    Adversary adversary = context.base;
    change(params, context.seed, adversary);
    return adversary;
  };
  return entry;
}

/// A process that is defined for any number of arms: Rows(const Rows::Params&, const PartContext&).
template <MeanProcess Rows>
EnvironmentEntry losses_entry(EnvironmentEntry entry) {
  return part_entry<typename Rows::Params>(
      "losses", std::move(entry), [](const auto& params, std::uint64_t seed, Adversary& adversary) {
        const int K = adversary.num_arms;
        need_arms(K);
        set_losses(adversary, Rows(params, PartContext{seed, adversary.horizon, K, adversary.num_constraints}), K);
      });
}
/// The same, for any number of constraints, 1 unless something fixes it.
template <MeanProcess Rows>
EnvironmentEntry violations_entry(EnvironmentEntry entry) {
  return part_entry<typename Rows::Params>(
      "violations", std::move(entry), [](const auto& params, std::uint64_t seed, Adversary& adversary) {
        const int K = adversary.num_arms, m = std::max(adversary.num_constraints, 1);
        need_arms(K);
        set_violations(adversary, Rows(params, PartContext{seed, adversary.horizon, K, m}), K, m);
      });
}

/// A law of noise behind the interface: Law(const Law::Params&).
template <class Law>
EnvironmentEntry noise_entry(EnvironmentEntry entry) {
  return part_entry<typename Law::Params>("noise", std::move(entry),
                                          [](const auto& params, std::uint64_t, Adversary& adversary) {
                                            adversary.noise = noise_behind_interface(Law(params));
                                          });
}

/// The environments, and the kinds of each part.
std::vector<EnvironmentEntry> base_kinds();  ///< each call makes a trace cache
std::vector<EnvironmentEntry> loss_kinds();
std::vector<EnvironmentEntry> violation_kinds();
std::vector<EnvironmentEntry> outcome_kinds();
std::vector<EnvironmentEntry> corruption_kinds();
std::vector<EnvironmentEntry> noise_kinds();

/// Visits the three forms in which the budget of a corruption can be given: members of `p`.
void visit_budget(auto& p, auto&& visit) {
  visit("budget", p.budget, Range{0, infinity, false, true}, "the corruption C to inject, spent exactly; 0: none",
        Role::corruption_budget);
  visit("budget_fraction", p.budget_fraction, Range{0, infinity, false, true},
        "the same as a fraction of T (give one of the forms)", Role::corruption_budget);
  visit.later("budget_sqrt", p.budget_sqrt, Range{0, infinity, false, true}, "the same in units of sqrt(T)",
              Role::corruption_budget);
}

/// The form in which a budget is given, and C. Throws InputError{"budget"} if it is not.
std::pair<std::string, double> budget_of(const auto& p, std::int64_t horizon) {
  const auto T = static_cast<double>(horizon);
  if (p.budget) return {"budget", *p.budget};
  if (p.budget_fraction) return {"budget_fraction", *p.budget_fraction * T};
  if (p.budget_sqrt) return {"budget_sqrt", *p.budget_sqrt * sqrt(T)};
  throw InputError("budget",
                   "is missing; expected the corruption C to inject (or budget_fraction, C / T; or budget_sqrt, C / "
                   "sqrt(T))");
}

// What follows adds parts to the environments that ship: a loss or violation process, a corruption, a noise law
// (examples: tests/consumer/parts.hpp). `entry` gives name, summary and source. Each function throws
// std::invalid_argument if there is a part of that name.

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
