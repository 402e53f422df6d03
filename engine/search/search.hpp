#pragma once
/// Searches a space: proposes candidates, plays them as cells of a results file, and plays the best ones again on fresh
/// trials. What is found follows from study, space and rules alone: threads, kills and resumes change no bit of it.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "regretta/engine/search/candidate.hpp"
#include "regretta/engine/search/candidate_values.hpp"
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
  std::int64_t generation = 0;  ///< from 1
  std::int64_t candidates = 0, refused = 0;
  double rounds = 0, rounds_planned = 0;  ///< of the race, and of all
  bool has_best = false;
  double best = 0;        ///< the mean of the aim over the trials of the best so far
  bool is_final = false;  ///< the finalists are played on fresh trials
};

class SearchObserver : public RunObserver {
 public:
  virtual void advanced(const SearchProgress& /*progress*/) {}
};

/// What fresh trials say of a constraint.
struct FoundConstraint {
  std::string text;
  FoundMean excess{};  ///< by how much it is violated; negative: by how much it is met
  bool is_met() const { return excess.interval.high <= 0; }
  bool is_broken() const { return excess.interval.low > 0; }
};

struct Finalist {
  std::int64_t candidate = 0;
  std::vector<std::pair<std::string, Value>> values;  ///< by path
  double believed = 0;                                ///< the mean over the trials of the race
  std::int64_t believed_trials = 0;
  FoundMean fresh{};  ///< over fresh trials; the intervals of all finalists hold together
  std::vector<FoundConstraint> constraints;
  bool meets_all() const;
  double excess() const;  ///< by how much the constraints are violated, in the mean
};

struct SearchOutcome {
  bool interrupted = false;
  std::int64_t candidates = 0, refused = 0, generations = 0;
  std::string refusal;  ///< the most frequent reason, as the first candidate with it has it
  double rounds = 0;    ///< of all trials
  double seconds = 0;   ///< of this run
  std::string proposer;
  std::vector<Finalist>
      finalists;  ///< best first by fresh trials; behind those that meet all constraints the others, the nearest first
  std::string digest;
};

/// The cost of a search: candidates and rounds, should none be refused.
struct SearchCost {
  std::int64_t generations = 0, candidates = 0;
  double rounds = 0;
};
SearchCost cost_of(const SearchSpace& space, const SearchRules& rules, std::int64_t horizon);

/// Creates the file, resumes its search, or goes on with more rounds. Throws StudyError where the rounds do not suffice
/// for one generation, StudyFileError for a file of another search, and as run_study does.
SearchOutcome run_search(const SearchSpace& space, const SearchRules& rules, const Catalogue& catalogue,
                         const std::string& path, const SearchOptions& options, SearchObserver& observer);

/// The study of one candidate of a search, which plays the fresh trials of a finalist: ready to be written and run.
Study found_study(const SearchSpace& space, const SearchRules& rules, const Candidate& candidate);

}  // namespace regretta
