#pragma once
/// What the trials of candidates say: the aim and the constraints of a search, evaluated on the results of a file.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/search/racing.hpp"
#include "regretta/engine/search/rules.hpp"

namespace regretta {

/// A mean over trials, in the environment that counts.
struct FoundMean {
  double mean = not_a_number;
  Interval interval{not_a_number, not_a_number};
};

/// The largest, with an interval that holds if those of all of them do; NaN of none.
FoundMean worst_of(const std::vector<FoundMean>& all);

class CandidateValues {
 public:
  CandidateValues(const SearchSpace& space, const SearchRules& rules);

  /// Reads the trials that are new. `labels`: those of the candidates in the file (Entrant).
  void read(const Results& study, const std::vector<std::string>& labels);

  /// Empty if not all of these trials are there.
  std::optional<RaceScore> score(const std::string& label, std::int64_t trials) const;

  /// With intervals that hold together, `family` of them. `which`: of the aims.
  FoundMean aim(const std::string& label, std::int64_t trials, const Family& family, std::size_t which = 0) const;
  /// By how much the aim is better than `share` of another's, trial by trial on the same trials; of a negative aim,
  /// than one that is by 1 - `share` worse. Each in the environment that counts.
  FoundMean better_by(const std::string& label, const std::string& other, double share, std::int64_t trials,
                      const Family& family, std::size_t which = 0) const;
  /// The aim in each environment of the study, in its order.
  std::vector<FoundMean> aims(const std::string& label, std::int64_t trials, const Family& family) const;
  std::vector<FoundMean> excesses(const std::string& label, std::size_t constraint, std::int64_t trials,
                                  const Family& family) const;
  FoundMean excess(const std::string& label, std::size_t constraint, std::int64_t trials, const Family& family) const;
  /// Means of C and of the study's measures, by name, of the first learner; over environments the largest.
  std::vector<std::pair<std::string, double>> beside(const std::string& label, std::int64_t trials) const;

 private:
  using Names = std::pair<std::string, std::string>;  ///< of learner and environment, as written
  struct OfCell {
    double horizon = 0;
    std::map<std::string, std::vector<double>> values;  ///< by quantity
  };
  using OfCandidate = std::map<Names, OfCell>;

  const OfCell* find(const std::string& label, const Names& names) const;
  /// The values of an expression: of each environment, or of the one that it names. Empty if trials are missing.
  std::vector<std::vector<double>> values(const Expression& expression, const std::string& label,
                                          std::int64_t trials) const;
  /// The aim in each trial, in the environment that counts in the mean.
  std::vector<double> aim_by_trial(const Aim& aim, const std::string& label, std::int64_t trials) const;
  FoundMean over_environments(const std::vector<std::vector<double>>& values, Against against, Family family) const;

  const SearchSpace& space_;
  std::vector<Aim> aims_;
  std::vector<Constraint> constraints_;
  std::vector<std::string> beside_;
  Against against_;
  std::map<std::string, Quantity> quantities_;
  std::vector<std::string> learners_, environments_;
  std::map<std::string, OfCandidate> candidates_;  ///< by label; "": of plugins that do not vary
};

}  // namespace regretta
