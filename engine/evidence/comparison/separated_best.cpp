#include "regretta/engine/evidence/comparison/separated_best.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "regretta/engine/evidence/comparison/contest.hpp"
#include "regretta/engine/evidence/statistics/paired.hpp"
#include "regretta/engine/study/file/alike_cells.hpp"

namespace regretta {

std::optional<ShownLeast> shown_least(const std::vector<std::vector<double>>& values,
                                      const std::vector<Interval>& reaches, const Family& family) {
  std::optional<std::size_t> least;
  double least_mean = not_a_number;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const double mean = moments_of(values[k]).mean;
    if (std::isnan(mean) || (least && !(mean < least_mean))) continue;
    least = k;
    least_mean = mean;
  }
  if (!least || values.size() < 2) return std::nullopt;
  ShownLeast shown{*least, Grade::outright};
  for (std::size_t k = 0; k < values.size() && shown.grade != Grade::none; ++k) {
    if (k == *least) continue;
    const Claim difference =
        claim_of(differences_of(values[*least], values[k]), reach_of_difference(reaches[*least], reaches[k]), family);
    shown.grade = std::min(shown.grade, difference.mean < 0 ? difference.grade : Grade::none);
  }
  return shown.grade == Grade::none ? std::nullopt : std::optional(shown);
}

std::vector<SeparatedBest> separated_best(const Results& study, const std::vector<Quantity>& quantities, double alpha) {
  for (const Quantity quantity : quantities)
    if (!quantity_info(quantity).less_is_better)
      throw std::invalid_argument(fmt::format("separated_best: less {} is not better", quantity_name(quantity)));
  const auto settings = cells_by_setting(study);
  std::size_t tests = 0;
  const std::vector<bool> repeated = repeated_cells(study);
  for (const auto& cells : settings)
    if (!repeated[static_cast<std::size_t>(cells.front()->cell)]) tests += quantities.size() * (cells.size() - 1);
  const Family family{.alpha = alpha, .lines = static_cast<double>(tests) * looks_of(study)};

  std::vector<SeparatedBest> best;
  for (const auto& cells : settings) {
    if (cells.size() < 2) continue;
    const auto [values, reaches] = contest_of(study, cells, quantities);
    for (std::size_t q = 0; q < quantities.size(); ++q)
      if (const auto least = shown_least(values[q], reaches[q], family))
        best.push_back({.cell = cells[least->at], .quantity = quantities[q], .grade = least->grade});
  }
  return best;
}

}  // namespace regretta
