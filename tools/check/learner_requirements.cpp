#include "regretta/tools/check/learner_requirements.hpp"

#include <cmath>

#include <fmt/format.h>

#include "regretta/engine/real/functions.hpp"

namespace regretta {

SteppedTrial::SteppedTrial(const CellWork& work, std::int64_t trial)
    : referee_(make_referee<double, FullFeedback<double>>(work, trial)),
      draws_(work.seed, static_cast<std::uint32_t>(trial)),
      strategy_(work.problem.num_arms),
      round_(1) {
  const auto arms = static_cast<std::size_t>(work.problem.num_arms);
  round_[0].loss.resize(arms);
  round_[0].violation.resize(arms * static_cast<std::size_t>(work.problem.num_constraints));
}

const std::vector<SteppedRound>& SteppedTrial::round(std::int64_t t, const Vector<double>& strategy) {
  const FullFeedback<double>& seen = referee_->round(t, strategy);
  SteppedRound& round = round_[0];
  const std::size_t K = round.loss.size();
  for (std::size_t a = 0; a < K; ++a) round.loss[a] = seen.loss(static_cast<int>(a));
  for (std::size_t e = 0; e < round.violation.size(); ++e)
    round.violation[e] = seen.violation(static_cast<int>(e / K), static_cast<int>(e % K));
  double total = 0, running = 0;
  for (const double weight : strategy) total += weight;
  const double threshold = Draws<double>::uniform52(draws_.word(Stream::arm, t, 0)) * total;  // as the referee draws
  round.arm = 0;
  for (Eigen::Index a = 0; a + 1 < strategy.size(); ++a) {
    running += strategy[a];
    if (running <= threshold) ++round.arm;
  }
  return round_;
}

const std::vector<SteppedRound>& SteppedTrial::round(std::int64_t t, const SteppedLearner& learner, int lane) {
  for (int a = 0; a < strategy_.size(); ++a) strategy_[a] = learner.weight(a, lane);
  return round(t, strategy_);
}

namespace {

/// x_t sums to 1 within this tolerance.
constexpr double strict_simplex_tolerance = 1e-12;

/// The first x_t that is not in the simplex.
struct OffSimplex {
  bool outside = false;
  std::int64_t round = 0;
  int lane = 0;
  int arm = 0;  ///< arm of the least entry; meaningless if an entry is NaN
  double least = 0;
  double sum = 0;
};

template <class Real>
class SimplexWatch final : public Adaptive<Real> {
 public:
  SimplexWatch(const Problem&, OffSimplex* seen) : seen_(seen) {}
  void move(std::int64_t t, const Vector<Real>& x, Means<Real>&) override {
    for (int k = 0; k < lanes<Real> && !seen_->outside; ++k) {
      double sum = 0, least = infinity;
      int arm = 0;
      for (Eigen::Index a = 0; a < x.size(); ++a) {
        const double weight = lane(x[a], k);
        sum += weight;
        if (weight >= least) continue;  // false for NaN
        least = weight;
        arm = static_cast<int>(a);
      }
      if (!(std::abs(sum - 1) <= strict_simplex_tolerance) || !(least >= 0)) *seen_ = {true, t, k, arm, least, sum};
    }
  }

 private:
  OffSimplex* seen_;
};

/// The cell with a stage that records the first strategy off the simplex. `seen` must outlive every trial.
CellWork watched(CellWork work, OffSimplex& seen) {
  Adversary adversary = *work.adversary;
  adversary.adaptive.push_back(adaptive_stage<SimplexWatch>("watch", adversary, &seen));
  work.adversary = std::make_shared<const Adversary>(std::move(adversary));
  return work;
}

bool same_bits(double a, double b) { return as_word(a) == as_word(b); }

Counterexample failure_of(const TrialResult& trial) {
  return fmt::format("trial {}, round {}: {}", trial.trial, trial.failure->round, trial.failure->message);
}

/// The first difference between two lists of results of the same trials. how: how the second was played.
Counterexample difference_between(const std::vector<TrialResult>& a, const std::vector<TrialResult>& b,
                                  std::string_view how) {
  if (a.size() != b.size()) return fmt::format("{} trials, and {} {}", a.size(), b.size(), how);
  for (std::size_t k = 0; k < a.size(); ++k)
    if (const Counterexample found = difference_between(a[k], b[k]); !found.empty())
      return fmt::format("trial {}: {} {}", a[k].trial, found, how);
  return {};
}

/// A guess why two numbers differ.
std::string_view reason(double a, double b) {
  return abs(a - b) <= 1e-12 * max(abs(a), abs(b))
             ? "; by rounding: a function of the C library, such as std::exp of a double, or Eigen's sum() of packs?"
             : "; does a decision in one lane affect other lanes?";
}

/// Every x_t of the trials of a pack, one list per lane, T x K numbers each.
using LaneRecords = std::vector<std::vector<double>>;

/// Records every x_t, and changes nothing. Each object appends a list for each of its lanes.
template <class Real>
class StrategyWriter final : public Adaptive<Real> {
 public:
  StrategyWriter(const Problem&, LaneRecords* records) : records_(records), first_(records->size()) {
    records_->resize(first_ + static_cast<std::size_t>(lanes<Real>));
  }
  void move(std::int64_t, const Vector<Real>& x, Means<Real>&) override {
    for (int k = 0; k < lanes<Real>; ++k)
      for (Eigen::Index a = 0; a < x.size(); ++a)
        (*records_)[first_ + static_cast<std::size_t>(k)].push_back(lane(x[a], k));
  }

 private:
  LaneRecords* records_;
  std::size_t first_;
};

LaneRecords strategies_of(const BoundLearner& learner, CellWork work, std::int64_t first, int count) {
  LaneRecords records;
  Adversary adversary = *work.adversary;
  adversary.adaptive.push_back(adaptive_stage<StrategyWriter>("writer", adversary, &records));
  work.adversary = std::make_shared<const Adversary>(std::move(adversary));
  learner.run(work, first, count, RunControl{});
  return records;
}

/// The first round in which a trial differs when played beside others; "" if there is none. first: an even number if
/// there are packs.
Counterexample round_difference(const BoundLearner& learner, const CellWork& work, std::int64_t first, int count,
                                std::int64_t trial) {
  const LaneRecords together = strategies_of(learner, work, first, count),
                    alone = strategies_of(learner, work, trial, 1);
  const auto place = static_cast<std::size_t>(trial - first), K = static_cast<std::size_t>(work.problem.num_arms);
  if (place >= together.size()) return {};
  const std::vector<double>&single = alone.front(), &beside = together[place];
  for (std::size_t n = 0; n < std::min(single.size(), beside.size()); ++n)
    if (!same_bits(single[n], beside[n]))
      return fmt::format("trial {}, round {}: x_t({}) is {:.17g} alone and {:.17g} beside others{}", trial, n / K + 1,
                         n % K + 1, single[n], beside[n],
                         learner.make_stepped
                             ? reason(single[n], beside[n])
                             : "; does a row depend on the others (a mean or sum over axis 0), or on a "
                               "generator that the rows share?");
  return {};
}

}  // namespace

Counterexample difference_between(const TrialResult& a, const TrialResult& b) {
  if (a.trial != b.trial) return fmt::format("trial {}, and trial {}", a.trial, b.trial);
  if (a.failure.has_value() != b.failure.has_value()) return failure_of(a.failure ? a : b) + ", and no failure";
  if (a.failure)
    return a.failure->round == b.failure->round ? "" : fmt::format("{}, and {}", failure_of(a), failure_of(b));
  for (std::size_t q = 0; q < num_quantities; ++q)
    if (!same_bits(a.quantities[q], b.quantities[q]))
      return fmt::format("{} is {}, and {}", quantity_names[q], a.quantities[q], b.quantities[q]);
  if (a.curve.size() != b.curve.size())
    return fmt::format("{} points of the curve, and {}", a.curve.size(), b.curve.size());
  for (std::size_t c = 0; c < a.curve.size(); ++c)
    for (std::size_t q = 0; q < num_curve_quantities; ++q)
      if (!same_bits(a.curve[c][q], b.curve[c][q]))
        return fmt::format("{} at checkpoint {} is {}, and {}", quantity_name(curve_quantities[q]), c + 1,
                           a.curve[c][q], b.curve[c][q]);
  return {};
}

Counterexample simplex_violation(const BoundLearner& learner, const CellWork& work, std::vector<TrialResult>* results) {
  OffSimplex seen;
  std::vector<TrialResult> trials = learner.run(watched(work, seen), 0, pack_trials, RunControl{});
  if (results != nullptr) *results = trials;
  if (seen.outside && std::isnan(seen.sum))
    return fmt::format("trial {}, round {}: the sum of x_t is not a number", seen.lane, seen.round);
  if (seen.outside && seen.least < 0)
    return fmt::format("trial {}, round {}: x_t({}) is {}", seen.lane, seen.round, seen.arm + 1, seen.least);
  if (seen.outside)
    return fmt::format("trial {}, round {}: x_t sums to {:.17g}, x_t({}) is {}", seen.lane, seen.round, seen.sum,
                       seen.arm + 1, seen.least);
  for (const TrialResult& trial : trials)
    if (trial.failure) return failure_of(trial);
  return {};
}

Counterexample lane_difference(const BoundLearner& learner, const CellWork& work, int width, std::int64_t first) {
  constexpr std::int64_t most_compared = 2000;  // every x_t is compared, so more rounds would show little more
  const auto pack = learner.make_stepped ? learner.make_stepped(work, width) : nullptr;
  if (!pack) return {};
  const auto W = static_cast<std::size_t>(width);
  std::vector<std::unique_ptr<SteppedLearner>> alone;
  std::vector<SteppedTrial> trials;
  for (int k = 0; k < width; ++k) {
    alone.push_back(learner.make_stepped(work, 1));
    trials.emplace_back(work, first + k);
  }
  std::vector<SteppedRound> rounds(W);
  for (std::int64_t t = 1; t <= std::min(work.problem.horizon, most_compared); ++t) {
    pack->begin(work.seed, first, t);
    for (std::size_t k = 0; k < W; ++k) {
      const int lane = static_cast<int>(k);
      alone[k]->begin(work.seed, first + lane, t);
      for (int a = 0; a < work.problem.num_arms; ++a)
        if (const double single = alone[k]->weight(a, 0), beside = pack->weight(a, lane); !same_bits(single, beside))
          return fmt::format("trial {}, round {}: x_t({}) is {:.17g} alone and {:.17g} in lane {} of {}{}",
                             first + lane, t, a + 1, single, beside, lane + 1, width, reason(single, beside));
      rounds[k] = trials[k].round(t, *alone[k])[0];
      alone[k]->end({rounds[k]});
    }
    pack->end(rounds);
  }
  return {};
}

Counterexample pack_difference(const BoundLearner& learner, const CellWork& work) {
  constexpr std::int64_t first = 5;  // odd, so it is played alone, and the trials after it in packs
  constexpr int count = 11;
  const auto together = learner.run(work, first, count, RunControl{});
  for (const TrialResult& trial : together)
    if (trial.failure) return failure_of(trial);
  for (const std::size_t k : {0U, 5U, 7U, 9U}) {
    const std::int64_t trial = first + static_cast<std::int64_t>(k);
    const auto alone = learner.run(work, trial, 1, RunControl{});
    const Counterexample found = difference_between({alone[0]}, {together[k]}, "beside others");
    if (found.empty()) continue;
    const int before = learner.make_stepped ? 1 : 0;
    const Counterexample where = round_difference(learner, work, first + before, count - before, trial);
    return where.empty() ? found : where;
  }
  return {};
}

Counterexample copy_difference(const BoundLearner& learner, const CellWork& work) {
  if (!learner.make_stepped) return {};
  const auto original = learner.make_stepped(work, 1);
  SteppedTrial trial(work, 0);
  const std::int64_t split = work.problem.horizon / 2, end = std::min(work.problem.horizon, split + 500);
  std::unique_ptr<SteppedLearner> copy;
  std::vector<std::vector<SteppedRound>> seen;
  std::vector<std::vector<double>> played;
  for (std::int64_t t = 1; t <= end; ++t) {
    if (t == split + 1) copy = original->copy();
    original->begin(work.seed, 0, t);
    const std::vector<SteppedRound>& round = trial.round(t, *original);
    if (t > split) {
      seen.push_back(round);
      for (played.emplace_back(); std::ssize(played.back()) < work.problem.num_arms;)
        played.back().push_back(original->weight(static_cast<int>(played.back().size()), 0));
    }
    original->end(round);
  }
  for (std::size_t n = 0; n < seen.size(); ++n) {
    const std::int64_t t = split + 1 + static_cast<std::int64_t>(n);
    copy->begin(work.seed, 0, t);
    for (int a = 0; a < work.problem.num_arms; ++a)
      if (const double now = copy->weight(a, 0), then = played[n][static_cast<std::size_t>(a)]; !same_bits(now, then))
        return fmt::format(
            "trial 0, round {}: a copy made after round {} has x_t({}) = {:.17g}, its original had {:.17g}", t, split,
            a + 1, now, then);
    copy->end(seen[n]);
  }
  return {};
}

Counterexample draw_fault(const BoundLearner& learner, const CellWork& work) {
  if (!learner.make_stepped) return {};
  const auto first = learner.make_stepped(work, 1), second = learner.make_stepped(work, 1);
  SteppedTrial trial(work, 0);
  for (std::int64_t t = 1; t <= work.problem.horizon; ++t) {
    first->begin(work.seed, 0, t);
    second->begin(work.seed, 1, t);
    for (int a = 0; a < work.problem.num_arms; ++a) {
      if (same_bits(first->weight(a, 0), second->weight(a, 0))) continue;
      if (first->draws_for_itself()) return {};
      return fmt::format(
          "trials 0 and 1, round {}: with the same feedback, x_t({}) is {:.17g} and {:.17g}, but it has no draw()", t,
          a + 1, first->weight(a, 0), second->weight(a, 0));
    }
    const std::vector<SteppedRound>& round = trial.round(t, *first);
    first->end(round);
    second->end(round);
  }
  if (!first->draws_for_itself()) return {};
  return fmt::format(
      "trials 0 and 1: with the same feedback, they play the same for {} rounds; it ignores the numbers of draw()",
      work.problem.horizon);
}

}  // namespace regretta
