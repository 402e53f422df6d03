#include "regretta/engine/search/turns.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "regretta/engine/search/admission.hpp"

namespace regretta {
namespace {

/// Gives each search its seed and an equal part of the rounds that the judgement leaves.
void share_rounds(std::vector<AlternatingSearch>& all, const SearchSpace& space, const SearchRules& rules,
                  std::int64_t horizon) {
  const auto refuse = [&](const std::string& key, const std::string& problem) {
    const Value* value = space.study().search.find(key);
    throw StudyError::at(value ? *value : space.study().search.begin()->second, space.study().file, "search." + key,
                         problem);
  };
  const std::int64_t first = 1 + rules.alternations + std::ssize(rules.first);
  if (first > rules.candidates)
    refuse("candidates", fmt::format("{} at a time are fewer than the {} that a search of the learner begins with, "
                                     "expected at least as many",
                                     rules.candidates, first));
  const auto attacks = std::ranges::count(all, true, &AlternatingSearch::is_attack),
             last = std::ranges::count(all, rules.alternations + 1, &AlternatingSearch::turn);
  const auto varying = std::ssize(space.learners().varying), fixed = std::ssize(space.learners().fixed);
  const auto environments = [&](std::int64_t found) {
    return std::ssize(space.environments().fixed) + found * std::ssize(space.environments().varying);
  };
  const auto rounds_of = [&](std::int64_t trials, std::int64_t cells) {
    return static_cast<double>(trials * cells) * static_cast<double>(horizon);
  };
  const double given = rules.most_rounds(horizon),
               judgement = rounds_of(rules.fresh, (2 * varying + fixed) * environments(attacks)),
               share = (given - judgement) / static_cast<double>(all.size()),
               least = rounds_of(rules.trials_of(rules.candidates) + (rules.finalists + 1) * rules.fresh,
                                 std::max((varying + fixed) * std::ssize(space.environments().varying),
                                          varying * environments(attacks - last)));
  const double unit = rules.trials ? static_cast<double>(horizon) : 1;
  if (share < least)
    refuse(
        rules.trials ? "trials" : "rounds",
        fmt::format("{:g} are too few: each of the {} searches takes up to {:g} for its first {} candidates, and the "
                    "judgement {:g}; expected at least {:g}",
                    given / unit, all.size(), least / unit, rules.candidates, judgement / unit,
                    (static_cast<double>(all.size()) * least + judgement) / unit));
  for (std::size_t k = 0; k < all.size(); ++k) {
    all[k].rules.rounds = share;
    all[k].rules.trials.reset();
    all[k].rules.seed = 1000 * rules.seed + static_cast<std::int64_t>(k) + 1;
  }
}

}  // namespace

/// A point of both sides has the environments' coordinates first.
Sides sides_of(const SearchSpace& space, const Point& point) {
  const auto learners =
      std::ranges::find_if(space.dimensions(), [](const Dimension& one) { return one.path.starts_with("learner."); });
  const auto split = point.begin() + (learners - space.dimensions().begin());
  return {{point.begin(), split}, {split, point.end()}};
}

std::vector<AlternatingSearch> alternating_searches(const SearchSpace& space, const SearchRules& rules,
                                                    const Catalogue& catalogue) {
  SearchRules attack = rules;
  attack.against = Against::worst;
  attack.ablation = false;
  attack.first.clear();
  attack.subject_to.clear();
  SearchRules learner = attack;
  for (const Point& point : rules.first) {
    attack.first.push_back(sides_of(space, point).environment);
    learner.first.push_back(sides_of(space, point).learner);
  }
  for (const Constraint& one : rules.subject_to)
    (is_known_beforehand(one) ? attack : learner).subject_to.push_back(one);
  std::vector<AlternatingSearch> all;
  for (std::int64_t turn = 1; turn <= rules.alternations + 1; ++turn) {
    for (std::size_t k = 0; k <= learner.subject_to.size(); ++k) {
      const bool on_aim = k == 0;
      AlternatingSearch& one = all.emplace_back();
      one.name = on_aim ? fmt::format("attack-{}", turn) : fmt::format("attack-{}-on-{}", turn, k);
      one.turn = turn;
      one.raised = on_aim ? rules.aim().text() : learner.subject_to[k - 1].text();
      one.rules = attack;
      one.rules.aims = {Aim{.expression = on_aim ? rules.aim() : learner.subject_to[k - 1].excess(), .up = true}};
    }
    if (turn <= rules.alternations)
      all.push_back(
          {.name = fmt::format("learner-{}", turn), .turn = turn, .is_attack = false, .raised = "", .rules = learner});
  }
  share_rounds(all, space, rules, horizon_of(space, catalogue));
  return all;
}

}  // namespace regretta
