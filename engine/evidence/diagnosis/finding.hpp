#pragma once
/// A finding of `regretta diagnose`: something about a study that limits what may be claimed from it.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/plugin/choice.hpp"

namespace regretta {

enum class Severity {
  problem,  ///< results are missing or not finite
  warning,  ///< results are there, but may not mean what they seem to
  remark    ///< worth knowing before anything is claimed
};

inline std::string_view severity_text(Severity severity) {
  using enum Severity;
  constexpr Choice words = choice_of<Severity>({{problem, "problem"}, {warning, "warning"}, {remark, "remark"}});
  return words.word_of(severity);
}

struct Finding {
  std::string_view kind;  ///< such as "failed trials"; never empty; at most one finding of each kind
  Severity severity = Severity::remark;
  std::vector<std::int64_t> cells;  ///< the cells concerned, ascending; empty: the whole study
  std::string what;                 ///< one sentence, without the cells
  std::string advice;               ///< what to do
};

}  // namespace regretta
