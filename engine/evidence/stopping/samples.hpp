#pragma once
/// The trials that a stop rule looks at, read from a growing file. Used by looks.cpp.

#include <cstdint>
#include <map>
#include <vector>

#include "regretta/engine/evidence/stopping/stop_units.hpp"
#include "regretta/engine/evidence/stopping/stopping.hpp"
#include "regretta/engine/evidence/tables/results.hpp"

namespace regretta {

class Samples {
 public:
  /// Of a study that has a stop rule.
  explicit Samples(const Study& study);

  /// Whether the study has the first `trials` trials of all cells of the unit.
  bool has(const Results& study, const StopUnit& unit, std::int64_t trials);

  /// Of these.
  Sample of(const StopQuestion& question, std::int64_t trials) const;

  /// Frees the memory that the unit takes.
  void forget(const StopUnit& unit);

 private:
  /// What is known of a cell, by metric.
  struct OfCell {
    std::vector<std::vector<double>> values{};  ///< of the trials before the first gap
    std::vector<Interval> reaches{};
  };
  std::int64_t read(const Results& study, std::int64_t cell, std::int64_t wanted);

  std::int64_t instances_;
  std::vector<Quantity> quantities_;  ///< whose means estimate those of the metrics
  std::map<std::int64_t, OfCell> cells_;
};

}  // namespace regretta
