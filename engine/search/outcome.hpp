#pragma once
/// What a search has found.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "regretta/engine/search/ablation.hpp"
#include "regretta/engine/search/candidate.hpp"
#include "regretta/engine/search/candidate_values.hpp"
#include "regretta/engine/search/rules.hpp"
#include "regretta/engine/search/space.hpp"

namespace regretta {

/// What fresh trials say of a constraint.
struct FoundConstraint {
  std::string text;
  FoundMean excess{};  ///< by how much it is violated; negative: by how much it is met
  bool is_met() const { return excess.interval.high <= 0; }
  bool is_broken() const { return excess.interval.low > 0; }
};

struct Finalist {
  std::int64_t candidate = 0;
  Point point;
  std::vector<std::pair<std::string, Value>> values;  ///< by path
  double believed = 0;                                ///< the mean over the trials of the race
  std::int64_t believed_trials = 0;
  FoundMean fresh{};                      ///< over fresh trials; the intervals of all finalists hold together
  double second_believed = not_a_number;  ///< the same of the second aim, where there is one
  FoundMean second{};
  std::vector<std::pair<std::string, double>> beside{};  ///< means of C and of the study's measures over fresh trials
  std::vector<FoundConstraint> constraints;
  bool meets_all() const;
  double excess() const;  ///< by how much the constraints are violated, in the mean
};

/// How a member stands on the front of two aims, by fresh trials.
enum class FrontStanding {
  on_front,  ///< no other member dominates it
  open,      ///< its rivals may
  dominated  ///< its rivals do
};
struct FrontPlace {
  FrontStanding standing = FrontStanding::on_front;
  std::vector<std::size_t> rivals{};  ///< places of finalists
};

/// What of the winner matters.
struct Ablation {
  std::vector<ValueChange> changes;
  std::vector<FormValue> alone;   ///< what each of them does
  FormValue whole{}, simplest{};  ///< the winner as it is, and its simplest form; the same if no change keeps 95%
  Point point;                    ///< of the simplest form
  /// The dimensions without whose values less than half is left, those that matter most first.
  std::vector<std::size_t> carriers() const;
};

struct SearchOutcome {
  bool interrupted = false;
  std::int64_t candidates = 0, refused = 0, generations = 0;
  std::string refusal;  ///< the most frequent reason, as the first candidate with it has it
  double rounds = 0;    ///< of all trials
  double came_to = 0;   ///< search.rounds with which the same candidates are played, whatever the minutes
  double seconds = 0;   ///< of this run
  int workers = 0;      ///< threads of this run, those of other processes included; 0: nothing was left to play
  std::string proposer;
  std::vector<Finalist> finalists;   ///< best first by fresh trials, of two aims by the first; behind those that meet
                                     ///< all constraints the others, the nearest first
  std::optional<std::size_t> first;  ///< the finalist that is the best of the first candidates, where they were given
  FoundMean gain{};                  ///< of the best over that one, on the same fresh trials; NaN if it is that one
  std::int64_t intervals = 0;  ///< of the finalists, and of whatever gain there could have been; all hold together
  std::vector<FrontPlace>
      places;  ///< of two aims: of the finalists that are shown to meet all constraints, which come first
  std::optional<Ablation> ablation;
  std::string digest;
};

/// These candidates, best first as in SearchOutcome. family: that their intervals belong to.
std::vector<Finalist> finalists_from(const SearchSpace& space, const SearchRules& rules, const CandidateValues& values,
                                     const std::vector<Candidate>& candidates, const std::vector<std::size_t>& chosen,
                                     const std::vector<std::int64_t>& believed_trials, const Family& family);

/// Fills in the finalists, best first, and what they gain. chosen: their places. believed_trials: of each candidate, in
/// the race.
void find_best(SearchOutcome& outcome, const SearchSpace& space, const SearchRules& rules,
               const CandidateValues& values, const std::vector<Candidate>& candidates,
               const std::vector<std::size_t>& chosen, const std::vector<std::int64_t>& believed_trials);

/// Of forms that have been played: `changes` made one by one, then the first two, three, ... of `kept`, by their
/// places.
Ablation ablation_of(const CandidateValues& values, const SearchSpace& space, const SearchRules& rules,
                     const Candidate& winner, const std::vector<ValueChange>& changes);

}  // namespace regretta
