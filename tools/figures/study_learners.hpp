#pragma once
/// The learners of a study, with everything that determines their colours: groups, ranks of their means, and the
/// parameter that orders them.

#include <optional>
#include <string>
#include <vector>

#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/study/file/learner_names.hpp"
#include "regretta/tools/figures/figure.hpp"

namespace regretta {

/// The means of a cell at T; NaN for a mean that does not exist.
struct FinalMeans {
  double regret = 0, violation = 0;
};

struct StudyLearner {
  LearnerLabel label;
  std::string group;  ///< LearnerEntry::group; empty if the catalogue lacks its kind
  /// Share of the learners of a setting with smaller means, averaged over settings; NaN without means.
  double regret_rank = 0, violation_rank = 0;
  /// Set if the study has at least three learners that differ only in the value of one numeric parameter.
  std::optional<OrderingNumber> order{};
  /// Whether it has unrealistic prior knowledge, or ignores constraints although every setting can violate them.
  bool is_reference = false;
  /// Whether `rank` recommends it for regret or violation; computed only if there are more learners than colours.
  bool is_recommended = false;
};

/// The number of colours.
inline constexpr std::size_t most_hues = 8;

struct StudyLearners {
  std::vector<StudyLearner> learners;  ///< in the order of their first cells
  std::vector<std::size_t> of_cell;    ///< for each cell, an index into `learners`
};

/// The learners of a study. means: the means of each cell, or none; cells without means do not count in ranks.
StudyLearners study_learners(const Results& study, const Catalogue& catalogue,
                             const std::vector<std::optional<FinalMeans>>& means);

/// A style for each learner. Learners ordered by a number have the colours of an ordered palette. Otherwise up to eight
/// learners that count in ranks have a hue each. If there are more, seven have a hue (more if more are
/// recommended): the recommended learners, then those of least mean rank; the others are grey. Reference lines
/// (StudyLearner::is_reference) are grey unless all learners are. highlight: the learners to colour instead, each by
/// its name (with or without swept parameters), kind or group; a name with commas is quoted. If it names more than
/// seven of more than eight learners, those of least mean rank are coloured. Throws std::invalid_argument for unknown
/// names.
std::vector<LineStyle> learner_styles(const std::vector<StudyLearner>& learners,
                                      const std::vector<std::string>& highlight);

}  // namespace regretta
