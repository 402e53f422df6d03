#pragma once
/// A study's results as NumPy arrays: what `regretta export --format npz` writes.
///
///   array                                   axes
///   cell, learner (its name), kind, environment, horizon, arms, constraints       cell
///   learner.PARAM, environment.PARAM        cell                         each swept parameter
///   planned_trials, trials, infeasible_trials, failed_trials              cell
///   checkpoint                              cell, checkpoint             rounds; 0 after a cell's last one
///   trial                                   trial                        number of the trial, from 0
///   finished                                cell, trial                  whether the trial is in the file
///   regret, ... (engine/trial/PROTOCOL.md)            cell, trial
///   curve.regret, ... (four of them)        cell, checkpoint, trial
///   regret_mean, _se, _q05, _q50, _q95, ... cell                         as in the table cells
///   curve.regret_mean, ..., ...             cell, checkpoint             as in the table curves
///   failure.cell, failure.trial, failure.round, failure.message           failure, one each, by cell and trial
///   study                                   none: JSON text              name, seed, delta, version, shard, digest
///   axes                                    none: JSON text              {"regret": ["cell", "trial"], ...}
///
/// Axis `trial` has the trials that are saved of any cell. Of a cell that lacks one, or in which it failed, values are
/// NaN, and so are those that a trial lacks (regret if no strategy is feasible). A swept parameter is an array of
/// integers, of doubles (NaN in a cell that lacks it), of booleans, or otherwise of strings as in CSV ("" in a cell
/// that lacks it).

#include <string>

#include "regretta/engine/evidence/tables/results.hpp"

namespace regretta {

/// Writes the arrays to `path`. Holds in memory some trials of a cell, and the failures. Throws as Results and
/// NpzFile do.
void write_npz(const Results& study, const std::string& path);

}  // namespace regretta
