#include "regretta/tools/text/remarks.hpp"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/tools/text/human_text.hpp"

namespace regretta {

std::string remarks(const CellSummary& summary, std::int64_t planned) {
  std::vector<std::string> all;
  if (summary.trials < planned) all.push_back(fmt::format("{} of {} trials", summary.trials, planned));
  if (summary.failed > 0) all.push_back(fmt::format("{} failed", summary.failed));
  if (summary.infeasible > 0) all.push_back(fmt::format("{} infeasible", summary.infeasible));
  const double rho = summary[Quantity::rho].mean;
  const double rho_pure = summary[Quantity::rho_pure].mean;
  if (rho <= 0) {
    all.push_back(fmt::format("Slater fails: rho = {}", rounded(rho, 2)));
  } else if (rho_pure <= 0) {
    all.push_back(fmt::format("no strictly safe arm: rho_pure = {}", rounded(rho_pure, 2)));
  }
  return fmt::format("{}", fmt::join(all, "; "));
}

std::string remarks(const LedgerLine& line, std::int64_t planned) {
  std::vector<std::string> all;
  if (!line.reason.empty()) all.push_back(line.reason);
  if (const auto seen = line.trials + line.failed + line.infeasible + line.without_slater;
      line.trials > 0 && seen < planned)
    all.push_back(fmt::format("{} of {} trials finished", seen, planned));
  if (line.failed > 0) all.push_back(fmt::format("{} failed", line.failed));
  if (line.infeasible > 0) all.push_back(fmt::format("{} infeasible", line.infeasible));
  if (line.without_slater > 0 && line.trials > 0) all.push_back(fmt::format("{} with rho <= 0", line.without_slater));
  if (line.loosened > 0) all.push_back(fmt::format("C only bounded above in {}", line.loosened));
  return fmt::format("{}", fmt::join(all, "; "));
}

}  // namespace regretta
