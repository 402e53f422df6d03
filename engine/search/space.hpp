#pragma once
/// The space of a search: the ranges of a study, and the studies that values for them make. A candidate is a copy of
/// every plugin that has ranges, with a value for each; all candidates of a study have the others in common. Where
/// learners and environments vary, a candidate is both, and its learners play in its own environments.

#include <cstdint>
#include <map>
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

/// The names, as written, of the learners or environments that vary, and of those that do not.
struct SideNames {
  std::vector<std::string> varying, fixed;
};

/// What a plugin in a study of candidates is.
struct EntrantName {
  std::string label;  ///< of its candidate; "": it is in common
  std::string name;   ///< as written
};

class SearchSpace {
 public:
  /// A study with [search]. Throws StudyError: for what a range may not be, for a study without ranges, and for what no
  /// candidate could have. Keeps a reference to `catalogue`.
  SearchSpace(Study study, const Catalogue& catalogue);

  const Study& study() const { return study_; }  ///< as written
  const std::vector<Dimension>& dimensions() const { return dimensions_; }
  const SideNames& learners() const { return learners_; }
  const SideNames& environments() const { return environments_; }

  /// The study of these candidates, without [search]. Throws StudyError for ties to what is not there.
  Study with(const std::vector<Entrant>& entrants) const;

  /// What the names of its learners, and of its environments, mean where the candidates have these labels.
  using EntrantNames = std::map<std::string, EntrantName>;
  EntrantNames learner_names(const std::vector<std::string>& labels) const;
  EntrantNames environment_names(const std::vector<std::string>& labels) const;

  /// Whether each dimension has a say at the point, given its choices.
  std::vector<bool> active(const Point& point) const;
  /// The values at a point by path, of the dimensions that have a say.
  std::vector<std::pair<std::string, Value>> values(const Point& point) const;

  /// Everything but [search] as JSON text: equal for equal spaces.
  std::string identity() const;

 private:
  /// A plugin beside which something varies: a learner if any learner does, an environment likewise.
  struct Part {
    std::string section;
    std::size_t number = 0;            ///< in it, from 0
    std::size_t first = 0, end = 0;    ///< its dimensions
    std::set<std::string> searched{};  ///< parameters with ranges, without the section; empty: it does not vary
  };

  void add_part(const std::string& section, std::size_t number);
  const PluginSpec& written(const Part& part) const;
  /// Builds candidates at random until every range has been in one. Throws what is wrong with a range that never is.
  void try_candidates();
  void check_plan(const Plan& plan) const;
  void fill_in_arms(const Problem& problem);  ///< what "all" means of arms and constraints
  /// With the values of a point.
  PluginSpec plugin_at(const Part& part, const Point& point) const;
  /// plugins: those of all parts.
  void fill_ties(std::vector<PluginSpec>& plugins) const;
  const Value* tied_value(const std::string& path, const std::vector<PluginSpec>& plugins) const;

  Study study_;
  const Catalogue& catalogue_;
  std::vector<Dimension> dimensions_;
  std::vector<Part> parts_;  ///< environments first
  SideNames learners_, environments_;
};

}  // namespace regretta
