#include "regretta/engine/evidence/comparison/ranking.hpp"

#include <algorithm>

#include "regretta/engine/evidence/statistics/seen_mean.hpp"
#include "regretta/engine/plugin/choice.hpp"

namespace regretta {
namespace {

std::int64_t pairs_of(std::size_t learners) { return static_cast<std::int64_t>(learners * (learners - 1) / 2); }

}  // namespace

std::string_view front_text(OnFront front) {
  using enum OnFront;
  static constexpr Choice words = choice_of<OnFront>({{yes, "yes"}, {no, "no"}, {open, "open"}});
  return words.word_of(front);
}

Rank rank_of(const ShownLess& shown, std::size_t j, Grade grade) {
  Rank rank{.least = 1, .most = static_cast<int>(shown.size())};
  for (std::size_t i = 0; i < shown.size(); ++i) {
    rank.least += shown[i][j] >= grade;
    rank.most -= shown[j][i] >= grade;
  }
  return rank;
}

OnFront front_of(const std::vector<ShownPairs>& shown, std::size_t j, Grade grade) {
  bool is_on = true;
  for (std::size_t i = 0; i < shown.front().less.size(); ++i) {
    if (i == j) continue;
    if (std::ranges::all_of(shown, [&](const ShownPairs& one) { return one.less[i][j] >= grade; })) return OnFront::no;
    is_on = is_on && std::ranges::any_of(shown, [&](const ShownPairs& one) { return one.less[j][i] >= grade; });
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
  OverallCount overall(study, quantities.size(), options.grade);
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
        for (const auto& [grade, place] :
             {std::pair(Grade::seen, &cell.seen), std::pair(Grade::outright, &cell.sure)}) {
          for (std::size_t q = 0; q < quantities.size(); ++q)
            place->ranks.push_back(rank_of(shown[s][q].less, j, grade));
          place->front = front_of(shown[s], j, grade);
        }
      }
      for (std::size_t q = 0; q < quantities.size() && study.study().instances == 1; ++q)
        if (has_none(study, cells, means[q])) ranking.open.pairs -= pairs_of(cells.size());
      if (!is_repeated(cells)) overall.add(cells, shown[s], means);
    }
  });
  ranking.overall = overall.result();
  std::ranges::stable_sort(ranking.cells, {}, [](const RankedCell& cell) { return cell.cell->cell; });
  return ranking;
}

}  // namespace regretta
