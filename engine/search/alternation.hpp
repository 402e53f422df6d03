#pragma once
/// A learner that bears what a search finds: `against = "search"`. Searches take turns. An attack looks for the
/// environment that is worst for the learner of the turn before; then the learner's ranges are searched for what is
/// best in the worst of all environments that attacks have found, the archive. A last attack is on the learner that
/// this leaves, which was not tuned on it. Both learners, this one and that of the defaults, are then judged by trials
/// that nothing was chosen by.
///
/// Each search has a results file of its own beside that of the judgement, is one of run_search, and goes on as these
/// do: the whole is the same however it is run.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "regretta/engine/search/search.hpp"
#include "regretta/engine/search/turns.hpp"

namespace regretta {

/// An environment, in which both learners have played.
struct JudgedEnvironment {
  std::string name;      ///< in the file
  std::string attack;    ///< that has found it; "": it was given
  bool is_last = false;  ///< the learner was not tuned on it
  FoundMean found{}, preset{};
};

/// How a learner's constraints are met.
struct JudgedLearner {
  std::vector<std::pair<std::string, Value>> values;  ///< by path
  FoundMean in_archive{}, under_last{};               ///< the aim in the worst environment
  std::vector<FoundConstraint> constraints_in_archive, constraints_under_last;
};

struct AlternationOutcome {
  bool interrupted = false;
  std::vector<AlternatingSearch> searches;
  std::vector<SearchOutcome> of_search;
  JudgedLearner found, preset;  ///< preset: that of the defaults
  bool is_preset = false;       ///< nothing better than it was found
  std::vector<JudgedEnvironment> environments;
  std::int64_t intervals = 0;  ///< all hold together
  double rounds = 0;
  double seconds = 0;  ///< of this run
  int workers = 0;
  Study study{};       ///< of the judgement: both learners in all environments
  std::string digest;  ///< of its results
};

/// path: of the file of the judgement; the others are called after it (file_beside). Throws as run_search does.
AlternationOutcome run_alternation(const SearchSpace& space, const SearchRules& rules, const Catalogue& catalogue,
                                   const std::string& path, const SearchOptions& options, SearchObserver& observer);

/// "dir/s-growth.db" of "dir/s.db".
std::string file_beside(const std::string& path, const std::string& what);

}  // namespace regretta
