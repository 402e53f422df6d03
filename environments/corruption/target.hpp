#pragma once
/// What a corruption changes: entries of the violation matrix, and the value each is moved to. A direction
/// (directions.hpp) chooses them.

#include <span>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"

namespace regretta {

/// One entry of gbar_t and its value in a corrupted round, or two arms that exchange their values.
struct Target {
  int constraint = 0;  ///< i, from 0
  int arm = 0;         ///< a, from 0
  double value = 0;    ///< in [-1, 1]; unused if there is a partner
  int partner = -1;    ///< the other arm of an exchange, from 0; -1: none

  /// Distance by which this target moves its constraint's entries in a fully corrupted round. row: m x K.
  double cost(std::span<const double> row, int num_arms) const;
  /// Moves the entries of a row (m x K) the fraction `part`, in (0, 1], of the way. An arm has at most one target per
  /// constraint.
  void corrupt(std::span<double> row, int num_arms, double part) const;
};

/// The means of the uncorrupted rounds, averaged over rounds 1..T: K losses, m x K violations.
std::vector<double> average_losses(const Adversary& adversary);
std::vector<double> average_violations(const Adversary& adversary);

}  // namespace regretta
