#pragma once
/// A plugin as a study asks for it.

#include <string>

#include "regretta/engine/plugin/value.hpp"
#include "regretta/engine/study/text/study_error.hpp"

namespace regretta {

/// One [[learner]], [[environment]] or [[measure]].
struct PluginSpec {
  std::string kind;
  std::string name{};     ///< as displayed; `kind` if the study gives none
  Settings settings{};    ///< without `kind` and `name`; whether a list is a value or a sweep depends on the parameter
  Settings defaults{};    ///< the defaults that the catalogue must have for the other parameters; may be empty
  Settings shown{};       ///< of a measure: how tables show it, as in the catalogue (study_measures.hpp)
  Location where{};       ///< of the header
  Location kind_where{};  ///< of `kind`
};

}  // namespace regretta
