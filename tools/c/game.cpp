// Games: trials in which the caller is the learner.

#include <limits>

#include <fmt/format.h>

#include "regretta/engine/plugin/nearest_name.hpp"
#include "regretta/tools/c/session.hpp"
#include "regretta/tools/c/study.hpp"

namespace regretta::c {
namespace {

class Game {
 public:
  Game(std::shared_ptr<const StudyPlan> plan, std::int64_t cell, FeedbackModel model, std::int64_t first, int trials)
      : plan_(std::move(plan)),
        work_(plan_->cell(cell).prepared()),
        trials_([this, cell](
                    std::int64_t trial) -> const regretta::CellWork& { return plan_->cell(cell).prepared_for(trial); },
                model, first, trials),
        first_(first),
        seen_(work_.problem, model, trials) {}

  const Draws& draws() const {
    draws_ = {&trials_, round_ + 1};
    return draws_;
  }
  RoundFeedback play(const double* x, const std::int64_t* arms) {
    if (round_ >= work_.problem.horizon)
      throw std::out_of_range(fmt::format("the game has ended after its {} rounds", round_));
    if (x == nullptr && arms == nullptr) throw std::invalid_argument("x and arms are both NULL, expected one of them");
    const int trials = trials_.count(), num_arms = work_.problem.num_arms;
    if (const std::string fault =
            x != nullptr ? fault_of_strategies(x, trials, num_arms, first_) : fault_of_arms(arms, trials, num_arms);
        !fault.empty())
      throw std::invalid_argument(fmt::format("round {}: {}", round_ + 1, fault));
    ++round_;
    if (x != nullptr)
      trials_.play(round_, x, seen_.round());
    else
      trials_.play(round_, arms, seen_.round());
    return seen_.round();
  }
  void values(const std::string& name, double* out) {
    if (round_ < work_.problem.horizon)
      throw std::runtime_error(fmt::format("only {} of {} rounds have been played: values exist for whole trials",
                                           round_, work_.problem.horizon));
    const auto quantity = work_.quantities.find(name);
    if (!quantity)
      throw std::invalid_argument(
          fmt::format("quantity \"{}\" is unknown{}", name, did_you_mean(name, work_.quantities.names())));
    if (results_.empty()) results_ = trials_.results();
    for (std::size_t k = 0; k < results_.size(); ++k)
      out[k] = results_[k].failure ? std::numeric_limits<double>::quiet_NaN() : results_[k][*quantity];
  }

 private:
  std::shared_ptr<const StudyPlan> plan_;
  const CellWork& work_;
  ManyTrials trials_;
  std::int64_t first_;
  FeedbackBuffer seen_;
  std::int64_t round_ = 0;  ///< number of rounds played
  mutable Draws draws_;
  std::vector<TrialResult> results_;
};

Handles<regretta_game, Game>& games() {
  static Handles<regretta_game, Game> handles("game");
  return handles;
}

}  // namespace
}  // namespace regretta::c

using namespace regretta::c;

extern "C" {

regretta_game* regretta_game_new(const regretta_plan* plan, int64_t cell, const char* feedback, int64_t first,
                                 int32_t trials) {
  return guarded<regretta_game*>(nullptr, [&] {
    if (trials < 1 || first < 0 || first > regretta::max_trials - trials)
      throw std::out_of_range(fmt::format("trials {} to {}, expected at least one, from 0 to {}", first,
                                          first + trials - 1, regretta::max_trials - 1));
    const regretta::FeedbackModel model = feedback_model(text_of(feedback, "feedback"));
    return games().add(std::make_shared<Game>(plans().find(plan), cell, model, first, trials));
  });
}

int regretta_game_free(regretta_game* game) {
  return status_of([&] { games().remove(game); });
}

const regretta_draws* regretta_game_draws(const regretta_game* game) {
  return guarded<const regretta_draws*>(nullptr, [&] { return handle_of(games().find(game)->draws()); });
}

int regretta_game_play(regretta_game* game, const double* x, const int64_t* arms, regretta_seen* seen) {
  return status_of([&] {
    const auto found = games().find(game);
    expect(seen, "seen");
    const regretta::RoundFeedback round = found->play(x, arms);
    *seen = {round.arm, round.loss, round.violation};
  });
}

int regretta_game_values(regretta_game* game, const char* quantity, double* values) {
  return status_of([&] { games().find(game)->values(text_of(quantity, "quantity"), expect(values, "values")); });
}

}  // extern "C"
