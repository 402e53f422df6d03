#pragma once
/// What a stop rule has found out, in words. Used by `run` and `stops`.

#include <string>

#include "regretta/engine/evidence/stopping/looks.hpp"

namespace regretta {

/// Questions of a study's rule and their answers.
struct StopCounts {
  std::int64_t units = 0, decided = 0;  ///< cells or settings, and those of which every question is answered
  std::int64_t questions = 0, open = 0, ties = 0;
  std::int64_t answerable = 0;  ///< open ones of which it is known about how many trials they need
  double needed = 0;            ///< trials per cell for all of these

  void add(const std::vector<StopLine>& lines);
};

/// "7 of 8 settings decided; 3 of 48 questions are ties, 2 are open: about 9,000 trials would answer them
/// (--most-trials)".
std::string counts_text(const StopCounts& counts, const StopRule& rule);

/// "until it is known which of any two learners has less regret and violation, ..."
std::string rule_text(const StopRule& rule);

/// "known", "less", "a tie", "not known yet: about 2,300 trials", ...; of "A < B" "A < B" or "A > B".
std::string verdict_text(const StopRule& rule, const StopLine& line);

}  // namespace regretta
