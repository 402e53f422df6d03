#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace regretta {

enum class Severity {
  problem,  ///< results are missing, or are no numbers
  doubt,    ///< numbers are there, but may not mean what they seem to
  remark    ///< good to know before something is claimed
};
std::string_view severity_text(Severity severity);  ///< "problem", "doubt", "remark"

struct Finding {
  std::string_view kind;  ///< "failed trials", ...: one finding of a kind at most, and never empty
  Severity severity = Severity::remark;
  std::vector<std::int64_t> cells;  ///< that it is about, ascending; empty: the study as a whole
  std::string what;                 ///< one sentence, without the cells
  std::string advice;               ///< what to do
};

}  // namespace regretta
