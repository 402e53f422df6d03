#pragma once
/// `regretta compare OLD NEW`: compares two studies, baselines or benchmark results. Called by the command in
/// compare.cpp.

#include <string>

#include "regretta/engine/evidence/regression/changes.hpp"

namespace regretta {

struct OlderOptions {
  std::string before;
  std::string now;
  ChangesOptions changes;  ///< for benchmarks, only alpha and margin apply
  bool csv = false;
  std::string output;  ///< "": standard output
};

/// Prints what has changed. Returns the exit status: check_failed for a significant change, or for different bits where
/// equal bits are promised. Throws as the readers of the files do.
int compare_with_older(const OlderOptions& options);

}  // namespace regretta
