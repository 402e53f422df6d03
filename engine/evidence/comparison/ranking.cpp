#include "regretta/engine/evidence/comparison/ranking.hpp"

#include <algorithm>

#include <tbb/parallel_for.h>

#include "regretta/engine/evidence/statistics/paired.hpp"
#include "regretta/engine/plugin/choice.hpp"

namespace regretta {
namespace {

/// A learner of a contest, which meets those before it, and one quantity.
struct Challenger {
  std::size_t contest, quantity, a;
  OpenPairs open{};
};

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

OnFront front_of(const std::vector<ShownLess>& shown, std::size_t j, Grade grade) {
  bool is_on = true;
  for (std::size_t i = 0; i < shown.front().size(); ++i) {
    if (i == j) continue;
    if (std::ranges::all_of(shown, [&](const ShownLess& less) { return less[i][j] >= grade; })) return OnFront::no;
    is_on = is_on && std::ranges::any_of(shown, [&](const ShownLess& less) { return less[j][i] >= grade; });
  }
  return is_on ? OnFront::yes : OnFront::open;
}

std::vector<std::vector<ShownLess>> shown_less(const std::vector<Contest>& contests, const Family& family,
                                               OpenPairs* open) {
  std::vector<Challenger> challengers;
  std::vector<std::vector<ShownLess>> shown;
  for (std::size_t s = 0; s < contests.size(); ++s) {
    const std::size_t learners = contests[s].values.front().size(), quantities = contests[s].values.size();
    shown.emplace_back(quantities, ShownLess(learners, std::vector<Grade>(learners, Grade::none)));
    for (std::size_t q = 0; q < quantities; ++q)
      for (std::size_t a = 1; a < learners; ++a)
        challengers.push_back({s, q, a, {.trials = open == nullptr ? 0 : open->trials}});
  }
  tbb::parallel_for(std::size_t{0}, challengers.size(), [&](std::size_t k) {
    auto& [s, q, a, left] = challengers[k];
    const TrialValues& values = contests[s].values[q];
    const std::vector<Interval>& reaches = contests[s].reaches[q];
    for (std::size_t b = 0; b < a; ++b) {
      const Claim difference =
          claim_of(differences_of(values[a], values[b]), reach_of_difference(reaches[a], reaches[b]), family);
      (difference.mean < 0 ? shown[s][q][a][b] : shown[s][q][b][a]) = difference.grade;
      if (difference.grade == Grade::none) left.add(trials_to_see(difference, family.each()));
    }
  });
  if (open != nullptr)
    for (const Challenger& one : challengers) open->add(one.open);
  return shown;
}

void OpenPairs::add(double needed) {
  ++pairs;
  shown_by_4_times += needed <= static_cast<double>(4 * trials);
  shown_by_16_times += needed <= static_cast<double>(16 * trials);
}

void OpenPairs::add(const OpenPairs& others) {
  pairs += others.pairs;
  shown_by_4_times += others.shown_by_4_times;
  shown_by_16_times += others.shown_by_16_times;
}

Ranking rank_learners(const Results& study, const std::vector<Quantity>& quantities, double alpha,
                      std::int64_t trials) {
  const auto settings = cells_by_setting(study);
  Ranking ranking{.open = {.trials = trials}};
  for (const auto& cells : settings) ranking.pairs += std::ssize(quantities) * pairs_of(cells.size());
  const Family family{.alpha = alpha, .lines = static_cast<double>(ranking.pairs) * looks_of(study)};
  visit_contests(study, settings, quantities, [&](std::size_t first, const std::vector<Contest>& contests) {
    const std::vector<std::vector<ShownLess>> shown = shown_less(contests, family, &ranking.open);
    for (std::size_t s = 0; s < contests.size(); ++s)
      for (std::size_t j = 0; j < settings[first + s].size(); ++j) {
        RankedCell& cell = ranking.cells.emplace_back();
        cell.cell = settings[first + s][j];
        cell.learners = static_cast<int>(settings[first + s].size());
        for (std::size_t q = 0; q < quantities.size(); ++q)
          cell.means.push_back(moments_of(contests[s].values[q][j]).mean);
        for (const auto& [grade, place] :
             {std::pair(Grade::seen, &cell.seen), std::pair(Grade::outright, &cell.sure)}) {
          for (std::size_t q = 0; q < quantities.size(); ++q) place->ranks.push_back(rank_of(shown[s][q], j, grade));
          place->front = front_of(shown[s], j, grade);
        }
      }
  });
  std::ranges::stable_sort(ranking.cells, {}, [](const RankedCell& cell) { return cell.cell->cell; });
  return ranking;
}

}  // namespace regretta
