#pragma once
/// The stop rule of a study ("run until known"): the parameters of `stop` in [study], and the numbers of trials at
/// which the rule looks. evidence/stopping applies it.
///
///   stop = {until = "ranked"}                                       // regret and violation of every two learners
///   stop = {until = "compared to hedge", metric = "violation"}
///   stop = {until = "within 5%"}
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
  enum class Question {
    narrow,   ///< of every cell: is the interval narrow enough?
    decide,   ///< of every setting: which of two learners has less?
    compare,  ///< of every setting: is a learner less or more than the baseline, or a tie?
    rank      ///< of every setting: which of any two learners has less, or are they a tie?
  };

  std::string metric;       ///< the name of a quantity; with `until` it may be empty: regret and violation
  double half_width = 0;    ///< stop a cell when the half-width of its interval is at most this; 0: `decide` is used
  bool relative = false;    ///< whether half_width is a share of the size of the mean
  std::string decide;       ///< "A < B": stop a setting when learner A's metric is known to be below B's, or above
  std::string until;        ///< "ranked", "compared to A" or "within 5%"; empty: half_width or decide
  double tie = 0;           ///< learners that differ by at most this share of the size of their means are a tie
  double alpha = 0.05;      ///< probability of any wrong claim: per cell or setting; of compare and rank in all
  std::int64_t least = 64;  ///< trials before the first look
  double growth = 1.25;     ///< factor between the trials of successive looks; 1: a look after every block
  bool rare_trials = true;  ///< whether intervals allow for trials too rare to be seen

  /// What is less than this share of what trials can be counts as this share, where a share of a mean is wanted.
  static constexpr double least_size = 0.01;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("until", p.until,
          "\"ranked\", \"compared to A\" or \"within 5%\": go on until this is known of regret and violation");
    visit("metric", p.metric, "the quantity that must be known");
    visit("half_width", p.half_width, Range{0, 1e300, true, false},
          "stop a cell when the half-width of an interval for its mean is at most this");
    visit("relative", p.relative, "half_width is a share of the mean's size, such as 0.01");
    visit("decide", p.decide,
          "\"A < B\": stop a setting when it is known which of two learners has less of the metric");
    visit("tie", p.tie, Range{0, 1},
          "learners that differ by at most this share of their size are a tie [0.05 where learners are ranked or "
          "compared]");
    visit("alpha", p.alpha, Range{1e-4, 0.5},
          "probability of a wrong statement, per cell or setting; in all where learners are ranked or compared");
    visit("min_trials", p.least, Range{64, 1e9}, "trials before the first look");
    visit("growth", p.growth, Range{1, 2}, "trials from look to look; 1: a look after every block");
    visit("rare_trials", p.rare_trials,
          "intervals allow for trials too rare to be seen, as bad as the cell allows [with `until` false, else true]");
  }

  Question question() const;
  bool is_of_settings() const { return question() != Question::narrow; }
  /// The quantities that must be known.
  std::vector<std::string> metrics() const;
  /// The learners A and B of `decide`.
  std::pair<std::string, std::string> learners() const;
  std::string baseline() const;  ///< of "compared to A"

  /// The smallest error rate that a look may have, were its claim the only one.
  static constexpr double least_rate = 1e-5;

  /// The numbers of trials at which the rule looks at a cell: ascending, whole blocks, the last one `most`. A rule that
  /// read_stop_rule accepts has at most alpha / least_rate looks.
  std::vector<std::int64_t> looks(std::int64_t most) const;
};

/// The rule given by the table `stop` of [study]; none if it is empty. `trials` is the maximum per cell, `quantities`
/// the names that `metric` may have. Throws InputError.
std::optional<StopRule> read_stop_rule(const Settings& stop, std::int64_t trials,
                                       const std::vector<std::string>& quantities);

}  // namespace regretta
