#include "regretta/engine/search/alternation.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

namespace regretta {
namespace {

/// Of the judgement: trials that neither candidates nor finalists nor forms of a winner have.
constexpr std::int64_t first_of_judgement = max_first_trial / 4;

constexpr const char* found_label = "found";
constexpr const char* preset_label = "default";

Point joined(Point environment, const Point& learner) {
  environment.insert(environment.end(), learner.begin(), learner.end());
  return environment;
}

Point preset_of(const SearchSpace& space) {
  Point point;
  for (const Dimension& one : space.dimensions()) point.push_back(one.preset());
  return point;
}

/// Says which of several searches is played.
class OneOfSeveral final : public SearchObserver {
 public:
  OneOfSeveral(SearchObserver& observer, std::int64_t search, std::int64_t searches)
      : observer_(observer), search_(search), searches_(searches) {}
  void advanced(const SearchProgress& progress) override {
    SearchProgress own = progress;
    own.search = search_;
    own.searches = searches_;
    observer_.advanced(own);
  }
  void changed(const StudyChange& change) override { observer_.changed(change); }
  void opened(const std::shared_ptr<RunProgress>& progress) override { observer_.opened(progress); }
  void starts_playing() override { observer_.starts_playing(); }
  void has_played() override { observer_.has_played(); }

 private:
  SearchObserver& observer_;
  std::int64_t search_, searches_;
};

class Alternation {
 public:
  Alternation(const SearchSpace& space, const SearchRules& rules, const Catalogue& catalogue, const std::string& path,
              const SearchOptions& options, SearchObserver& observer)
      : space_(space),
        rules_(rules),
        catalogue_(catalogue),
        path_(path),
        options_(options),
        observer_(observer),
        learners_{sides_of(space, preset_of(space)).learner} {}

  AlternationOutcome run() {
    outcome_.searches = alternating_searches(space_, rules_, catalogue_);
    for (const AlternatingSearch& one : outcome_.searches) {
      search(one);
      if (outcome_.interrupted) return outcome_;
    }
    judge();
    return outcome_;
  }

 private:
  struct Found {
    const AlternatingSearch* attack;
    Point environment;
  };

  bool is_last(const AlternatingSearch& one) const { return one.turn > rules_.alternations; }

  /// The study in which one side has what was found, and the other its ranges.
  Study study_against_learner() const {
    const Point point = joined(sides_of(space_, preset_of(space_)).environment, learners_.back());
    const auto names = space_.learner_names({found_label});
    Study study = space_.study();
    study.learners = space_.with({{.label = found_label, .point = &point}}).learners;
    for (PluginSpec& learner : study.learners) {
      learner.name = names.at(learner.name).name;
      learner.group.clear();
    }
    return study;
  }
  Study study_in_archive() const {
    std::vector<Point> points;
    for (const Found& one : archive_) points.push_back(joined(one.environment, learners_.front()));
    std::vector<Entrant> entrants;
    for (std::size_t k = 0; k < archive_.size(); ++k)
      entrants.push_back({.label = archive_[k].attack->name, .point = &points[k]});
    Study study = space_.study();
    study.environments = space_.with(entrants).environments;
    for (PluginSpec& environment : study.environments) environment.group.clear();
    return study;
  }

  void search(const AlternatingSearch& one) {
    const SearchSpace space(one.is_attack ? study_against_learner() : study_in_archive(), catalogue_);
    SearchRules rules = one.rules;
    if (!one.is_attack) rules.first.insert(rules.first.begin(), learners_.begin(), learners_.end());
    OneOfSeveral observer(observer_, std::ssize(outcome_.of_search) + 1, std::ssize(outcome_.searches));
    SearchOutcome found = run_search(space, rules, catalogue_, file_beside(path_, one.name), options_, observer);
    note(found);
    if (outcome_.interrupted) return;
    if (found.finalists.empty())
      throw StudyError(space_.study().file, {}, "search",
                       fmt::format("no candidate of {} could be played to the end; expected other ranges", one.name));
    const Point& best = found.finalists.front().point;
    if (!one.is_attack)
      learners_.push_back(best);
    else if (is_last(one) || std::ranges::find(archive_, best, &Found::environment) == archive_.end())
      archive_.push_back({&one, best});
    outcome_.of_search.push_back(std::move(found));
  }

  template <class Outcome>
  void note(const Outcome& of) {
    outcome_.interrupted = of.interrupted;
    outcome_.rounds += static_cast<double>(of.rounds);
    outcome_.seconds += of.seconds;
    outcome_.workers = std::max(outcome_.workers, of.workers);
  }

  /// Plays both learners in all environments.
  void judge() {
    const SearchSpace space(study_in_archive(), catalogue_);
    outcome_.is_preset = space.values(learners_.back()) == space.values(learners_.front());
    std::vector<Entrant> entrants{
        {.label = preset_label, .point = &learners_.front(), .first_trial = first_of_judgement}};
    if (!outcome_.is_preset)
      entrants.push_back({.label = found_label, .point = &learners_.back(), .first_trial = first_of_judgement});
    Study study = space.with(entrants);
    study.trials = rules_.fresh;
    study.limited_by_work = false;
    study.stop.reset();
    const RunOutcome played = run_study(make_plan(study, catalogue_), path_, options_.run, observer_);
    note(played);
    if (outcome_.interrupted) return;
    outcome_.digest = played.digest;
    outcome_.study = study;

    const AlternatingSearch& of_learner = *std::ranges::find(outcome_.searches, false, &AlternatingSearch::is_attack);
    SearchRules rules = of_learner.rules;
    CandidateValues values(space, rules);
    std::vector<std::string> labels;
    for (const Entrant& one : entrants) labels.push_back(one.label);
    values.read(Results::open(path_), labels);
    outcome_.intervals = std::ssize(study.environments) * (1 + std::ssize(rules.subject_to)) * std::ssize(labels);
    name_environments(study);
    outcome_.preset = judged(space, rules, values, labels.front(), learners_.front());
    outcome_.found = judged(space, rules, values, labels.back(), learners_.back());
    const Family family = family_of_all();
    const auto preset = values.aims(labels.front(), rules.fresh, family),
               found = values.aims(labels.back(), rules.fresh, family);
    for (std::size_t k = 0; k < outcome_.environments.size(); ++k) {
      outcome_.environments[k].preset = preset[k];
      outcome_.environments[k].found = found[k];
    }
  }

  Family family_of_all() const { return {.alpha = rules_.alpha, .lines = static_cast<double>(outcome_.intervals)}; }

  void name_environments(const Study& study) {
    std::vector<std::string> labels;
    for (const Found& one : archive_) labels.push_back(one.attack->name);
    const auto names = space_.environment_names(labels);
    for (const PluginSpec& environment : study.environments) {
      const std::string& attack = names.at(environment.name).label;
      const auto found = std::ranges::find(archive_, attack, [](const Found& one) { return one.attack->name; });
      outcome_.environments.push_back(
          {.name = environment.name, .attack = attack, .is_last = found != archive_.end() && is_last(*found->attack)});
    }
  }

  JudgedLearner judged(const SearchSpace& space, const SearchRules& rules, const CandidateValues& values,
                       const std::string& label, const Point& point) const {
    JudgedLearner learner;
    learner.values = space.values(point);
    const auto among = [&](const std::vector<FoundMean>& all, bool last) {
      std::vector<FoundMean> own;
      for (std::size_t k = 0; k < all.size(); ++k)
        if (outcome_.environments[k].is_last == last) own.push_back(all[k]);
      return worst_of(own);
    };
    const Family family = family_of_all();
    const auto aims = values.aims(label, rules.fresh, family);
    learner.in_archive = among(aims, false);
    learner.under_last = among(aims, true);
    for (std::size_t c = 0; c < rules.subject_to.size(); ++c) {
      const auto excesses = values.excesses(label, c, rules.fresh, family);
      const std::string& text = rules.subject_to[c].text();
      learner.constraints_in_archive.push_back({text, among(excesses, false)});
      learner.constraints_under_last.push_back({text, among(excesses, true)});
    }
    return learner;
  }

  const SearchSpace& space_;
  const SearchRules& rules_;
  const Catalogue& catalogue_;
  const std::string& path_;
  const SearchOptions& options_;
  SearchObserver& observer_;
  std::vector<Point> learners_;  ///< that of the defaults, then those that were found
  std::vector<Found> archive_;
  AlternationOutcome outcome_{};
};

}  // namespace

AlternationOutcome run_alternation(const SearchSpace& space, const SearchRules& rules, const Catalogue& catalogue,
                                   const std::string& path, const SearchOptions& options, SearchObserver& observer) {
  return Alternation(space, rules, catalogue, path, options, observer).run();
}

std::string file_beside(const std::string& path, const std::string& what) {
  const std::filesystem::path file(path);
  return (file.parent_path() / fmt::format("{}-{}.db", file.stem().string(), what)).string();
}

}  // namespace regretta
