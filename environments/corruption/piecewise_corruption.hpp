#pragma once
/// Corruption in blocks, one after the other: each moves one entry of the violations to a value of its own, until its
/// share of the budget is spent. So any single-entry corruption with few changes can be written, and searched for.

#include <cstdint>
#include <optional>
#include <vector>

#include "regretta/environments/corruption/budgeted_corruption.hpp"

namespace regretta {

/// All lists but `arms` may be left out; those that are given are as long as it is. Throws InputError for other lists,
/// "budget" as spend_budget does, and for more rounds than T / 2 in all.
struct PiecewiseCorruption {
  std::optional<double> budget{};           ///< C >= 0
  std::optional<double> budget_fraction{};  ///< C / T >= 0
  std::optional<double> budget_sqrt{};      ///< C / sqrt(T) >= 0
  std::vector<double> arms{};               ///< of each block, from 1; required
  std::vector<double> constraints{};        ///< from 1; empty: the first
  std::vector<double> values{};             ///< in [-1, 1]; empty: 1
  std::vector<double> shares{};             ///< of the budget, in proportion; empty: all alike
  std::vector<double> pauses{};             ///< before the block, as fractions of T; empty: 0

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit_budget(p, visit);
    visit("arms", p.arms, Range{1, 1e6}, "the arm of each block, counted from 1");
    visit("constraints", p.constraints, Range{1, 1e6}, "the constraint of each, counted from 1; left out: the first");
    visit("values", p.values, Range{-1, 1}, "the mean violation in rounds of each; left out: 1");
    visit("shares", p.shares, Range{0, 1e15},
          "of the budget, in proportion: a block lasts until its share is spent; left out: all alike");
    visit("pauses", p.pauses, Range{0, 1}, "uncorrupted rounds before each block, as fractions of T; left out: 0");
  }

  void apply(std::uint64_t seed, Adversary& adversary) const;
};

}  // namespace regretta
