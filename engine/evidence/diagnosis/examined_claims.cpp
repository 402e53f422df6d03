#include <algorithm>

#include <fmt/format.h>

#include "regretta/engine/evidence/diagnosis/examined.hpp"

namespace regretta {
namespace {

void wide(const Examined& study, std::vector<Finding>& findings) {
  constexpr double half_the_rounds = 0.70710678;  // width at T if it was above 1 until T / 2
  std::vector<const CellScan*> cells;
  double widest = 0;
  for (const CellScan& cell : study.cells) {
    const auto width = least_width(study.reader, *cell.label, study.catalogue);
    if (!width || *width <= half_the_rounds) continue;
    cells.push_back(&cell);
    widest = std::max(widest, *width);
  }
  if (cells.empty()) return;
  add_finding(
      findings, "wide confidence", Severity::warning, cells,
      fmt::format("the confidence width is above 1 for half of the rounds or more ({:.2g} at the end): until then any "
                  "strategy counts as feasible, and the constraints are not in force",
                  widest),
      "take a horizon several times 16 L confidence_scale^2, L = ln(TKm / delta), or a smaller confidence_scale");
}

void without_slater(const Examined& study, std::vector<Finding>& findings) {
  const auto cells = study.where([](const CellScan& cell) { return cell.without_slater > 0; });
  if (!cells.empty())
    add_finding(findings, "Slater fails", Severity::remark, cells,
                fmt::format("in {} rho <= 0: no strategy satisfies every constraint in every round, so that no theorem "
                            "of the paper applies",
                            share_text(cells, &CellScan::without_slater)),
                "do not compare these cells with the bounds; to test the theorems, give the environment a margin or "
                "less corruption");
  const auto pure = study.where([](const CellScan& cell) { return cell.without_slater_pure > 0; });
  if (!pure.empty())
    add_finding(findings, "no safe arm", Severity::remark, pure,
                fmt::format("in {} rho_pure <= 0 < rho: some mixtures of arms are safe, but no single arm is, so that "
                            "the bandit theorems do not apply",
                            share_text(pure, &CellScan::without_slater_pure)),
                "here, compare only learners with full feedback on the constraints with their bounds");
}

}  // namespace

void examine_claims(const Examined& study, std::vector<Finding>& findings) {
  wide(study, findings);
  without_slater(study, findings);
}

}  // namespace regretta
