#include "regretta/tools/check/environment_requirements.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "regretta/engine/real/draws.hpp"
#include "regretta/engine/trial/round/means.hpp"
#include "regretta/engine/trial/round/referee.hpp"

namespace regretta {
namespace {

constexpr std::int64_t most_rounds_compared = 2000;

std::int64_t rounds_of(const Adversary& adversary) { return std::min(adversary.horizon, most_rounds_compared); }

/// The number of arms, and of the means of a round.
struct Sizes {
  std::size_t K, entries;
};
Sizes sizes_of(const Adversary& adversary) {
  const auto K = static_cast<std::size_t>(adversary.num_arms);
  return {K, K * static_cast<std::size_t>(1 + adversary.num_constraints)};
}

/// The name of entry e of K losses and m x K violations: "the loss of arm 3", "the violation of arm 3 (constraint 1)".
std::string entry_name(std::size_t e, std::size_t K) {
  if (e < K) return fmt::format("the loss of arm {}", e + 1);
  return fmt::format("the violation of arm {} (constraint {})", (e - K) % K + 1, (e - K) / K + 1);
}

/// Strategies and arms without a learner: in turn equal weights, a single arm, and random weights.
template <class Real>
class Player {
 public:
  Player(int num_arms, std::uint32_t first_trial)
      : draws_(17, first_trial), x_(Vector<Real>::Constant(num_arms, Real(1.0 / num_arms))) {}

  const Vector<Real>& strategy(std::int64_t t) {
    const auto K = static_cast<int>(x_.size());
    const auto drawn = [&](int a) {
      return Draws<Real>::uniform52(draws_.word(Stream::instance, t, static_cast<std::uint64_t>(a)));
    };
    Real total(0.0);
    for (int a = 0; a < K; ++a) {
      x_[a] = t % 3 == 0 ? Real(1.0) : drawn(a) * drawn(a) + Real(1e-3);
      total += x_[a];
    }
    const Real favourite = floor_of(drawn(K) * Real(static_cast<double>(K)));
    for (int a = 0; a < K; ++a) x_[a] = t % 3 == 1 ? select(favourite == Real(a), Real(1.0), Real(0.0)) : x_[a] / total;
    return x_;
  }
  Index<Real> arm(std::int64_t t, std::uint64_t salt = 0) const {  // another salt draws other arms
    Index<Real> arm;
    const Word<Real> word = draws_.word(Stream::arm, t, salt);
    for (int k = 0; k < lanes<Real>; ++k)
      arm[static_cast<std::size_t>(k)] =
          static_cast<std::int32_t>(lane(Draws<Real>::uniform52(word), k) * static_cast<double>(x_.size()));
    return arm;
  }

 private:
  static Real floor_of(Real value) {
    for (int k = 0; k < lanes<Real>; ++k) set_lane(value, k, std::floor(lane(value, k)));
    return value;
  }
  Draws<Real> draws_;
  Vector<Real> x_;
};

/// Calls see(t, lane, e, value) for every mean. arms_change_from: the round from which other arms are played; 0: none.
template <class Real, class See>
void play_means(const Adversary& adversary, std::uint32_t first_trial, See see, std::int64_t arms_change_from = 0) {
  Player<Real> player(adversary.num_arms, first_trial);
  AdaptiveMeans<Real> means(adversary);
  const auto [K, entries] = sizes_of(adversary);
  for (std::int64_t t = 1; t <= rounds_of(adversary); ++t) {
    means.enter(t, InLanes<Real>{player.strategy(t)});
    for (int k = 0; k < lanes<Real>; ++k)
      for (std::size_t e = 0; e < entries; ++e)
        see(t, k, e, lane(e < K ? means.loss()[e] : means.violation()[e - K], k));
    means.leave(player.arm(t, arms_change_from > 0 && t >= arms_change_from ? 1 : 0));
  }
}

/// All means of a trial, round by round.
std::vector<double> record_of(const Adversary& adversary, std::uint32_t trial, std::int64_t arms_change_from = 0) {
  std::vector<double> record;
  play_means<double>(
      adversary, trial, [&](std::int64_t, int, std::size_t, double value) { record.push_back(value); },
      arms_change_from);
  return record;
}

Counterexample difference(const std::vector<double>& a, const std::vector<double>& b, const Adversary& adversary,
                          std::string_view how) {
  const auto [K, entries] = sizes_of(adversary);
  for (std::size_t n = 0; n < std::min(a.size(), b.size()); ++n)
    if (as_word(a[n]) != as_word(b[n]))
      return fmt::format("round {}: {} is {:.17g}, and {:.17g} {}", n / entries + 1, entry_name(n % entries, K), a[n],
                         b[n], how);
  return a.size() == b.size() ? "" : "the number of rounds, arms or constraints differs";
}

/// Tests the rows of losses or of violations. what: their name.
Counterexample row_disagreement(const MeanRows& rows, std::size_t width, std::int64_t horizon, std::string_view what) {
  std::vector<double> first(width), again(width), other(width);
  for (std::int64_t t = 1, until = 0; t <= horizon; ++t) {
    const std::int64_t row = rows.row_at(t);
    if (row < 0 || row >= rows.num_rows())
      return fmt::format("round {}: row_at of the {} is {}, but there are {} rows", t, what, row, rows.num_rows());
    if (t <= until && row != rows.row_at(t - 1))
      return fmt::format("round {}: row_at of the {} is {}, although same_until promised that of round {}", t, what,
                         row, t - 1);
    until = rows.same_until(t);
    if (until < t) return fmt::format("round {}: same_until of the {} is {}, expected {} or later", t, what, until, t);
    rows.read(row, first);
    rows.read(rows.row_at(horizon - t + 1), other);  // must not affect the next read
    rows.read(row, again);
    for (std::size_t e = 0; e < width; ++e)
      if (as_word(first[e]) != as_word(again[e]))
        return fmt::format("row {} of the {}: number {} is {:.17g}, and {:.17g} when read again", row, what, e + 1,
                           first[e], again[e]);
  }
  return {};
}

}  // namespace

Counterexample range_violation(const Adversary& adversary) {
  Counterexample found;
  const auto K = static_cast<std::size_t>(adversary.num_arms);
  const auto check = [&](std::int64_t t, int, std::size_t e, double value) {
    const double least = e < K ? 0 : -1;
    if (found.empty() && !(value >= least && value <= 1))
      found = fmt::format("round {}: the mean of {} is {}, expected {} to 1", t, entry_name(e, K), value, least);
  };
  play_means<double>(adversary, 0, check);
  return found;
}

Counterexample row_disagreement(const Adversary& adversary) {
  const auto K = static_cast<std::size_t>(adversary.num_arms), m = static_cast<std::size_t>(adversary.num_constraints);
  const std::int64_t horizon = rounds_of(adversary);
  Counterexample found = row_disagreement(adversary.losses, K, horizon, "losses");
  return found.empty() ? row_disagreement(adversary.violations, m * K, horizon, "violations") : found;
}

RepeatedPlay repeated_build(const BuildAdversary& build) {
  constexpr std::uint32_t watched = 3;  // number of the trial
  const auto others = [build] {
    const Adversary adversary = build();
    for (std::uint32_t trial = 0; trial <= watched; ++trial) record_of(adversary, trial);
  };
  return {[build] { return record_of(build(), watched); },
          others,
          {},
          [build](const auto& a, const auto& b, std::string_view how) { return difference(a, b, build(), how); }};
}

Counterexample mean_lane_difference(const Adversary& adversary) {
  constexpr std::uint32_t first_trial = 6;
  std::vector<std::vector<double>> in_lanes(static_cast<std::size_t>(lanes<StatePack>));
  play_means<StatePack>(adversary, first_trial, [&](std::int64_t, int k, std::size_t, double value) {
    in_lanes[static_cast<std::size_t>(k)].push_back(value);
  });
  for (std::uint32_t k = 0; k < in_lanes.size(); ++k)
    if (Counterexample found = difference(record_of(adversary, first_trial + k), in_lanes[k], adversary,
                                          fmt::format("in lane {} of {}", k + 1, in_lanes.size()));
        !found.empty())
      return fmt::format("trial {}, {}", first_trial + k, found);
  return {};
}

Counterexample lookahead_of_means(const Adversary& adversary) {
  for (const std::int64_t change : {std::int64_t{1}, rounds_of(adversary) / 3 + 1, rounds_of(adversary)}) {
    const std::size_t entries = sizes_of(adversary).entries;
    std::vector<double> usual = record_of(adversary, 3), changed = record_of(adversary, 3, change);
    for (auto* record : {&usual, &changed}) record->resize(static_cast<std::size_t>(change) * entries);
    if (Counterexample found =
            difference(usual, changed, adversary, fmt::format("where other arms are played from round {} on", change));
        !found.empty())
      return found;
  }
  return {};
}

Counterexample undeclared_move(const Adversary& adversary) {
  Adversary still = adversary;
  still.adaptive.clear();
  const auto [K, entries] = sizes_of(adversary);
  std::vector<double> before = record_of(still, 3);
  for (const AdaptiveStage& stage : adversary.adaptive) {
    still.adaptive.push_back(stage);
    const std::vector<double> after = record_of(still, 3);
    for (std::size_t n = 0; n < after.size(); ++n) {
      const bool is_loss = n % entries < K;
      if (as_word(before[n]) == as_word(after[n]) || (is_loss ? stage.moves_losses : stage.moves_violations)) continue;
      return fmt::format("round {}: stage \"{}\" moves {} from {} to {}, but its {} is false", n / entries + 1,
                         stage.kind, entry_name(n % entries, K), before[n], after[n],
                         is_loss ? "moves_losses" : "moves_violations");
    }
    before = after;
  }
  return {};
}

Counterexample noise_bias(const CellWork& work) {
  using Real = Pack<8>;
  const int K = work.problem.num_arms, m = work.problem.num_constraints;
  const auto entries = static_cast<std::size_t>(K * (1 + m));
  const auto referee = make_referee<Real, FullFeedback<Real>>(work, 0);
  ObliviousMeans<double> means(*work.adversary);
  const auto x = Vector<Real>(Vector<Real>::Constant(K, Real(1.0 / K)));
  std::vector<double> excess(entries), variance(entries);
  for (std::int64_t t = 1; t <= work.problem.horizon; ++t) {
    const FullFeedback<Real>& round = referee->round(t, x);
    means.enter(t);
    for (std::size_t e = 0; e < entries; ++e) {
      const int a = static_cast<int>(e) % K, i = static_cast<int>(e) / K - 1;
      const double mean = i < 0 ? means.loss()[a] : means.violation()[i * K + a], least = i < 0 ? 0 : -1;
      variance[e] += lanes<Real> * (mean - least) * (1 - mean);
      for (int k = 0; k < lanes<Real>; ++k) {
        const double value = lane(i < 0 ? round.loss(a) : round.violation(i, a), k);
        if (!(value >= least && value <= 1))
          return fmt::format("trial {}, round {}: {} is {}, expected {} to 1", k, t,
                             entry_name(e, static_cast<std::size_t>(K)), value, least);
        excess[e] += value - mean;
      }
    }
  }
  for (std::size_t e = 0; e < entries; ++e)
    if (const double n = static_cast<double>(work.problem.horizon) * lanes<Real>;
        std::abs(excess[e]) > 5.5 * std::sqrt(variance[e]) + 1e-9 * n)
      return fmt::format("{} is on average {} above its mean, {:.1f} standard errors of the Bernoulli law",
                         entry_name(e, static_cast<std::size_t>(K)), excess[e] / n, excess[e] / std::sqrt(variance[e]));
  return {};
}

}  // namespace regretta
