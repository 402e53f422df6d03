#pragma once
/// Searches a space: proposes candidates, plays them as cells of a results file, and plays the best ones again on fresh
/// trials. What is found follows from study, space and rules alone: threads, kills and resumes change no bit of it.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "regretta/engine/search/candidate.hpp"
#include "regretta/engine/search/outcome.hpp"
#include "regretta/engine/search/proposer.hpp"
#include "regretta/engine/search/rules.hpp"
#include "regretta/engine/search/space.hpp"
#include "regretta/engine/study/run_study.hpp"

namespace regretta {

struct SearchOptions {
  MakeProposer make_tpe{};  ///< may be left out unless the rules ask for it
  RunOptions run{};         ///< its policy stores facts at the end; shards are not used
};

struct SearchProgress {
  std::int64_t search = 1, searches = 1;  ///< which of several it is, from 1
  std::int64_t generation = 0;            ///< from 1
  std::int64_t candidates = 0, refused = 0;
  double rounds = 0, rounds_planned = 0;  ///< of the race, and of all
  bool has_best = false;
  double best = 0;         ///< the mean of the aim over the trials of the best so far
  std::int64_t front = 0;  ///< of two aims: how many candidates nothing dominates so far
  bool is_final = false;   ///< the finalists are played on fresh trials, or forms of the winner
};

class SearchObserver : public RunObserver {
 public:
  virtual void advanced(const SearchProgress& /*progress*/) {}
};

/// Creates the file, resumes its search, or goes on with more rounds. Throws StudyError where the rounds do not suffice
/// for one generation, StudyFileError for a file of another search, and as run_study does.
SearchOutcome run_search(const SearchSpace& space, const SearchRules& rules, const Catalogue& catalogue,
                         const std::string& path, const SearchOptions& options, SearchObserver& observer);

}  // namespace regretta
