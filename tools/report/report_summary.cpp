#include "regretta/tools/report/report_summary.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/comparison/contest.hpp"
#include "regretta/engine/evidence/comparison/ranking.hpp"
#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/evidence/tables/roles.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/overall_text.hpp"

namespace regretta {
namespace {

using nlohmann::ordered_json;

constexpr double summary_alpha = 0.05;  ///< of each of the two families of tests

/// Under the most and under the least corruption of a family of cells that differ in their budgets alone.
struct Extremes {
  const CellLabel* most = nullptr;
  const CellLabel* least = nullptr;
  double most_corruption = 0, least_corruption = 0;  ///< mean C
};

std::vector<Extremes> corruption_extremes(const Results& study, const Catalogue& catalogue) {
  const std::vector<bool> is_budget = swept_with(Role::corruption_budget, study, catalogue);
  std::map<std::vector<std::string>, std::size_t> places;
  std::vector<Extremes> all;
  for (const CellLabel& cell : study.cells()) {
    const double corruption = study.summary(cell)[Quantity::corruption].mean;
    if (std::isnan(corruption)) continue;
    std::vector<std::string> rest = {cell.learner, cell.learner_name, cell.environment_kind, cell.environment,
                                     std::to_string(cell.horizon)};
    for (std::size_t k = 0; k < cell.swept.size(); ++k)
      if (!is_budget[k]) rest.push_back(to_text(cell.swept[k]));
    const auto [place, is_new] = places.emplace(std::move(rest), all.size());
    if (is_new) all.push_back({&cell, &cell, corruption, corruption});
    Extremes& family = all[place->second];
    if (corruption > family.most_corruption) family.most = &cell, family.most_corruption = corruption;
    if (corruption < family.least_corruption) family.least = &cell, family.least_corruption = corruption;
  }
  std::erase_if(all, [](const Extremes& family) { return family.most == family.least; });
  return all;
}

/// What corruption adds to the regret and violation of each family, at its most against its least.
ordered_json corruption_data(const Results& study, const Catalogue& catalogue) {
  const std::vector<Quantity> quantities = {Quantity::regret, Quantity::violation};
  const std::vector<Extremes> families = corruption_extremes(study, catalogue);
  const std::size_t count = families.size() * quantities.size();
  std::vector<std::vector<const CellLabel*>> pairs;
  for (const Extremes& family : families) pairs.push_back({family.most, family.least});
  std::vector<Evidence> differences(count);
  const Family together{.alpha = summary_alpha, .lines = static_cast<double>(count) * looks_of(study)};
  visit_contests(study, pairs, quantities, [&](std::size_t first, const std::vector<Contest>& contests) {
    tbb::parallel_for(std::size_t{0}, contests.size() * quantities.size(), [&](std::size_t k) {
      const std::size_t q = k % quantities.size();
      const auto& values = contests[k / quantities.size()].values[q];
      const auto& reaches = contests[k / quantities.size()].reaches[q];
      differences[first * quantities.size() + k] =
          evidence_of(moments_of_differences(differences_of(values[0], values[1])),
                      reach_of_difference(reaches[0], reaches[1]), together);
    });
  });

  ordered_json lines = ordered_json::array();
  for (std::size_t k = 0; k < count; ++k) {
    const Extremes& family = families[k / quantities.size()];
    const double mean = differences[k].mean;
    lines.push_back({{"cell", family.most->cell},
                     {"against", family.least->cell},
                     {"quantity", quantity_name(quantities[k % quantities.size()])},
                     {"standing", standing_text(standing_of(differences[k]))},
                     {"mean", with_digits(mean, 7)},
                     {"text", rounded(mean, 3)},
                     {"C", {rounded(family.least_corruption, 3), rounded(family.most_corruption, 3)}}});
  }
  return lines;
}

}  // namespace

ordered_json summary_data(const Results& study, const Catalogue& catalogue) {
  const std::vector<Quantity> quantities = {Quantity::regret, Quantity::violation};
  const Ranking ranking =
      rank_learners(study, {.quantities = quantities, .alpha = summary_alpha, .trials = fewest_trials(study)});
  const Recommendation said = recommendation(study, ranking.overall, quantities);
  return {{"rivals",
           {{"before", said.before}, {"least", said.least}, {"advice", said.advice}, {"open", open_text(ranking)}}},
          {"corruption", corruption_data(study, catalogue)}};
}

}  // namespace regretta
