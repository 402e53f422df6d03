#pragma once
/// How the line of a learner looks.

#include <cstddef>
#include <optional>

namespace regretta {

/// From here on, places of what is no learner, such as candidates of a search.
inline constexpr std::size_t first_other_place = 960;

/// The same for a learner in all figures that are drawn together.
struct LineStyle {
  LineStyle(std::size_t learner = 0) : place(learner), hue(learner) {}  // NOLINT: the usual style of a learner

  std::size_t place;              ///< of the learner in the study: determines dash and marker
  std::size_t hue;                ///< determines the colour
  std::optional<double> order{};  ///< in [0, 1]: the colour is from an ordered palette instead
  bool is_grey = false;           ///< one of those without a colour, drawn thinner and below the others
  bool is_reference = false;      ///< grey, as it is no rival: StudyLearner::is_reference
};

}  // namespace regretta
