#pragma once
/// The space of a search: the ranges of a study, and the studies that values for them make. A candidate is a copy of
/// every plugin that has ranges, with a value for each; all candidates of a study have the others in common.

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/search/dimension.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

/// A candidate as part of a study.
struct Entrant {
  std::string label;  ///< behind the names of its plugins: "stationary-17"
  const Point* point = nullptr;
  std::int64_t first_trial = 0;  ///< of its trials
};

class SearchSpace {
 public:
  /// A study with [search]. Throws StudyError: for what a range may not be, for a study without ranges or with ranges
  /// in learners and environments at once, and for what no candidate could have. Keeps a reference to `catalogue`.
  SearchSpace(Study study, const Catalogue& catalogue);

  const Study& study() const { return study_; }  ///< as written
  const std::vector<Dimension>& dimensions() const { return dimensions_; }
  bool varies_learners() const { return varies_learners_; }

  /// The study of these candidates, without [search]. Throws StudyError for ties to what is not there.
  Study with(const std::vector<Entrant>& entrants) const;

  /// The names, as written, of the plugins on the varying side (learners or environments) that vary, and those that do
  /// not.
  const std::vector<std::string>& varying() const { return varying_; }
  const std::vector<std::string>& fixed() const { return fixed_; }

  /// Whether each dimension has a say at the point, given its choices.
  std::vector<bool> active(const Point& point) const;
  /// The values at a point by path, of the dimensions that have a say.
  std::vector<std::pair<std::string, Value>> values(const Point& point) const;

  /// Everything but [search] as JSON text: equal for equal spaces.
  std::string identity() const;

 private:
  const std::vector<PluginSpec>& side() const { return varies_learners_ ? study_.learners : study_.environments; }
  std::string section() const { return varies_learners_ ? "learner" : "environment"; }
  /// Builds candidates at random until every range has been in one. Throws what is wrong with a range that never is.
  void try_candidates();
  void check_plan(const Plan& plan) const;
  void fill_in_arms(const Problem& problem);  ///< what "all" means of arms and constraints
  /// A plugin of the varying side, by its number there, with the values of a point.
  PluginSpec plugin_at(std::size_t number, const Point& point) const;
  void fill_ties(std::vector<PluginSpec>& plugins) const;

  Study study_;
  const Catalogue& catalogue_;
  bool varies_learners_ = false;
  std::vector<Dimension> dimensions_;
  std::vector<std::size_t> first_of_;            ///< of each plugin of the side: its first dimension
  std::vector<std::set<std::string>> searched_;  ///< of each plugin: its searched parameters, without the section
  std::vector<std::string> varying_, fixed_;
};

}  // namespace regretta
