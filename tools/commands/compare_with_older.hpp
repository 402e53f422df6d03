#pragma once
/// `regretta compare OLD NEW`: compares two studies, baselines or benchmark results. Called by the command in
/// compare.cpp.

#include <string>

#include "regretta/engine/evidence/regression/changes.hpp"
#include "regretta/tools/commands/table_output.hpp"

namespace regretta {

struct OlderOptions {
  std::string before;
  std::string now;
  ChangesOptions changes;  ///< for benchmarks, only alpha and margin apply
  TableOptions table;      ///< without a selection
};

/// Prints what has changed. Returns the exit status: check_failed for a significant change, or for different bits where
/// equal bits are promised. Throws as the readers of the files do.
int compare_with_older(const OlderOptions& options);

}  // namespace regretta
