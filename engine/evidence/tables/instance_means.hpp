#pragma once
/// Where trials share instances (Study::instances), those of one instance are not independent. What is: the means over
/// the trials of each instance. Intervals and tests take these for their values.

#include <cstdint>
#include <functional>
#include <vector>

#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

/// The mean of each instance over its trials. NaN is left out, and is the mean of an instance without a value.
class InstanceMeans {
 public:
  explicit InstanceMeans(std::int64_t instances);
  void add(std::int64_t trial, double x);
  std::vector<double> means() const;

 private:
  struct Sum {
    double x = 0;
    std::int64_t values = 0;
  };
  std::vector<Sum> sums_;  ///< by instance
};

/// The same of values in the order of their trials, from 0.
std::vector<double> means_by_instance(const std::vector<double>& values, std::int64_t instances);

/// Visits the values of a cell that are independent: its saved trials, or one trial for each of several instances,
/// whose numbers are the means of those of its trials that have not failed. Throws as StudyReader::for_each_block.
void for_each_unit(const StudyReader& study, const CellLabel& cell,
                   const std::function<void(const TrialResult&)>& visit);

}  // namespace regretta
