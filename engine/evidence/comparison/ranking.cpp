#include "regretta/engine/evidence/comparison/ranking.hpp"

#include <algorithm>
#include <cmath>

#include <tbb/parallel_for.h>

#include "regretta/engine/evidence/statistics/bounded_mean.hpp"
#include "regretta/engine/evidence/statistics/holm.hpp"
#include "regretta/engine/evidence/statistics/paired.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/plugin/choice.hpp"

namespace regretta {
namespace {

/// Two learners of a contest and one quantity.
struct Duel {
  std::size_t contest, quantity, a, b;  ///< a, b: indices in the contest
  double difference = 0;                ///< mean of a minus b
  double p_value = 1;
};

void fight(const Contest& contest, Duel& duel) {
  const TrialValues& values = contest.values[duel.quantity];
  const std::vector<Interval>& reaches = contest.reaches[duel.quantity];
  const std::vector<double>&a = values[duel.a], &b = values[duel.b];
  std::vector<double> differences;
  for (std::size_t k = 0; k < a.size(); ++k)
    if (!std::isnan(a[k] - b[k])) differences.push_back(a[k] - b[k]);
  if (differences.empty()) return;
  const BoundedMean mean(std::move(differences), reach_of_difference(reaches[duel.a], reaches[duel.b]));
  duel.difference = mean.mean();
  duel.p_value = mean.p_value(0);
}

}  // namespace

std::string_view front_text(OnFront front) {
  using enum OnFront;
  static constexpr Choice words = choice_of<OnFront>({{yes, "yes"}, {no, "dominated"}, {possible, "possible"}});
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

OnFront front_of(const std::vector<ShownLess>& shown, std::size_t j) {
  bool is_on = true;
  for (std::size_t i = 0; i < shown.front().size(); ++i) {
    if (i == j) continue;
    if (std::ranges::all_of(shown, [&](const ShownLess& less) { return less[i][j]; })) return OnFront::no;
    is_on = is_on && std::ranges::any_of(shown, [&](const ShownLess& less) { return less[j][i]; });
  }
  return is_on ? OnFront::yes : OnFront::possible;
}

std::vector<std::vector<ShownLess>> shown_less(const std::vector<Contest>& contests, double alpha) {
  std::vector<Duel> duels;
  std::vector<std::vector<ShownLess>> shown;
  for (std::size_t s = 0; s < contests.size(); ++s) {
    const std::size_t learners = contests[s].values.front().size(), quantities = contests[s].values.size();
    shown.emplace_back(quantities, ShownLess(learners, std::vector<bool>(learners, false)));
    for (std::size_t q = 0; q < quantities; ++q)
      for (std::size_t a = 0; a < learners; ++a)
        for (std::size_t b = 0; b < a; ++b) duels.push_back({s, q, a, b});
  }
  tbb::parallel_for(std::size_t{0}, duels.size(), [&](std::size_t k) { fight(contests[duels[k].contest], duels[k]); });
  const std::vector<double> adjusted = holm_adjusted(duels, &Duel::p_value);
  for (std::size_t k = 0; k < duels.size(); ++k) {
    const Duel& duel = duels[k];
    if (adjusted[k] > alpha) continue;
    const auto [less, more] = duel.difference < 0 ? std::pair(duel.a, duel.b) : std::pair(duel.b, duel.a);
    shown[duel.contest][duel.quantity][less][more] = true;
  }
  return shown;
}

std::vector<RankedCell> rank_learners(const Results& study, const std::vector<Quantity>& quantities, double alpha) {
  const auto settings = cells_by_setting(study);
  std::vector<Contest> contests;
  for (const auto& cells : settings) contests.push_back(contest_of(study, cells, quantities));
  const std::vector<std::vector<ShownLess>> shown = shown_less(contests, alpha);

  std::vector<RankedCell> ranked;
  for (std::size_t s = 0; s < settings.size(); ++s)
    for (std::size_t j = 0; j < settings[s].size(); ++j) {
      RankedCell& cell = ranked.emplace_back();
      cell.cell = settings[s][j];
      cell.learners = static_cast<int>(settings[s].size());
      for (std::size_t q = 0; q < quantities.size(); ++q) {
        cell.ranks.push_back(rank_of(shown[s][q], j));
        cell.ranks.back().mean = summarise(contests[s].values[q][j]).mean;
      }
      cell.front = front_of(shown[s], j);
    }
  std::ranges::stable_sort(ranked, {}, [](const RankedCell& cell) { return cell.cell->cell; });
  return ranked;
}

}  // namespace regretta
