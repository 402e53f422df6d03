#include "regretta/engine/evidence/comparison/ranking.hpp"

#include <algorithm>
#include <cmath>

#include "regretta/engine/evidence/statistics/seen_mean.hpp"
#include "regretta/engine/plugin/choice.hpp"

namespace regretta {
namespace {

std::int64_t pairs_of(std::size_t learners) { return static_cast<std::int64_t>(learners * (learners - 1) / 2); }

/// Adds those of one setting and quantity.
void add_decisions(const ShownLess& less, const std::vector<std::vector<double>>& values,
                   const std::vector<Interval>& reaches, const std::vector<double>& means,
                   std::vector<Decision>& decisions) {
  const auto count = [](const std::vector<double>& list) {
    return std::ranges::count_if(list, [](double x) { return !std::isnan(x); });
  };
  for (std::size_t i = 0; i < less.size(); ++i)
    for (std::size_t j = 0; j < less.size(); ++j)
      if (less[i][j])
        decisions.push_back({.values = std::min(count(values[i]), count(values[j])),
                             .needed = 3 * (1 + (reaches[i].high - reaches[j].low) / (means[j] - means[i]))});
}

}  // namespace

std::string_view front_text(OnFront front) {
  using enum OnFront;
  static constexpr Choice words = choice_of<OnFront>({{yes, "yes"}, {no, "no"}, {open, "open"}});
  return words.word_of(front);
}

Rank rank_of(const ShownLess& shown, std::size_t j) {
  Rank rank{.least = 1, .most = static_cast<int>(shown.size())};
  for (std::size_t i = 0; i < shown.size(); ++i) {
    rank.least += shown[i][j];
    rank.most -= shown[j][i];
  }
  return rank;
}

OnFront front_of(const std::vector<ShownPairs>& shown, std::size_t j) {
  bool is_on = true;
  for (std::size_t i = 0; i < shown.front().less.size(); ++i) {
    if (i == j) continue;
    if (std::ranges::all_of(shown, [&](const ShownPairs& one) { return one.less[i][j]; })) return OnFront::no;
    is_on = is_on && std::ranges::any_of(shown, [&](const ShownPairs& one) { return one.less[j][i]; });
  }
  return is_on ? OnFront::yes : OnFront::open;
}

Ranking rank_learners(const Results& study, const RankingOptions& options) {
  const std::vector<Quantity>& quantities = options.quantities;
  const auto settings = cells_by_setting(study);
  Ranking ranking{.open = {.trials = options.trials}};
  const std::vector<bool> repeated = repeated_cells(study);
  const auto is_repeated = [&](const auto& cells) { return repeated[static_cast<std::size_t>(cells.front()->cell)]; };
  for (const auto& cells : settings)
    if (!is_repeated(cells)) ranking.pairs += std::ssize(quantities) * pairs_of(cells.size());
  const Family family{.alpha = options.alpha, .lines = static_cast<double>(ranking.pairs) * looks_of(study)};
  OverallCount overall(study, quantities.size());
  visit_contests(study, settings, quantities, [&](std::size_t first, const std::vector<Contest>& contests) {
    const std::vector<std::vector<ShownPairs>> shown =
        shown_pairs(contests, family, study.study().instances == 1 ? &ranking.open : nullptr);
    for (std::size_t s = 0; s < contests.size(); ++s) {
      const std::vector<const CellLabel*>& cells = settings[first + s];
      std::vector<std::vector<double>> means(quantities.size());
      for (std::size_t j = 0; j < cells.size(); ++j) {
        RankedCell& cell = ranking.cells.emplace_back();
        cell.cell = cells[j];
        cell.learners = static_cast<int>(cells.size());
        for (std::size_t q = 0; q < quantities.size(); ++q) {
          cell.means.push_back(moments_of(contests[s].values[q][j]).mean);
          means[q].push_back(cell.means.back());
          const Interval& reach = contests[s].reaches[q][j];
          cell.is_exact.push_back(reach.low == reach.high);
        }
        for (std::size_t q = 0; q < quantities.size(); ++q) cell.ranks.push_back(rank_of(shown[s][q].less, j));
        cell.front = front_of(shown[s], j);
      }
      for (std::size_t q = 0; q < quantities.size() && study.study().instances == 1; ++q)
        if (has_none(study, cells, means[q])) ranking.open.pairs -= pairs_of(cells.size());
      if (is_repeated(cells)) continue;
      overall.add(cells, shown[s], means);
      for (std::size_t q = 0; q < quantities.size(); ++q)
        add_decisions(shown[s][q].less, contests[s].values[q], contests[s].reaches[q], means[q], ranking.decisions);
    }
  });
  ranking.overall = overall.result();
  std::ranges::stable_sort(ranking.cells, {}, [](const RankedCell& cell) { return cell.cell->cell; });
  return ranking;
}

}  // namespace regretta
