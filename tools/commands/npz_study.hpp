#pragma once
/// A study's results as NumPy arrays: what `regretta export --format npz` writes.
///
///   array                                   axes
///   cell, learner (kind), learner_name, environment, horizon, arms, constraints       cell
///   learner.PARAM, environment.PARAM        cell                         each swept parameter
///   planned_trials, trials, infeasible_trials, failed_trials              cell
///   checkpoint                              cell, checkpoint             rounds; 0 after a cell's last one
///   finished                                cell, trial                  whether the trial is in the file
///   regret, ... (engine/trial/PROTOCOL.md)            cell, trial
///   curve.regret, ... (four of them)        cell, checkpoint, trial
///   failure.cell, failure.trial, failure.round, failure.message           failure, one each, by cell and trial
///   study                                   none: JSON text              name, seed, delta, version, shard, digest
///   axes                                    none: JSON text              {"regret": ["cell", "trial"], ...}
///
/// Trials that are not in the file, failed, or lie beyond a cell's number of trials are NaN, and so are values that a
/// trial lacks (regret if no strategy is feasible). A swept parameter is an array of integers, of doubles (NaN in a
/// cell that lacks it), of booleans, or otherwise of strings as in CSV ("" in a cell that lacks it).

#include <string>

#include "regretta/engine/evidence/tables/results.hpp"

namespace regretta {

/// Writes the arrays to `path`. Holds only the failures in memory. Throws as Results and
/// NpzFile do.
void write_npz(const Results& study, const std::string& path);

}  // namespace regretta
