#pragma once
/// `regretta compare OLD NEW`: studies, baselines, or benchmarks.

#include <string>

#include "regretta/engine/evidence/regression/changes.hpp"

namespace regretta {

struct OlderOptions {
  std::string before;
  std::string now;
  ChangesOptions changes;  ///< of benchmarks, alpha and margin alone
  bool csv = false;
  std::string output;  ///< "": standard output
};

/// Prints what has changed; returns the exit status: check_failed for a significant change, or other bits where the
/// same were promised.
int compare_with_older(const OlderOptions& options);

}  // namespace regretta
