#pragma once
/// The learners of a study with what colours depend on: their groups, how low their means are, and a parameter that
/// orders them. The report uses them, too.

#include <optional>
#include <string>
#include <vector>

#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/study/file/learner_names.hpp"
#include "regretta/tools/figures/figure.hpp"

namespace regretta {

/// The means of a cell; NaN if there is none.
struct FinalMeans {
  double regret = 0, violation = 0;
};

struct StudyLearner {
  LearnerLabel label;
  std::string group;  ///< LearnerEntry::group; empty if the catalogue lacks its kind
  /// How many of the learners of a setting have less, as a share, on average over settings; NaN if none of its cells
  /// counts.
  double regret_rank = 0, violation_rank = 0;
  /// If the study has at least three learners which all are the same one and differ in one number.
  std::optional<OrderingNumber> order{};
  /// Whether it is given what nobody knows beforehand, or ignores the constraints, which can be violated in every
  /// setting.
  bool is_reference = false;
  /// Whether `rank` recommends it for regret or violation; asked of studies with more learners than colours only.
  bool is_recommended = false;
};

/// Up to so many learners have a colour each.
inline constexpr std::size_t most_hues = 8;

struct StudyLearners {
  std::vector<StudyLearner> all;     ///< in the order of their first cells
  std::vector<std::size_t> of_cell;  ///< by cell, index into `all`
};

/// `means`: by cell; those without do not count in ranks.
StudyLearners study_learners(const Results& study, const Catalogue& catalogue,
                             const std::vector<std::optional<FinalMeans>>& means);

/// A style for each learner. Those of a study that are ordered by a number have the colours of an ordered palette. Up
/// to eight learners that count in ranks have a hue each; of more, those that are recommended and those of least mean
/// rank have one, seven unless more are recommended, and the others are grey. Reference lines
/// (StudyLearner::is_reference) are grey unless all are, or `highlight` chooses. `highlight`: which have one instead,
/// by the names of learners, with all swept parameters or without, kinds, and groups; if these are more than seven of
/// more than eight, those of least mean rank. A name with commas is quoted. Throws std::invalid_argument for one that
/// names nothing.
std::vector<LineStyle> learner_styles(const std::vector<StudyLearner>& learners,
                                      const std::vector<std::string>& highlight);

}  // namespace regretta
