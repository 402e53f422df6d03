#pragma once
/// The engine's side of a comparison: the same game as an Adversary, played by a learner of learners/, with strategies
/// and arms recorded.

#include <memory>

#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/engine/trial/play/play.hpp"
#include "regretta/learners/conomd_fs.hpp"
#include "regretta/learners/expopt_conomd.hpp"
#include "regretta/learners/known_c.hpp"
#include "regretta/tests/reference/naive_learners.hpp"

namespace regretta {

inline constexpr int replay_rounds = 600;

/// One row of numbers per round.
struct RowPerRound {
  std::vector<std::vector<double>> rows;
  std::int64_t num_rows() const { return static_cast<std::int64_t>(rows.size()); }
  std::int64_t row_at(std::int64_t t) const { return t - 1; }
  std::int64_t same_until(std::int64_t t) const { return t; }
  void read(std::int64_t row, std::span<double> out) const {
    const auto& values = rows[static_cast<std::size_t>(row)];
    std::copy(values.begin(), values.end(), out.begin());
  }
};

/// checkpoint: an additional round at which the running sums are reported (0: none).
inline CellWork cell_of(const naive::Game& game, std::uint64_t seed, std::int64_t checkpoint = 0) {
  Adversary adversary;
  adversary.num_arms = static_cast<int>(game.arms());
  adversary.num_constraints = static_cast<int>(game.constraints());
  adversary.horizon = static_cast<std::int64_t>(game.horizon());
  adversary.noise.kind = game.noise;
  RowPerRound losses, violations;
  for (const naive::Column& row : game.loss) losses.rows.emplace_back(row.begin(), row.end());
  for (const naive::Table& table : game.violation) {
    violations.rows.emplace_back();
    for (const naive::Column& row : table)
      violations.rows.back().insert(violations.rows.back().end(), row.begin(), row.end());
  }
  adversary.losses = losses;
  adversary.violations = violations;
  CellWork work;
  work.problem = adversary.problem(static_cast<double>(game.delta));
  work.seed = seed;
  if (checkpoint > 0 && checkpoint < adversary.horizon) work.checkpoints.push_back(checkpoint);
  work.checkpoints.push_back(adversary.horizon);
  work.facts = std::make_shared<const CellFacts>(compute_facts(adversary, work.checkpoints));
  work.adversary = std::make_shared<const Adversary>(std::move(adversary));
  return work;
}

struct EnginePlayed {
  std::vector<std::vector<double>> x;  ///< T rows of K
  std::vector<int> arms;               ///< empty under full feedback
  TrialResult result;
};

template <class L>
EnginePlayed watch(L learner, const CellWork& work, std::int64_t trial, std::int64_t rounds) {
  EnginePlayed played;
  Match match(std::move(learner), work, trial);
  for (std::int64_t t = 1; t <= rounds; ++t) {
    const auto& round = match.reveal(t);
    const auto& x = match.learner().strategy();
    played.x.emplace_back(x.begin(), x.end());
    if constexpr (requires { round.arm(); }) played.arms.push_back(round.arm()[0]);
    match.learner().observe(round);
  }
  played.result = match.results()[0];  // as of the last checkpoint reached
  return played;
}

template <class Params>
Params params_of(const naive::Setting& setting) {
  Params params;
  params.confidence_scale = static_cast<double>(setting.confidence_scale);
  params.constraints = setting.constraints;
  params.fixed_share = setting.fixed_share;
  params.estimator = setting.instantaneous ? Estimator::instantaneous : Estimator::mean;
  if constexpr (requires { params.beta; }) {
    params.beta = static_cast<double>(setting.beta);
    params.exploration = setting.exploration;
  }
  if constexpr (requires { params.corruption; })
    params.corruption = {.measured = false, .value = static_cast<double>(setting.corruption)};
  return params;
}

/// Calls f(params, learner class) for the learner of a naive setting; the class is a type with a member ::Of<Real>.
template <class F>
auto with_learner(const naive::Setting& setting, const CellWork& work, F f) {
  const auto made = [&]<template <class> class L>() {
    return f([&]<class Real>() {
      const auto params = params_of<typename L<Real>::Params>(setting);
      if constexpr (NeedsOracle<L<Real>>) {
        return L<Real>(work.problem, params, work.facts->oracle());
      } else {
        return L<Real>(work.problem, params);
      }
    });
  };
  if (setting.name == "conomd-fs") return made.template operator()<ConOmdFs>();
  if (setting.name == "conomd-fs-ix") return made.template operator()<ConOmdFsIx>();
  if (setting.name == "expopt-conomd") return made.template operator()<ExpOptConOmd>();
  if (setting.sees == naive::Sees::everything) return made.template operator()<KnownCFull>();
  return made.template operator()<KnownCBandit>();
}

/// Plays the first `rounds` rounds (0: all).
inline EnginePlayed engine_play(const naive::Game& game, const naive::Setting& setting, std::uint64_t seed,
                                std::int64_t trial, std::int64_t rounds = 0) {
  const CellWork work = cell_of(game, seed, rounds);
  return with_learner(setting, work, [&](auto make) {
    return watch(make.template operator()<double>(), work, trial, rounds == 0 ? work.problem.horizon : rounds);
  });
}

}  // namespace regretta
