#pragma once
/// How the line of a learner looks.

#include <cstddef>
#include <optional>
#include <string>

namespace regretta {

/// A number that tells learners apart, which are otherwise the same one.
struct OrderingNumber {
  double share = 0;  ///< in [0, 1]: how many of the other learners have less
  double number = 0;
  std::string name;  ///< of the parameter
};

/// The same for a learner in all figures that are drawn together.
struct LineStyle {
  LineStyle(std::size_t learner = 0) : place(learner), hue(learner) {}  // NOLINT: the usual style of a learner

  std::size_t place;                      ///< of the learner in the study
  std::size_t hue;                        ///< determines colour, dash and marker, modulo eight
  std::optional<OrderingNumber> order{};  ///< if it has one: the colour is from an ordered palette instead
  bool is_grey = false;                   ///< one of those without a colour, drawn thinner and below the others
  bool is_reference = false;              ///< grey, as it is no rival: StudyLearner::is_reference
};

}  // namespace regretta
