#include "regretta/tools/check/learner_check.hpp"

#include <fmt/format.h>

#include "regretta/engine/plugin/input_error.hpp"
#include "regretta/tools/check/cells.hpp"
#include "regretta/tools/check/isolated.hpp"
#include "regretta/tools/check/learner_requirements.hpp"
#include "regretta/tools/check/repeat_requirements.hpp"

namespace regretta {
namespace {

struct CheckedLearner {
  const LearnerEntry& entry;
  Settings settings;
  std::int64_t most_rounds = 50'000;

  BoundLearner bind(const CellWork& work) const {
    return entry.bind(settings, work.problem, work.adversary->oblivious());
  }
};

/// Calls find(learner, work) for each cell in a separate process until it finds a counterexample. Cells that the
/// learner refuses are left out with a remark.
template <class Find>
CheckOutcome in_cells(const CheckedLearner& checked, const std::vector<EnvironmentChoice>& choices,
                      std::int64_t horizon, Find find) {
  CheckOutcome outcome;
  std::size_t tried = 0;
  for (const EnvironmentChoice& choice : choices) {
    try {
      const CellWork work = cell_of(choice, horizon);
      const BoundLearner learner = checked.bind(work);
      ++tried;
      outcome.counterexample = isolated([&] { return find(learner, work); });
    } catch (const InputError& error) {
      outcome.remark += fmt::format("{}not {}: {}{}{}", outcome.remark.empty() ? "" : "; ", choice.name, error.key(),
                                    error.key().empty() ? "" : " ", error.what());
    } catch (const std::exception& error) {
      outcome.counterexample = error.what();
    }
    if (!outcome.counterexample.empty()) {
      outcome.counterexample = fmt::format("cell \"{}\" (T = {}), {}", choice.name, horizon, outcome.counterexample);
      return outcome;
    }
  }
  outcome.tested = tried > 0;
  return outcome;
}

std::vector<EnvironmentChoice> named(std::initializer_list<const char*> names) {
  std::vector<EnvironmentChoice> choices;
  for (const char* name : names) choices.push_back(environment_choice(name));
  return choices;
}

/// Cells with every noise law, corruption, an adaptive adversary, and without a feasible strategy.
std::vector<EnvironmentChoice> ordinary_cells() {
  return named({"bernoulli, one constraint", "none", "uniform", "beta", "no arm safe, a mixture is", "empty sets",
                "random instance, front slander", "phases, random flattery", "anti-leader", "mannor"});
}
std::vector<EnvironmentChoice> two_cells() {
  return named({"random instance, front slander", "phases, random flattery"});
}

/// Cells for `draws`, the first with equal arms, because some learners draw only when arms tie.
std::vector<EnvironmentChoice> cells_for_draws() {
  std::vector<EnvironmentChoice> cells{{"equal arms",
                                        "stationary",
                                        {{"loss", std::vector<double>(8, 0.5)},
                                         {"violation", std::vector<std::vector<double>>{std::vector<double>(8, -0.2)}},
                                         {"noise", "bernoulli"}}}};
  for (EnvironmentChoice& cell : named({"bernoulli, one constraint", "none"})) cells.push_back(std::move(cell));
  return cells;
}

/// A learner that draws passes if it draws in one of the cells.
CheckOutcome draws_outcome(const CheckedLearner& checked) {
  constexpr std::int64_t horizon = 1000;
  const std::vector<EnvironmentChoice> cells = cells_for_draws();
  return in_cells(checked, {cells.front()}, horizon, [&](const BoundLearner& learner, const CellWork& work) {
    Counterexample found = draw_fault(learner, work);
    if (found.empty() || !learner.make_stepped(work, 1)->draws_for_itself()) return found;
    for (const EnvironmentChoice& cell : cells) {
      const CellWork other = cell_of(cell, horizon);
      if (draw_fault(checked.bind(other), other).empty()) return Counterexample();
    }
    return found;
  });
}

/// Long trials, each twice as long as the previous one, for bugs that show only after many rounds.
CheckOutcome long_outcome(const CheckedLearner& checked) {
  const std::vector<EnvironmentChoice> cells = named({"phases, random flattery", "uniform"});
  CheckOutcome outcome;
  bool is_tested = false;
  for (int halvings = 3; halvings >= 0; --halvings) {
    outcome = in_cells(checked, {cells[static_cast<std::size_t>(halvings) % cells.size()]},
                       std::max<std::int64_t>(checked.most_rounds >> halvings, 1),
                       [](const auto& learner, const auto& work) { return simplex_violation(learner, work); });
    if (!outcome.counterexample.empty()) return outcome;
    is_tested = is_tested || outcome.tested;
  }
  if (is_tested) outcome = {.remark = fmt::format("up to T = {}", checked.most_rounds)};
  return outcome;
}

/// Passes if trials differ in any of the cells: a learner may explore by a fixed schedule for many rounds.
CheckOutcome trials_outcome(const CheckedLearner& checked) {
  CheckOutcome outcome;
  for (const std::int64_t horizon : {std::min<std::int64_t>(1000, checked.most_rounds), checked.most_rounds})
    for (const EnvironmentChoice& cell : named({"bernoulli, one constraint", "uniform"})) {
      outcome = in_cells(checked, {cell}, horizon, ignored_feedback);
      if (outcome.counterexample.empty()) return outcome;
    }
  return outcome;
}

CheckOutcome sizes_outcome(const CheckedLearner& checked) {
  CheckOutcome summary{.tested = false};
  for (const int K : {2, 3, 10, 60, 1000})
    for (const int m : {1, 3, 8}) {
      const std::int64_t horizon = K < 1000 ? 200 : 30;  // rounds with many arms are slow
      CheckOutcome outcome =
          in_cells(checked, {choice_of_size(K, m)}, horizon, [](const auto& learner, const auto& work) {
            std::vector<TrialResult> together;
            if (Counterexample found = simplex_violation(learner, work, &together); !found.empty()) return found;
            const Counterexample found = difference_between(learner.run(work, 2, 1, RunControl{})[0],
                                                            learner.run(work, 0, pack_trials, RunControl{})[2]);
            return found.empty() ? found : "trial 2: " + found + " beside others";
          });
      if (!outcome.counterexample.empty()) return outcome;
      summary.tested = summary.tested || outcome.tested;
      if (!outcome.remark.empty()) summary.remark = outcome.remark;
    }
  return summary;
}

/// The cell "bernoulli, one constraint" with means 1e-12 larger, which is too little to change a Bernoulli draw.
CellWork with_other_means(const EnvironmentChoice& choice, std::int64_t horizon) {
  EnvironmentChoice other = choice;
  auto loss = std::vector<double>{0.2, 0.5, 0.7, 0.4, 0.9};
  auto violation = std::vector<double>{0.3, -0.2, -0.4, 0.1, -0.6};
  for (double& mean : loss) mean += 1e-12;
  for (double& mean : violation) mean += 1e-12;
  other.settings["losses.means"] = loss;
  other.settings["violations.means"] = std::vector<std::vector<double>>{violation};
  return cell_of(other, horizon);
}

CheckOutcome feedback_outcome(const CheckedLearner& checked) {
  const EnvironmentChoice cell = environment_choice("bernoulli, one constraint");
  CheckOutcome outcome = in_cells(checked, {cell}, 1000, [&](const BoundLearner& learner, const CellWork& work) {
    const CellWork other = with_other_means(cell, 1000);
    return means_dependence(learner, checked.bind(other), work, other);
  });
  outcome.remark = "it receives " + checked.entry.feedback + " feedback";
  if (!outcome.counterexample.empty() && !checked.entry.prior_knowledge.empty())
    outcome = {.remark = "it has prior knowledge: " + checked.entry.prior_knowledge, .tested = false};
  return outcome;
}

/// A cell whose size differs from that of repeated trials; nothing if the learner refuses it.
std::optional<BoundCell> another_study(const CheckedLearner& checked) {
  const CellWork work = cell_of(choice_of_size(3, 2), 300);
  try {
    return BoundCell{checked.bind(work), work};
  } catch (const InputError&) {
    return std::nullopt;
  }
}

}  // namespace

std::vector<Property> learner_properties(const LearnerEntry& learner, const Settings& settings,
                                         std::optional<std::int64_t> most_rounds) {
  CheckedLearner checked{learner, settings};
  if (most_rounds) checked.most_rounds = *most_rounds;
  const bool by_hand{checked.bind(cell_of(environment_choice("bernoulli, one constraint"), 2000)).make_stepped};
  const auto everywhere = [checked](auto cells, std::int64_t horizon, auto find) {
    return [=] { return in_cells(checked, cells(), horizon, find); };
  };
  const auto repeated = [checked](Counterexample (*find)(const RepeatedPlay&)) {
    return [=] {
      return in_cells(checked, two_cells(), 500, [&](const BoundLearner& bound, const CellWork& work) {
        const std::optional<BoundCell> another = another_study(checked);
        return find(repeated_trial(bound, work, another ? &*another : nullptr));
      });
    };
  };
  const auto lanes = [](const BoundLearner& bound, const CellWork& work) {
    for (const int width : {4, pack_trials, 16})
      if (Counterexample found = lane_difference(bound, work, width); !found.empty()) return found;
    return pack_difference(bound, work);
  };
  const auto simplex = [](const BoundLearner& bound, const CellWork& work) { return simplex_violation(bound, work); };
  const auto deferred = [checked](CheckOutcome (*outcome)(const CheckedLearner&)) {
    return [=] { return outcome(checked); };
  };
  std::vector<Property> properties{
      {"clock", "the same trial gives the same bits at any time", repeated(clock_dependence), true},
      {"repeats", "the same bits however often it is played", repeated(repeat_difference), true},
      {"company", "the same bits whatever was played before", repeated(history_dependence), true},
      {"simplex", "every x_t sums to 1 and has no negative entry", everywhere(ordinary_cells, 2000, simplex)},
      {"extremes", "every x_t is in the simplex where losses are 0 or 1 and violations -1 or 1",
       everywhere(extreme_choices, 2000, simplex)},
      {"long", "every x_t is in the simplex in long trials", deferred(long_outcome)},
      {"lanes", "every lane of a pack has the bits of the trial played alone", everywhere(ordinary_cells, 600, lanes),
       false, true},  // compares_plays
      {"sizes", "it works with K = 2 to 1,000 arms and m = 1 to 8 constraints", deferred(sizes_outcome), false, true},
      {"copies", "a copy is independent of its original", everywhere(two_cells, 800, copy_difference), false, true},
      {"draws", "trials with the same feedback differ if and only if it draws", deferred(draws_outcome), false, true},
      {"trials", "trials differ where their feedback does", deferred(trials_outcome), false, true},
      {"feedback", "it depends on its feedback and the problem alone", deferred(feedback_outcome), false, true},
  };
  if (!by_hand)  // a learner in another language, which cannot be stepped or copied
    std::erase_if(properties,
                  [](const Property& property) { return property.name == "copies" || property.name == "draws"; });
  return properties;
}

}  // namespace regretta
