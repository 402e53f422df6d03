#pragma once
/// "Run until known": when a study has trials enough, as [study] says it.
///
///   stop = {metric = "regret", half_width = 0.01, relative = true}
///   stop = {metric = "violation", decide = "conomd-fs < known-c", alpha = 0.01}

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"

namespace regretta {

struct StopRule {
  std::string metric;       ///< one of quantity_names
  double half_width = 0;    ///< stop a cell when an interval for the metric's expectation is that narrow; 0: decide
  bool relative = false;    ///< half_width is a share of the mean's size
  std::string decide;       ///< "A < B": stop a setting when learner A's metric is known to be below B's, or above
  double alpha = 0.05;      ///< what is said when a cell or setting stops may be wrong with this probability
  std::int64_t least = 64;  ///< trials before the first look
  double growth = 1.25;     ///< each look has so many times the trials of the last; 1: a look after every block

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("stop.metric", p.metric, Choices{}, "the quantity that must be known");
    visit("stop.half_width", p.half_width, Range{0, 1e300, true, false},
          "stop a cell when half of an interval for its mean is at most this");
    visit("stop.relative", p.relative, "half_width is a share of the mean's size, such as 0.01");
    visit("stop.decide", p.decide, Choices{},
          "\"A < B\": stop a setting when it is known which of two learners has less of the metric");
    visit("stop.alpha", p.alpha, Range{1e-4, 0.5}, "probability of a wrong statement, per cell or setting");
    visit("stop.min_trials", p.least, Range{64, 1e9}, "trials before the first look");
    visit("stop.growth", p.growth, Range{1, 2}, "trials from look to look; 1: a look after every block");
  }

  /// The learners A and B of `decide`.
  std::pair<std::string, std::string> learners() const;

  /// What `alpha` is shared out over looks to, at least: resampling tells nothing rarer in reasonable time.
  static constexpr double least_rate = 1e-5;

  /// The numbers of trials at which a cell is looked at: ascending, whole blocks, the last one `most`. Of a rule that
  /// read_stop_rule accepts, alpha / least_rate at most.
  std::vector<std::int64_t> looks(std::int64_t most) const;
};

/// The rule in the "stop." keys of `settings`; empty if there are none. `trials`: the most that a cell may have. Throws
/// InputError, its key without "study.".
std::optional<StopRule> read_stop_rule(const Settings& settings, std::int64_t trials);

}  // namespace regretta
