#include "regretta/engine/plugin/learner_view.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "regretta/engine/real/arithmetic.hpp"
#include "regretta/engine/real/draws.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/engine/trial/play/round_watcher.hpp"

namespace regretta {
namespace {

constexpr std::uint64_t replay_seed = 20;

/// What differs for the copy.
enum class Differs { facts, losses, losses_of_other_arms, violations, violations_of_other_arms, everything };

/// Whose constraints the arms keep: every second arm each constraint, or all arms all of them.
enum class Scene { mixed, safe };

CellFacts facts_of(const Problem& problem, bool changed) {
  const auto arms = static_cast<std::size_t>(problem.num_arms);
  const std::size_t best = changed ? arms - 1 : 0;
  CellFacts facts;
  facts.corruption = changed ? static_cast<double>(problem.horizon) / 2 : 0;
  facts.rho = facts.rho_pure = changed ? 0.05 : 0.95;
  facts.safe_arm = static_cast<int>(best);
  facts.safe_arm_loss = changed ? 0.2 : 0.5;
  facts.safe_arm_violation.assign(static_cast<std::size_t>(problem.num_constraints), -facts.rho);
  facts.optimal_strategy.assign(arms, 0);
  facts.optimal_strategy[best] = 1;
  return facts;
}

class Replay {
 public:
  Replay(const BoundLearner& learner, const Problem& problem) : learner_(learner), draws_(replay_seed, 0) {
    work_.problem = problem;
    work_.seed = replay_seed;
    const auto arms = static_cast<std::size_t>(problem.num_arms);
    round_[0].loss.resize(arms);
    round_[0].violation.resize(arms * static_cast<std::size_t>(problem.num_constraints));
  }

  /// Whether the copy chooses the same strategies in every round.
  bool is_alike(Differs what, Scene scene = Scene::mixed) {
    const auto own = player(false), copy = player(what == Differs::facts);
    std::vector<HandRound> changed = round_;
    draws_for_itself_ = own->draws_for_itself();
    is_constant_ = true;
    std::vector<double> first;
    for (std::int64_t t = 1; t <= work_.problem.horizon; ++t) {
      own->begin(replay_seed, 0, t);
      copy->begin(replay_seed, 0, t);
      for (int a = 0; a < work_.problem.num_arms; ++a) {
        const double weight = own->weight(a, 0);
        if (weight != copy->weight(a, 0)) return false;
        if (t == 1) first.push_back(weight);
        is_constant_ = is_constant_ && weight == first[static_cast<std::size_t>(a)];
      }
      play(t, *own, scene);
      change(what, changed[0]);
      own->end(round_);
      copy->end(changed);
    }
    return true;
  }

  /// Of the last replay: whether all strategies were the same.
  bool is_constant() const { return is_constant_; }
  bool draws_for_itself() const { return draws_for_itself_; }

 private:
  std::unique_ptr<HandPlayed> player(bool other_facts) {
    work_.facts = std::make_shared<const CellFacts>(facts_of(work_.problem, other_facts));
    return learner_.by_hand(work_, 1);
  }

  void play(std::int64_t t, const HandPlayed& player, Scene scene) {
    HandRound& round = round_[0];
    const std::size_t K = round.loss.size();
    const auto uniform = [&](std::size_t k, int part) {
      return draws_.uniform_at(Stream::instance, t, static_cast<int>(k), part);
    };
    for (std::size_t a = 0; a < K; ++a)
      round.loss[a] = (static_cast<double>(a + 1) / static_cast<double>(K + 1) + uniform(a, 0)) / 2;
    for (std::size_t e = 0; e < round.violation.size(); ++e) {
      const double mean = scene == Scene::safe ? -0.6 : (e / K + e % K) % 2 == 0 ? -0.4 : 0.4;
      round.violation[e] = mean + 0.5 * (uniform(e, 1) - 0.5);
    }
    const double threshold = uniform(0, 2);
    double running = 0;
    round.arm = 0;
    for (int a = 0; a + 1 < work_.problem.num_arms; ++a) {
      running += player.weight(a, 0);
      if (running <= threshold) ++round.arm;
    }
  }

  /// Fills in what the copy is shown of the same round.
  void change(Differs what, HandRound& shown) const {
    shown = round_[0];
    const std::size_t K = shown.loss.size(), arm = static_cast<std::size_t>(shown.arm);
    const bool all = what == Differs::everything;
    if (all || what == Differs::losses || what == Differs::losses_of_other_arms)
      for (std::size_t a = 0; a < K; ++a)
        if (what != Differs::losses_of_other_arms || a != arm) shown.loss[a] = 1 - shown.loss[a];
    if (what == Differs::violations_of_other_arms) {
      for (std::size_t e = 0; e < shown.violation.size(); ++e)
        if (e % K != arm) shown.violation[e] = 1;  // far from what is seen of it when it is played
    } else if (all || what == Differs::violations) {
      for (double& x : shown.violation) x = -x;
    }
    if (all) shown.arm = (shown.arm + 1) % work_.problem.num_arms;
  }

  const BoundLearner& learner_;
  Draws<double> draws_;
  CellWork work_;
  std::vector<HandRound> round_{1};
  bool is_constant_ = false, draws_for_itself_ = false;
};

/// What it follows within this horizon; empty if nothing.
std::optional<LearnerView> view_within(const BoundLearner& learner, Problem problem, std::int64_t horizon) {
  problem.horizon = horizon;
  Replay replay(learner, problem);
  LearnerView view;
  view.is_told = !replay.is_alike(Differs::facts);
  view.ignores_violations =
      replay.is_alike(Differs::violations, Scene::mixed) && replay.is_alike(Differs::violations, Scene::safe);
  if (view.ignores_violations && replay.is_alike(Differs::losses)) {
    view.follows_nothing = replay.is_alike(Differs::everything);
    if (!replay.is_constant()) return std::nullopt;
  }
  view.draws = replay.draws_for_itself();
  view.sees = !replay.is_alike(Differs::losses_of_other_arms)       ? FeedbackModel::full
              : !replay.is_alike(Differs::violations_of_other_arms) ? FeedbackModel::bandit_losses
                                                                    : FeedbackModel::bandit;
  return view;
}

/// Means that are far from what they were.
template <class Real>
class OtherMeans final : public Adaptive<Real> {
 public:
  explicit OtherMeans(bool) {}
  void move(std::int64_t, const Vector<Real>&, Means<Real>& means) override {
    for (Real& x : means.loss) x = select(x < Real(0.5), Real(1.0), Real(0.0));
    for (Real& x : means.violation.reshaped()) x = select(x < Real(0.0), Real(1.0), Real(-1.0));
  }
};

CellWork with_other_means(CellWork work) {
  Adversary adversary = *work.adversary;
  AdaptiveStage stage = AdaptiveStage::of<OtherMeans>("other means", true);
  stage.moves_losses = stage.moves_violations = true;
  adversary.adaptive.push_back(std::move(stage));
  work.adversary = std::make_shared<const Adversary>(std::move(adversary));
  return work;
}

/// Every x_t of the first rounds of a trial.
class CourseWatcher final : public RoundWatcher {
 public:
  /// other: ends the trial where x_t differs from this one's; null: writes them down.
  CourseWatcher(std::int64_t rounds, const CourseWatcher* other) : rounds_(rounds), other_(other) {}

  void begins(std::int64_t t, const Vector<double>& x, int) override {
    const auto K = static_cast<std::size_t>(x.size()), from = static_cast<std::size_t>(t - 1) * K;
    if (other_ == nullptr) {
      x_.insert(x_.end(), x.begin(), x.end());
      constexpr double all = 1 - 1e-9;
      is_on_one_arm_ = is_on_one_arm_ && x.maxCoeff() >= all;
      if (first_change_ == 0 && !is_row(x_, 0, x)) first_change_ = t;
    } else if (!is_row(other_->x_, from, x)) {
      is_alike_ = false;
      throw Interrupted();
    }
    played_ = t;
  }
  void ends(std::int64_t t, const Internals&) override {
    if (t >= rounds_) throw Interrupted();
  }

  bool is_on_one_arm() const { return is_on_one_arm_; }
  std::int64_t first_change() const { return first_change_; }
  std::int64_t played() const { return played_; }
  bool is_alike() const { return is_alike_ && played_ == other_->played_; }

 private:
  static bool is_row(const std::vector<double>& all, std::size_t from, const Vector<double>& x) {
    const auto row = std::span(all).subspan(from, static_cast<std::size_t>(x.size()));
    return std::equal(row.begin(), row.end(), x.begin(), [](double a, double b) { return as_word(a) == as_word(b); });
  }

  std::int64_t rounds_;
  const CourseWatcher* other_;
  std::vector<double> x_;
  bool is_on_one_arm_ = true, is_alike_ = true;
  std::int64_t first_change_ = 0, played_ = 0;
};

void watch(const BoundLearner& learner, const CellWork& work, std::int64_t trial, CourseWatcher& watcher) {
  try {
    learner.run(work, trial, 1, RunControl{.watcher = &watcher});
  } catch (const Interrupted&) {
  }
}

ObservedCourse course_within(const BoundLearner& learner, const CellWork& work, std::int64_t rounds) {
  CourseWatcher first(rounds, nullptr);
  watch(learner, work, 0, first);
  if (first.played() != rounds) return {};
  const auto is_like_first = [&](const CellWork& cell, std::int64_t trial) {
    CourseWatcher other(rounds, &first);
    watch(learner, cell, trial, other);
    return other.is_alike();
  };
  bool is_fixed = first.first_change() > 0;
  for (std::int64_t trial = 1; trial < watched_trials && is_fixed; ++trial) is_fixed = is_like_first(work, trial);
  is_fixed = is_fixed && is_like_first(with_other_means(work), 0);
  using enum Course;
  return {first.is_on_one_arm() ? (is_fixed ? one_arm_schedule : one_arm) : (is_fixed ? mixed_schedule : mixes), rounds,
          first.first_change()};
}

}  // namespace

ObservedCourse observed_course(const BoundLearner& learner, const CellWork& work, std::int64_t most) {
  constexpr std::int64_t most_numbers = 1 << 20, first_look = 64;
  const std::int64_t last_look =
      std::min({most, work.problem.horizon, std::max<std::int64_t>(most_numbers / work.problem.num_arms, 1)});
  try {
    const ObservedCourse seen = course_within(learner, work, std::min(first_look, last_look));
    const bool is_decided = seen.course == Course::mixes && seen.first_change > 0;
    if (seen.rounds == 0 || seen.rounds == last_look || is_decided) return seen;
    return course_within(learner, work, last_look);
  } catch (const std::exception&) {  // which its trials tell better
    return {};
  }
}

LearnerView observed_view(const BoundLearner& learner, const Problem& problem) {
  if (!learner.by_hand || problem.num_arms < 2) return {};
  try {
    const StandardArithmetic arithmetic;
    for (const std::int64_t most : {512, 4096, 32768}) {
      const std::int64_t horizon = std::min(most, problem.horizon);
      auto view = view_within(learner, problem, horizon);
      const bool is_last = horizon == problem.horizon || most == 32768;
      if (view && (!view->ignores_violations || most > 512 || is_last)) return *view;
      if (is_last) return {};
    }
  } catch (const std::exception&) {  // which its trials tell better
  }
  return {};
}

}  // namespace regretta
