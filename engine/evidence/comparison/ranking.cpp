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

void Duels::Duel::fight(const Contest& own) {
  const TrialValues& values = own.values[quantity];
  const std::vector<Interval>& reaches = own.reaches[quantity];
  const std::vector<double>&x = values[a], &y = values[b];
  std::vector<double> differences;
  for (std::size_t k = 0; k < x.size(); ++k)
    if (!std::isnan(x[k] - y[k])) differences.push_back(x[k] - y[k]);
  if (differences.empty()) return;
  const BoundedMean mean(std::move(differences), reach_of_difference(reaches[a], reaches[b]));
  difference = mean.mean();
  p_value = mean.p_value(0);
}

void Duels::fight(const std::vector<Contest>& contests) {
  const std::size_t first_contest = sizes_.size(), first = duels_.size();
  for (const Contest& contest : contests) {
    const std::size_t quantities = contest.values.size(), learners = contest.values.front().size();
    for (std::size_t q = 0; q < quantities; ++q)
      for (std::size_t a = 0; a < learners; ++a)
        for (std::size_t b = 0; b < a; ++b) duels_.push_back({sizes_.size(), q, a, b});
    sizes_.emplace_back(quantities, learners);
  }
  tbb::parallel_for(first, duels_.size(),
                    [&](std::size_t k) { duels_[k].fight(contests[duels_[k].contest - first_contest]); });
}

std::vector<std::vector<ShownLess>> Duels::shown(double alpha) const {
  std::vector<std::vector<ShownLess>> shown;
  for (const auto& [quantities, learners] : sizes_)
    shown.emplace_back(quantities, ShownLess(learners, std::vector<bool>(learners, false)));
  const std::vector<double> adjusted = holm_adjusted(duels_, &Duel::p_value);
  for (std::size_t k = 0; k < duels_.size(); ++k) {
    const Duel& duel = duels_[k];
    if (adjusted[k] > alpha) continue;
    const auto [less, more] = duel.difference < 0 ? std::pair(duel.a, duel.b) : std::pair(duel.b, duel.a);
    shown[duel.contest][duel.quantity][less][more] = true;
  }
  return shown;
}

std::vector<RankedCell> rank_learners(const Results& study, const std::vector<Quantity>& quantities, double alpha) {
  const auto settings = cells_by_setting(study);
  std::vector<RankedCell> ranked;
  Duels duels;
  visit_contests(study, settings, quantities, [&](std::size_t first, const std::vector<Contest>& contests) {
    duels.fight(contests);
    for (std::size_t s = 0; s < contests.size(); ++s)
      for (std::size_t j = 0; j < settings[first + s].size(); ++j) {
        RankedCell& cell = ranked.emplace_back();
        cell.cell = settings[first + s][j];
        cell.learners = static_cast<int>(settings[first + s].size());
        for (std::size_t q = 0; q < quantities.size(); ++q)
          cell.ranks.push_back({.mean = summarise(contests[s].values[q][j]).mean});
      }
  });
  const std::vector<std::vector<ShownLess>> shown = duels.shown(alpha);
  std::size_t place = 0;
  for (const std::vector<ShownLess>& own : shown)
    for (std::size_t j = 0; j < own.front().size(); ++j, ++place) {
      for (std::size_t q = 0; q < quantities.size(); ++q) {
        const Rank rank = rank_of(own[q], j);
        ranked[place].ranks[q].least = rank.least;
        ranked[place].ranks[q].most = rank.most;
      }
      ranked[place].front = front_of(own, j);
    }
  std::ranges::stable_sort(ranked, {}, [](const RankedCell& cell) { return cell.cell->cell; });
  return ranked;
}

}  // namespace regretta
