#pragma once
/// The candidates of a search, generation by generation: proposed, admitted or refused, and told to the optimiser what
/// became of them.

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "regretta/engine/search/candidate.hpp"
#include "regretta/engine/search/proposer.hpp"
#include "regretta/engine/search/racing.hpp"
#include "regretta/engine/search/rules.hpp"

namespace regretta {

/// Of an optimiser's candidates one in so many is random.
inline constexpr std::int64_t one_in_random = 4;

class Population {
 public:
  Population(const SearchSpace& space, const SearchRules& rules, const Catalogue& catalogue,
             std::unique_ptr<Proposer> proposer);

  const std::vector<Candidate>& candidates() const { return candidates_; }
  std::int64_t size() const { return std::ssize(candidates_); }
  std::int64_t refused() const;
  std::string proposer() const { return proposer_ ? proposer_->name() : "random"; }

  /// What the candidates are proposed for, as JSON text: equal for searches that propose the same. came_to: the rounds
  /// to which a search of some minutes or trials has come; 0: they are not known yet.
  std::string description(double came_to) const;
  /// To which the file's search of some minutes has come; 0: it has not.
  double came_to() const { return came_to_; }

  /// Takes over the candidates of a file with results of a search. Throws StudyFileError for another search.
  void resume(const Database& database);
  std::int64_t stored_generations() const { return stored_.empty() ? 0 : stored_.back().generation + 1; }

  /// Adds the next generation: that of the file, if it has one, else a new one. Throws StudyFileError if the file's was
  /// proposed otherwise.
  void add_generation();
  /// Tells the optimiser the scores of the latest generation.
  void tell(const Race& race, const ScoreAfter& score);

  std::vector<Racer> racers() const;
  void make_finalist(std::size_t candidate) { candidates_[candidate].is_finalist = true; }
  /// Keeps the forms that it has, if these are the first of them: a file that is gone on with has their trials.
  void set_forms(std::size_t candidate, const std::vector<Point>& forms);

 private:
  std::vector<Candidate> proposed();

  const SearchSpace& space_;
  const SearchRules& rules_;
  const Catalogue& catalogue_;
  std::unique_ptr<Proposer> proposer_;
  std::string file_;
  double came_to_ = 0;
  std::vector<Candidate> stored_;  ///< of the file
  std::vector<Candidate> candidates_;
  std::map<std::string, std::int64_t> first_with_;  ///< values; two points may differ in what has no say
  std::int64_t next_ = 0;                           ///< generation
};

}  // namespace regretta
