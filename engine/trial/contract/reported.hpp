#pragma once
/// Values that plugins provide about themselves: the quantities that a learner or an adversary reports at the end of a
/// trial, and the internal state that a learner shows to `regretta replay`.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "regretta/engine/real/real.hpp"

namespace regretta {

/// Quantities by name, one value per lane. The engine copies them into the quantities of the trial that have these
/// names and does not interpret them.
template <class Real>
using Reported = std::vector<std::pair<std::string_view, Real>>;

/// A list of named numbers, filled in by a learner's show() and read by a RoundWatcher. It is used only when a single
/// trial is watched. Every call of show() must add the same names in the same order.
class Internals {
 public:
  /// lane: the lane whose numbers are taken, if the learner plays several trials.
  explicit Internals(int lane = 0) : lane_(lane) {}

  template <class Real>
  void number(std::string_view name, const Real& value) {
    if (collects_names_) names_.emplace_back(name);
    values_.push_back(lane(value, lane_));
  }
  /// Adds name_1, name_2, ..., one for each entry (an arm or a constraint). values: an Eigen vector of Real.
  template <class Values>
  void row(std::string_view name, const Values& values) {
    for (Eigen::Index k = 0; k < values.size(); ++k) entry(name, "", k, values[k]);
  }
  /// Adds name1_1, name1_2, ...: the constraint, then the arm. values: an Eigen matrix of Real, m x K.
  template <class Values>
  void table(std::string_view name, const Values& values) {
    for (Eigen::Index i = 0; i < values.rows(); ++i)
      for (Eigen::Index a = 0; a < values.cols(); ++a)
        entry(name, collects_names_ ? std::to_string(i + 1) : "", a, values(i, a));
  }

  const std::vector<std::string>& names() const { return names_; }
  const std::vector<double>& values() const { return values_; }
  /// Call before each show(): drops the values and keeps the names.
  void clear() {
    collects_names_ = names_.empty();
    values_.clear();
  }

 private:
  template <class Real>
  void entry(std::string_view name, const std::string& table_row, Eigen::Index k, const Real& value) {
    if (collects_names_) names_.push_back(std::string(name) + table_row + "_" + std::to_string(k + 1));
    values_.push_back(lane(value, lane_));
  }

  int lane_;
  bool collects_names_ = true;
  std::vector<std::string> names_;
  std::vector<double> values_;
};

}  // namespace regretta
