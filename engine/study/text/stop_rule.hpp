#pragma once
/// The stop rule of a study ("run until known"): `until`, `metric`, `alpha` and `most_trials` of [study].
/// evidence/stopping applies it.
///
///   until = "ranked"               // it is known which of any two learners of a setting has less, or that they tie
///   until = "compared to hedge"    // the same for each learner and the baseline hedge
///   until = "within 5%"            // the half-width of every interval is at most 5% of its mean

#include <cstdint>
#include <string>
#include <vector>

namespace regretta {

struct StopRule {
  enum class Question {
    narrow,   ///< Is the interval of each cell narrow enough?
    compare,  ///< Does each learner of a setting have less or more than the baseline, or is it a tie?
    rank      ///< Which of any two learners of a setting has less, or are they a tie?
  };

  /// Learners whose means differ by at most this share of the larger mean are a tie.
  static constexpr double tie = 0.05;
  /// Lower limit of the size of a mean, as a share of the reach of its values, where a share of the mean is needed.
  static constexpr double least_size = 0.01;

  std::string until{};      ///< "ranked", "compared to A" or "within 5%"
  std::string metric{};     ///< the name of a quantity; empty: regret and violation
  double alpha = 0.05;      ///< probability of any wrong claim; for "within 5%", in each cell
  std::int64_t least = 64;  ///< trials before the first look

  Question question() const;
  bool is_of_settings() const { return question() != Question::narrow; }  ///< whether it decides settings, not cells
  /// Names of the quantities that the rule is about.
  std::vector<std::string> metrics() const;
  std::string baseline() const;  ///< the learner A in "compared to A"
  double share() const;          ///< 0.05 for "within 5%"; 0 for other rules

  /// The numbers of trials at which the rule looks at a cell: ascending, whole blocks, each 1.25 times the one before,
  /// the last one `most`.
  std::vector<std::int64_t> looks(std::int64_t most) const;

  bool operator==(const StopRule&) const = default;
};

/// Throws InputError with the key "until" or "metric" unless the rule can be applied. `quantities`: the names that
/// `metric` may have.
void check_stop_rule(const StopRule& rule, const std::vector<std::string>& quantities);

}  // namespace regretta
