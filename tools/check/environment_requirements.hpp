#pragma once
/// Requirements on adversaries. Each function tests one requirement and returns the first counterexample. Used by
/// `regretta check` and by tests.

#include <functional>

#include "regretta/engine/trial/round/cell_work.hpp"
#include "regretta/tools/check/repeat_requirements.hpp"

namespace regretta {

using BuildAdversary = std::function<Adversary()>;

/// In every round, mean losses are in [0, 1] and mean violations in [-1, 1]; none is NaN.
Counterexample range_violation(const Adversary& adversary);

/// num_rows, row_at, same_until and read of losses and violations agree, in any order of calls.
Counterexample row_disagreement(const Adversary& adversary);

/// Repeated plays of the means of a trial, each of a newly built adversary.
RepeatedPlay repeated_build(const BuildAdversary& build);

/// Lane k of eight has the means of the trial played alone.
Counterexample mean_lane_difference(const Adversary& adversary);

/// The means of round t depend neither on a_t nor on later rounds: two trials with the same arms before round t, and
/// the same strategies up to it, have the same means in it.
Counterexample lookahead_of_means(const Adversary& adversary);

/// Stages change losses and violations only if they declare it (moves_losses, moves_violations).
Counterexample undeclared_move(const Adversary& adversary);

/// Realised values are in their range, and average to their means (within 5.5 standard errors of the Bernoulli law,
/// which has the largest variance: one false alarm in 26 million tested means). Oblivious adversaries only.
Counterexample noise_bias(const CellWork& work);

}  // namespace regretta
