#pragma once
/// The table [search] of a study: what is wanted, under which conditions, and at what cost.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/search/objective.hpp"
#include "regretta/engine/search/space.hpp"

namespace regretta {

/// Over several environments.
enum class Against { worst, mean, search };
inline constexpr Choice against_words = choice_of<Against>(
    {{Against::worst, "worst", "the environment in which it is largest"},
     {Against::mean, "mean", "their mean"},
     {Against::search, "search", "the worst of those that searches of the environments' ranges find (min-max)"}});

enum class Optimiser { evolution, tpe, random };
inline constexpr Choice optimisers = choice_of<Optimiser>(
    {{Optimiser::evolution, "evolution", "children of the best, and one candidate in four at random"},
     {Optimiser::tpe, "tpe", "Optuna's Tree-structured Parzen Estimator, and one candidate in four at random"},
     {Optimiser::random, "random", "all at random"}});

/// What is to be large or small.
struct Aim {
  Expression expression;
  bool up = true;  ///< maximised
  std::string words() const { return (up ? "maximise " : "minimise ") + expression.text(); }
};

struct SearchRules {
  std::string maximise, minimise;            ///< where they are texts; see `aims`
  std::optional<double> rounds{}, trials{};  ///< the whole cost, as one of these or as minutes
  double minutes = 0;                        ///< of playing; 0: as long as it takes
  std::int64_t seed = 1;
  std::int64_t trials_each = 8;
  std::int64_t rungs = 3;
  std::int64_t candidates = 64;
  std::int64_t random_first = 256;
  std::int64_t finalists = 8;
  std::int64_t fresh = 256;
  double alpha = 0.05;
  Against against = Against::worst;
  std::int64_t alternations = 4;
  Optimiser optimiser = Optimiser::evolution;
  bool ablation = true;
  std::vector<double> horizons{};  ///< at which what was found is played, too

  static constexpr std::int64_t finalists_of_front = 12;  ///< where nothing is said
  static constexpr std::int64_t keep =
      4;  ///< one in so many candidates goes from rung to rung, to as many times the trials

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("maximise", p.maximise, "what is to be as large as possible: a quantity, or an expression of several");
    visit("minimise", p.minimise, "what is to be as small as possible (one of the two; or two aims, for a front)");
    visit("rounds", p.rounds, Range{1, 1e18}, "the whole cost, in rounds of a trial");
    visit("trials", p.trials, Range{1, 1e18},
          "the whole cost, in trials of a cell; the rounds that this came to are kept in the file");
    visit("minutes", p.minutes, Range{0, 1e6},
          "no generation begins that would end later than after so many minutes of playing; the rounds that this came "
          "to are kept in the file");
    visit("seed", p.seed, Range{0, 9e15}, "of the candidates; the noise of trials has that of [study]");
    visit("trials_each", p.trials_each, Range{8, 65536}, "that every candidate gets, a multiple of 8");
    visit("rungs", p.rungs, Range{1, 6}, "of the race: from rung to rung, the best quarter gets four times the trials");
    visit("candidates", p.candidates, Range{4, 10'000},
          "proposed at a time; later a tenth of those that there are, if that is more");
    visit("random_first", p.random_first, Range{0, 1e9}, "candidates that are random before the optimiser begins");
    visit("finalists", p.finalists, Range{1, 100}, "candidates that are played again on fresh trials");
    visit("fresh", p.fresh, Range{16, 1e6}, "fresh trials of each finalist, a multiple of 8");
    visit("alpha", p.alpha, Range{1e-4, 0.5}, "probability of any wrong statement about the finalists");
    visit("against", p.against, against_words, "which environments count, where the aim names none");
    visit("alternations", p.alternations, Range{1, 100},
          "how often an attack and a search of the learner take turns, against = \"search\"");
    visit("optimiser", p.optimiser, optimisers, "what proposes candidates");
    visit("ablation", p.ablation, "whether the winner is made simpler, value by value, while it keeps 95%");
    visit("horizons", p.horizons, Range{1, static_cast<double>(max_horizon)},
          "at which the simplest form of what was found is played with and without corruption, and how that grows");
  }

  std::vector<Aim> aims{};  ///< one, or two: then what is wanted is a front
  std::vector<Constraint> subject_to{};
  std::vector<Point> first{};  ///< the first candidates

  /// The whole cost, at this horizon; infinite if only minutes limit it.
  double most_rounds(std::int64_t horizon) const {
    return trials ? *trials * static_cast<double>(horizon) : rounds.value_or(infinity);
  }
  bool wants_front() const { return aims.size() == 2; }
  bool maximises() const { return aims.front().up; }                 ///< the first aim
  const Expression& aim() const { return aims.front().expression; }  ///< the first
  /// The trials of a candidate at each rung, ascending.
  std::vector<std::int64_t> trials_at_rungs() const;
  std::int64_t most_trials() const;  ///< of any candidate
  /// Of each form of the winner.
  std::int64_t ablation_trials() const { return std::max<std::int64_t>(16, fresh / 4 / pack_trials * pack_trials); }
  /// The size of the generation that begins when there are so many candidates.
  std::int64_t generation_after(std::int64_t existing) const { return std::max(candidates, existing / 10); }
  /// At most so many trials are played of a generation of this size.
  std::int64_t trials_of(std::int64_t generation) const;
};

/// Throws StudyError for what [search] may not say, and for names that the study does not have.
SearchRules read_rules(const SearchSpace& space);

}  // namespace regretta
