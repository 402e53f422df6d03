#include "regretta/engine/evidence/diagnosis/finding.hpp"

namespace regretta {

std::string_view severity_text(Severity severity) {
  switch (severity) {
    case Severity::problem:
      return "problem";
    case Severity::warning:
      return "warning";
    case Severity::remark:
      return "remark";
  }
  return "";
}

}  // namespace regretta
