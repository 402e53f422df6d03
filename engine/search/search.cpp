#include "regretta/engine/search/search.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "regretta/engine/search/admission.hpp"
#include "regretta/engine/search/cost.hpp"
#include "regretta/engine/search/evolution.hpp"
#include "regretta/engine/search/found_record.hpp"
#include "regretta/engine/search/found_study.hpp"
#include "regretta/engine/search/front.hpp"
#include "regretta/engine/search/population.hpp"
#include "regretta/engine/study/blocks/layout.hpp"

namespace regretta {
namespace {

std::unique_ptr<Proposer> proposer_of(const SearchSpace& space, const SearchRules& rules,
                                      const SearchOptions& options) {
  switch (rules.optimiser) {
    case Optimiser::evolution:
      return std::make_unique<Evolution>(space, rules.seed);
    case Optimiser::tpe:
      return options.make_tpe(space, rules);
    case Optimiser::random:
      return nullptr;
  }
  return nullptr;
}

class Search {
 public:
  Search(const SearchSpace& space, const SearchRules& rules, const Catalogue& catalogue, const std::string& path,
         const SearchOptions& options, SearchObserver& observer)
      : space_(space),
        rules_(rules),
        catalogue_(catalogue),
        path_(path),
        options_(options),
        observer_(observer),
        values_(space, rules),
        population_(space, rules, catalogue, proposer_of(space, rules, options)),
        horizon_(horizon_of(space, catalogue)) {
    rounds_ = rules_.most_rounds(horizon_);
    if (holds_a_study(path)) resume();
  }

  SearchOutcome run() {
    if (rounds_ < infinity) progress_.rounds_planned = cost_of(space_, rules_, rounds_, horizon_).rounds;
    while (may_afford_a_generation()) {
      population_.add_generation();
      ++progress_.generation;
      // All that the file has is played together, as its cells are there together.
      if (progress_.generation >= population_.stored_generations() && !play()) return outcome_;
      race_ = race(population_.racers(), rules_.trials_at_rungs(), SearchRules::keep, score());
      population_.tell(race_, score());
      show_progress();
    }
    choose_finalists();
    progress_.is_final = true;
    show_progress();
    if (!play()) return outcome_;
    report();
    if (rules_.ablation && !outcome_.finalists.empty()) simplify();
    if (!outcome_.interrupted) store_record();
    return outcome_;
  }

 private:
  ScoreAfter score() const {
    return [this](std::size_t k, std::int64_t trials) {
      return values_.score(label_of(population_.candidates()[k]), trials);
    };
  }

  void resume() {
    const Results study = Results::open(path_);
    const auto& rule = study.study().stop;
    if (!rule || rule->question() != StopRule::Question::search)
      throw StudyFileError(path_, FileFault::mismatch,
                           "holds the results of a run, not of a search; give another --output");
    if (stored_search(study.database()).empty()) return;  // ended before its first candidates were stored
    population_.resume(study.database());
    if (rules_.minutes > 0 && population_.came_to() > 0) rounds_ = std::min(rounds_, population_.came_to());
    std::vector<std::string> labels;
    for (const Candidate& one : stored_candidates(study.database())) {
      labels.push_back(label_of(one));
      if (one.is_finalist) labels.push_back(fresh_label(one));
      for (std::size_t k = 0; k < one.forms.size(); ++k) labels.push_back(form_label(one, k));
    }
    values_.read(study, labels);
  }

  /// The front, or the best of the race and the best of the first candidates.
  void choose_finalists() {
    chosen_ = rules_.wants_front() ? front_of_race(race_, rules_.finalists, score())
                                   : finalists_of(race_, rules_.finalists, score());
    Race first = race_;
    std::fill(first.trials.begin() + std::ssize(rules_.first), first.trials.end(), 0);
    for (const std::size_t k : finalists_of(first, rules_.wants_front() ? 0 : 1, score()))
      if (std::ranges::find(chosen_, k) == chosen_.end()) chosen_.push_back(k);
    for (const std::size_t k : chosen_) population_.make_finalist(k);
  }

  double rounds_of(std::int64_t trials) const {
    return static_cast<double>(trials * cells_each(space_)) * static_cast<double>(horizon_);
  }
  double final_rounds() const { return rounds_of(final_trials(space_, rules_)) + growth_rounds(space_, rules_); }

  double raced() const { return rounds_of(std::accumulate(race_.trials.begin(), race_.trials.end(), std::int64_t{0})); }

  /// Whether so many more rounds fit into the minutes, at the speed of this run until now.
  bool has_time_for(double rounds) const {
    if (rules_.minutes == 0 || rounds_played_ == 0) return true;
    return outcome_.seconds * (1 + rounds / rounds_played_) <= 60 * rules_.minutes;
  }

  /// Whether the next generation fits into the rounds and the minutes, beside the finalists, or is there already.
  bool may_afford_a_generation() {
    const std::int64_t next = rules_.generation_after(population_.size());
    const double more = rounds_of(rules_.trials_of(next)) + final_rounds();
    const double needed = raced() + more;
    if (population_.size() == 0 && needed > rounds_) refuse_cost(space_, rules_, {next, needed, rounds_}, horizon_);
    const bool may =
        progress_.generation < population_.stored_generations() || (needed <= rounds_ && has_time_for(more));
    if (may) outcome_.came_to = needed;
    return may;
  }

  void show_progress() {
    progress_.candidates = population_.size();
    progress_.refused = population_.refused();
    progress_.rounds = raced();
    if (rules_.wants_front()) progress_.front = std::ssize(front_of_race(race_, population_.size(), score()));
    const auto best = finalists_of(race_, 1, score());
    progress_.has_best = !best.empty();
    if (!best.empty()) {
      const double value = score()(best.front(), race_.trials[best.front()])->value;
      progress_.best = rules_.maximises() ? value : -value;
    }
    observer_.advanced(progress_);
  }

  /// Plays what the race and the finalists need. False if it was interrupted.
  bool play() {
    std::vector<Entrant> entrants;
    std::vector<std::string> labels;
    std::map<std::string, std::size_t> racing;  // by label
    for (const Candidate& one : population_.candidates()) {
      if (!one.refusal.empty()) continue;
      entrants.push_back({.label = label_of(one), .point = &one.point});
      racing[label_of(one)] = static_cast<std::size_t>(one.number - 1);
      if (one.is_finalist)
        entrants.push_back({.label = fresh_label(one), .point = &one.point, .first_trial = max_first_trial});
      for (std::size_t k = 0; k < one.forms.size(); ++k)
        entrants.push_back({.label = form_label(one, k), .point = &one.forms[k], .first_trial = first_of_forms});
    }
    if (entrants.empty()) return true;  // all of them were refused
    for (const Entrant& one : entrants) labels.push_back(one.label);
    Study study = space_.with(entrants);
    study.trials = rules_.most_trials();
    study.stop = read_stop_rule({{"until", "searched"}}, study.trials, study.quantities.names());
    study.limited_by_work = false;
    const Plan plan = make_plan(study, catalogue_);
    const std::vector<std::int64_t> candidate_of_cell = candidates_of(plan, labels, racing);
    RunOptions run = options_.run;
    if (!progress_.is_final) run.policy.store_facts = nullptr;
    run.policy.stopping = [&](const Plan& playing, StudyWriter& file) -> RunPolicy::NextTrials {
      const double came_to = progress_.is_final ? outcome_.came_to : 0;
      store_candidates(file.database(), population_.description(came_to), population_.candidates());
      forget_found(file.database());
      return [&](StudyWriter& growing, RunProgress& progress) {
        const Results results(growing.reader());
        values_.read(results, labels);
        race_ = race(population_.racers(), rules_.trials_at_rungs(), SearchRules::keep, score());
        return next_trials(playing, candidate_of_cell, growing, progress);
      };
    };
    const RunOutcome played = run_study(plan, path_, run, observer_);
    outcome_.seconds += played.seconds;
    rounds_played_ += static_cast<double>(played.rounds);
    outcome_.workers = std::max(outcome_.workers, played.workers);
    outcome_.interrupted = played.interrupted;
    outcome_.digest = played.digest;
    return !played.interrupted;
  }

  /// The candidate, by its place, of every cell: -1 of a finalist's fresh trials, -2 of what all have in common, -3 of
  /// a winner's forms.
  std::vector<std::int64_t> candidates_of(const Plan& plan, const std::vector<std::string>& labels,
                                          const std::map<std::string, std::size_t>& racing) const {
    const auto learners = space_.learner_names(labels), environments = space_.environment_names(labels);
    std::vector<std::int64_t> all;
    for (const Cell& cell : plan.cells) {
      const std::string& of_learner = learners.at(cell.learner_name).label;
      const std::string& label = of_learner.empty() ? environments.at(cell.environment).label : of_learner;
      const auto found = racing.find(label);
      const std::int64_t other = label.empty() ? -2 : label.find("-form") == label.npos ? -1 : -3;
      all.push_back(found == racing.end() ? other : static_cast<std::int64_t>(found->second));
    }
    return all;
  }

  Layout next_trials(const Plan& plan, const std::vector<std::int64_t>& candidate_of_cell, StudyWriter& file,
                     RunProgress& progress) const {
    std::vector<std::int64_t> trials;
    std::vector<std::pair<std::int64_t, std::int64_t>> ends;  // cells and their trials
    for (std::size_t cell = 0; cell < candidate_of_cell.size(); ++cell) {
      const std::int64_t candidate = candidate_of_cell[cell];
      trials.push_back(candidate == -2   ? rules_.most_trials()
                       : candidate == -1 ? rules_.fresh
                       : candidate == -3 ? rules_.ablation_trials()
                                         : race_.trials[static_cast<std::size_t>(candidate)]);
      ends.emplace_back(cell, trials.back());
    }
    const Layout layout = layout_of(plan).cut_to(trials);
    if (progress_.is_final) file.stop(ends);
    progress.trials_planned = planned_trials(layout, {});
    return layout;
  }

  void report() {
    outcome_.candidates = progress_.candidates;
    outcome_.refused = progress_.refused;
    outcome_.generations = progress_.generation;
    outcome_.proposer = population_.proposer();
    outcome_.rounds = progress_.rounds;
    std::map<std::string, std::int64_t> reasons;
    for (const Candidate& one : population_.candidates())
      if (!one.refusal.empty() && ++reasons[one.refusal] > reasons[outcome_.refusal]) outcome_.refusal = one.refusal;
    const auto find = rules_.wants_front() ? find_front : find_best;
    find(outcome_, space_, rules_, values_, population_.candidates(), chosen_, race_.trials);
    outcome_.rounds += rounds_of(rules_.fresh) * static_cast<double>(outcome_.finalists.size());
  }

  void store_record() const {
    if (!holds_a_study(path_)) return;  // all candidates were refused
    const auto value = [&](std::size_t k) { return *score()(k, race_.trials[k]); };
    store_found(Database(path_, Database::Mode::write),
                record_of(space_, rules_, outcome_, population_.candidates(), race_, value));
  }

  /// Plays the forms of the winner: first one change at a time, then together those that keep 95%.
  void simplify() {
    const auto winner = static_cast<std::size_t>(outcome_.finalists.front().candidate - 1);
    const Candidate& one = population_.candidates()[winner];
    const auto admitted = [&](const Point& point) { return refusal_of(space_, rules_, catalogue_, point).empty(); };
    std::vector<ValueChange> changes = changes_of(space_, one.point);
    std::erase_if(changes, [&](const ValueChange& change) { return !admitted(changed(one.point, {change})); });
    std::vector<Point> forms{one.point};
    for (const ValueChange& change : changes) forms.push_back(changed(one.point, {change}));
    population_.set_forms(winner, forms);
    if (!play()) return;
    const std::vector<ValueChange> kept =
        kept_changes(changes, ablation_of(values_, space_, rules_, one, changes).alone);
    for (std::size_t count = 2; count <= kept.size(); ++count) {
      Point form = changed(one.point, {kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(count)});
      if (admitted(form)) forms.push_back(std::move(form));
    }
    population_.set_forms(winner, forms);
    if (!play()) return;
    outcome_.ablation = ablation_of(values_, space_, rules_, one, changes);
    outcome_.rounds += rounds_of(rules_.ablation_trials()) * static_cast<double>(one.forms.size());
  }

  const SearchSpace& space_;
  const SearchRules& rules_;
  const Catalogue& catalogue_;
  const std::string& path_;
  const SearchOptions& options_;
  SearchObserver& observer_;
  CandidateValues values_;
  Population population_;
  std::int64_t horizon_;
  double rounds_ = 0;         ///< the whole cost
  double rounds_played_ = 0;  ///< in this run
  Race race_{};
  std::vector<std::size_t> chosen_;  ///< finalists
  SearchProgress progress_{};
  SearchOutcome outcome_{};
};

}  // namespace

SearchOutcome run_search(const SearchSpace& space, const SearchRules& rules, const Catalogue& catalogue,
                         const std::string& path, const SearchOptions& options, SearchObserver& observer) {
  check_admits(space, rules, catalogue);
  return Search(space, rules, catalogue, path, options, observer).run();
}

}  // namespace regretta
