#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "regretta/engine/evidence/diagnosis/examined.hpp"
#include "regretta/engine/evidence/statistics/binomial.hpp"
#include "regretta/engine/evidence/theorems/ledger.hpp"
#include "regretta/engine/study/maintenance/mixture.hpp"

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

void steep(const Examined& study, std::vector<Finding>& findings) {
  constexpr double root = 0.5, linear = 1;
  std::vector<const CellScan*> cells;
  double steepest = 0;
  for (const CellScan& cell : study.cells) {
    const double slope = last_slope(cell);
    if (!(slope > (root + linear) / 2) || cell.mean_violation.back() < 1) continue;
    cells.push_back(&cell);
    steepest = std::max(steepest, slope);
  }
  if (cells.empty()) return;
  add_finding(
      findings, "not yet sqrt(T)", Severity::warning, cells,
      fmt::format("the violation still grows more like t than like sqrt(t) at the end: like t^{:.2f} over the last "
                  "rounds of the steepest cell",
                  steepest),
      "do not read a rate from these horizons: make them ten to a hundred times as long, or a smaller "
      "confidence_scale, and see "
      "`regretta rates`; a learner that ignores the constraints stays linear");
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

/// The bounds for a cell whose theorems apply, those that no trial can exceed or the others.
std::vector<Bound> bounds_of(const Examined& study, const CellScan& cell, bool vacuous) {
  std::vector<Bound> bounds;
  for (const QuantityInfo& quantity : quantity_infos) {
    const Bound bound = study.reader.bound(*cell.label, quantity.quantity);
    if (bound.applies && bound.is_vacuous(study.reader.range(*cell.label, quantity.quantity).high) == vacuous)
      bounds.push_back(bound);
  }
  return bounds;
}

void vacuous(const Examined& study, std::vector<Finding>& findings) {
  const auto cells = study.where([&](const CellScan& cell) { return !bounds_of(study, cell, true).empty(); });
  if (cells.empty()) return;
  add_finding(
      findings, "vacuous bounds", Severity::remark, cells,
      "no trial can exceed the theorem's bound on regret or violation, whoever plays: that it holds says nothing",
      "take longer horizons or less corruption; `regretta audit` says which of the two bounds it is");
}

void untestable(const Examined& study, std::vector<Finding>& findings) {
  std::vector<const CellScan*> cells;
  std::int64_t needed = 0;
  for (const CellScan& cell : study.cells) {
    bool few = false;
    for (const Bound& bound : bounds_of(study, cell, false)) {
      const double failure = bound.failure_probability;
      if (!(failure > 1e-6) || failure >= 1) continue;
      const std::int64_t own = trials_to_show(failure, LedgerOptions().level);
      if (cell.seen >= own) continue;
      few = true;
      needed = std::max(needed, own);
    }
    if (few) cells.push_back(&cell);
  }
  if (cells.empty()) return;
  add_finding(findings, "untested promise", Severity::remark, cells,
              "too few trials to confirm the failure rate that the theorem promises, even if none is above its bound",
              fmt::format("set study.trials to {} or more for `regretta audit` to be able to say \"holds\"", needed));
}

void mixed(const Examined& study, std::vector<Finding>& findings) {
  const Mixture mixture(study.reader);
  if (mixture.empty()) return;
  std::vector<const CellScan*> cells;
  for (const std::int64_t cell : mixture.cells()) cells.push_back(&study.cells[static_cast<std::size_t>(cell)]);
  add_finding(findings, "mixed versions", Severity::problem, cells, mixture.text(),
              "these trials are no sample of one learner in one game: play them anew, `regretta run STUDY "
              "--replay-changed`, or into another file");
}

void builds(const Examined& study, std::vector<Finding>& findings) {
  const std::vector<std::string> builds = builds_of(study.reader.origins());
  if (builds.size() < 2) return;
  add_finding(
      findings, "several builds", Severity::remark, {},
      fmt::format("{} builds wrote the file: {}", builds.size(), fmt::join(builds, "; ")),
      "results must not depend on the build: `regretta verify FILE --share 10%` recomputes a sample with this one");
}

/// When the blocks of each origin were added to a study that was there before; "" for those of its beginning.
std::map<std::int64_t, std::string> times_added(const Results& study) {
  std::map<std::int64_t, std::string> times;
  for (const auto& [number, text] : study.origins()) {
    const auto origin = nlohmann::json::parse(text, nullptr, false);
    const bool is_added = origin.is_object() && origin.contains("added") && origin["added"].is_string();
    times[number] = is_added ? origin["added"].get<std::string>() : "";
  }
  return times;
}

void added(const Examined& study, std::vector<Finding>& findings) {
  const std::map<std::int64_t, std::string> times = times_added(study.reader);
  const auto has_time = [](const auto& origin) { return !origin.second.empty(); };
  if (study.reader.has_stop_rule() || std::ranges::none_of(times, has_time)) return;
  std::map<std::int64_t, std::set<std::string>> of_cells;
  Statement rows = study.reader.database().prepare("SELECT DISTINCT cell, origin FROM block");
  while (rows.step())
    if (const auto time = times.find(rows.integer(1)); time != times.end())
      of_cells[rows.integer(0)].insert(time->second);
  std::vector<const CellScan*> cells;
  std::set<std::string> all;
  for (const CellScan& cell : study.cells) {
    const std::set<std::string>& own = of_cells[cell.label->cell];
    if (own.size() < 2) continue;
    cells.push_back(&cell);
    all.insert(own.begin(), own.end());
  }
  all.erase("");
  if (cells.empty()) return;
  add_finding(findings, "trials added", Severity::remark, cells,
              fmt::format("trials were added to those that were there, on {}", fmt::join(all, ", ")),
              "intervals, p-values and verdicts hold for a number of trials that was fixed beforehand: if the results "
              "so far decided to add more, say so, or take a stop rule (run --until), which keeps its level");
}

}  // namespace

void examine_claims(const Examined& study, std::vector<Finding>& findings) {
  wide(study, findings);
  steep(study, findings);
  without_slater(study, findings);
  vacuous(study, findings);
  untestable(study, findings);
  mixed(study, findings);
  builds(study, findings);
  added(study, findings);
}

}  // namespace regretta
