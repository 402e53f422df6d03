#include "regretta/engine/evidence/splitting/splitting.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <new>

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include "regretta/engine/real/draws.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {
namespace {

constexpr double no_level = infinity;
constexpr std::size_t most_levels = 100;

/// Of the branches of a stage, how many exceed the next level, roughly: the best share is e^-1.6 if states are alike.
constexpr double share_above = 0.2;

/// The least score that at most a share of branches exceeds, but one does; infinite if all have the same.
double level_for(std::vector<double> highest) {
  std::ranges::sort(highest, std::greater<>());
  const auto most = static_cast<std::size_t>(share_above * static_cast<double>(highest.size()));
  for (std::size_t k = most; k < highest.size(); ++k)
    if (highest[k] < highest.front()) return highest[k];
  return no_level;
}

/// What a usual trial adds to the metric in a round, and a quarter of what a trial with the event adds beyond that, if
/// all rounds are alike: the score tells trials on their way there from those that merely started badly. With much more
/// than a quarter, trials that get there late are lost, which few replications reveal.
double slope_for(const std::vector<Branch>& trials, const RareEvent& event, std::int64_t horizon) {
  constexpr double lean = 0.25;
  double usual = 0, opt = 0, ended = 0;  // opt: what separates so_far from a regret
  for (const Branch& trial : trials) {
    if (std::isnan(trial.value)) continue;
    usual += trial.so_far;
    opt += trial.so_far - trial.value;
    ++ended;
  }
  if (ended == 0) return 0;
  return ((1 - lean) * usual / ended + lean * (event.above + opt / ended)) / static_cast<double>(horizon);
}

}  // namespace

std::string why_not_split(const CellWork& work, const BoundLearner& learner, Quantity metric) {
  if (!accumulates(metric))
    return "only regret, expected_regret, violation, signed_violation and realised_violation grow round by round";
  if (!learner.branch || !learner.can_be_saved)
    return "its learner has no state(archive), so a trial cannot be copied while it is played";
  for (const AdaptiveStage& stage : work.adversary->adaptive)
    if (!stage.one_trial()->can_be_saved())
      return fmt::format("\"{}\" has no state(archive), so a trial cannot be copied while it is played", stage.kind);
  return "";
}

/// Where the branches of a stage begin.
struct Splitting::Stage {
  CellWork work;  ///< with the seed of the branches
  Score score{};
  std::uint32_t number = 0;
  std::vector<TrialState> begin{};  ///< empty: round 1
};

Splitting::Splitting(CellWork work, const BoundLearner& learner, const RareEvent& event, int branches)
    : work_(std::move(work)), learner_(learner), event_(event), branches_(static_cast<std::size_t>(branches)) {
  work_.measures.clear();
}

Splitting::Stage Splitting::begin(std::uint64_t seed) const {
  Stage stage{.work = work_, .score = {.metric = event_.metric}};
  stage.work.seed = seed;
  return stage;
}

/// Plays the branches with the numbers `which`, or all if it is empty. Branch i of n begins at state (i * states + u) /
/// n: over u = 0, ..., states - 1, every state is taken n / states times on average.
std::vector<Branch> Splitting::play(const Stage& stage, double level, const RunControl& control,
                                    const std::vector<std::size_t>& which) const {
  const Draws<double> draws(stage.work.seed, 0);
  const double offset = Draws<double>::uniform52(draws.word(Stream::branches, stage.number, 0, 1));
  const auto u = static_cast<std::size_t>(offset * static_cast<double>(stage.begin.size()));
  std::vector<Branch> branches(which.empty() ? branches_ : which.size());
  tbb::parallel_for(std::size_t{0}, branches.size(), [&](std::size_t k) {
    const std::size_t i = which.empty() ? k : which[k];
    BranchTask task{.trial = stage.number * static_cast<std::uint32_t>(branches_) + static_cast<std::uint32_t>(i),
                    .from = nullptr,
                    .score = stage.score,
                    .level = level};
    if (!stage.begin.empty()) task.from = &stage.begin[(i * stage.begin.size() + u) / branches_];
    try {
      branches[k] = learner_.branch(stage.work, task, control);
    } catch (const Interrupted&) {
      throw;
    } catch (const std::bad_alloc&) {
      throw;
    } catch (...) {  // a plugin threw
      branches[k] = {.value = not_a_number, .failed = true};
    }
  });
  return branches;
}

/// To the next stage, which begins where these branches of the last one stopped above the level.
void Splitting::move_on(Stage& stage, std::vector<Branch>& branches) const {
  std::vector<TrialState> states;
  for (Branch& branch : branches)
    if (branch.is_above) states.push_back(std::move(branch.state));
  stage.begin = std::move(states);
  ++stage.number;
}

Splitting::Path Splitting::find_path(std::uint64_t seed, const RunControl& control) const {
  Path path;
  Stage stage = begin(seed);
  path.per_round = slope_for(play(stage, no_level, control), event_, work_.problem.horizon);
  stage.score.per_round = path.per_round;
  while (path.levels.size() < most_levels) {
    const std::vector<Branch> branches = play(stage, no_level, control);
    std::vector<double> highest;
    std::size_t events = 0;
    for (const Branch& branch : branches) {
      highest.push_back(branch.highest);
      path.highest = std::max(path.highest, branch.so_far);
      events += has_event(branch) ? 1 : 0;
    }
    path.is_reached = path.is_reached || events > 0;
    if (static_cast<double>(events) >= share_above * static_cast<double>(branches_)) break;
    const double level = level_for(highest);
    if (level == no_level) break;
    std::vector<std::size_t> which;  // are played again, as far as the level
    for (std::size_t i = 0; i < branches_; ++i)
      if (highest[i] > level) which.push_back(i);
    path.levels.push_back(level);
    auto again = play(stage, level, control, which);
    move_on(stage, again);
    if (stage.begin.empty()) break;
  }
  return path;
}

Splitting::Replication Splitting::replicate(const Path& path, std::uint64_t seed, const RunControl& control) const {
  Replication result;
  Stage stage = begin(seed);
  stage.score.per_round = path.per_round;
  const auto n = static_cast<double>(branches_);
  double weight = 1;
  for (std::size_t k = 0; k <= path.levels.size(); ++k) {
    std::vector<Branch> branches = play(stage, k < path.levels.size() ? path.levels[k] : no_level, control);
    double events = 0;
    for (const Branch& branch : branches) {
      result.failed += branch.failed ? 1 : 0;
      events += has_event(branch) ? 1 : 0;
    }
    result.chance += weight * events / n;
    move_on(stage, branches);
    if (stage.begin.empty()) break;
    weight *= static_cast<double>(stage.begin.size()) / n;
  }
  return result;
}

}  // namespace regretta
