#pragma once
/// The engine's side of a comparison: plays a naive game with a learner of learners/, and records strategies and arms.
/// Also the naive version of the paper's learners, a single class written from learners/ALGORITHMS.md.

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/engine/trial/play/play.hpp"
#include "regretta/learners/conomd_fs.hpp"
#include "regretta/learners/expopt_conomd.hpp"
#include "regretta/learners/known_c.hpp"
#include "regretta/tests/reference/naive_game.hpp"
#include "regretta/tests/reference/naive_kl.hpp"

namespace regretta::naive {

enum class Sees { everything, constraints, played_arm };

struct Setting {
  std::string name = "conomd-fs";  ///< conomd-fs, conomd-fs-ix, expopt-conomd or known-c
  Sees sees = Sees::everything;
  Number confidence_scale = 1;
  Number corruption = 0;  ///< used by known-c only
  Number beta = 0.5L;     ///< used by expopt-conomd only
  bool fixed_share = true;
  bool exploration = true;
  bool constraints = true;
  bool instantaneous = false;
};

class Learner {
 public:
  Learner(const Game& game, const Setting& setting)
      : setting_(setting),
        T_(static_cast<Number>(game.horizon())),
        K_(static_cast<Number>(game.arms())),
        L_(std::log(T_ * K_ * static_cast<Number>(game.constraints()) / game.delta)),
        eta_(setting.sees == Sees::everything ? std::sqrt(std::log(K_ * T_) / T_)
                                              : std::sqrt(std::log(K_ * T_) / (K_ * T_))),
        x_(game.arms(), 1 / K_),
        sum_(game.constraints(), Column(game.arms())),
        latest_(sum_),
        pulls_(game.arms()) {
    if (setting.name == "expopt-conomd" && setting.exploration)
      rounds_per_arm_ = static_cast<std::size_t>(std::ceil(std::pow(T_, setting.beta) - 1e-9L));
  }

  Column strategy(std::size_t t) const {
    if (!exploring(t)) return x_;
    Column point(x_.size());
    point[(t - 1) / rounds_per_arm_] = 1;
    return point;
  }

  void observe(std::size_t t, const Round& round) {
    for (std::size_t a = 0; a < x_.size(); ++a) {
      if (setting_.sees == Sees::played_arm && a != round.arm) continue;
      pulls_[a] += 1;
      for (std::size_t i = 0; i < sum_.size(); ++i) {
        sum_[i][a] += round.violation[i][a];
        latest_[i][a] = round.violation[i][a];
      }
    }
    if (exploring(t)) return;
    Column y(x_.size());
    for (std::size_t a = 0; a < y.size(); ++a) {
      Number loss_hat = round.loss[a];
      if (setting_.sees != Sees::everything) loss_hat = a == round.arm ? round.loss[a] / (x_[a] + eta_ / 2) : 0;
      y[a] = std::max(x_[a] * std::exp(-eta_ * loss_hat), 0x1p-1000L);
    }
    x_ = setting_.constraints ? project(y) : project_onto_simplex(y);
    if (setting_.fixed_share)
      for (Number& weight : x_) weight = (1 - 1 / T_) * weight + 1 / (T_ * K_);
  }

  int empty_rounds() const { return empty_rounds_; }

 private:
  bool exploring(std::size_t t) const { return t <= rounds_per_arm_ * x_.size(); }

  Column project(const Column& y) {
    Table optimistic = sum_;
    for (std::size_t i = 0; i < sum_.size(); ++i)
      for (std::size_t a = 0; a < x_.size(); ++a) {
        const Number n = std::max<Number>(pulls_[a], 1);
        const Number g_hat = setting_.instantaneous ? latest_[i][a] : sum_[i][a] / n;
        Number width = 4 * setting_.confidence_scale * std::sqrt(L_ / n);
        if (setting_.name == "known-c") width += setting_.corruption / n + setting_.corruption / T_;
        optimistic[i][a] = g_hat - width;
      }
    const KlSolution solution = kl_projection(y, optimistic);
    if (solution.empty) ++empty_rounds_;
    return solution.x;
  }
  static Column project_onto_simplex(Column y) {
    Number sum = 0;
    for (const Number weight : y) sum += weight;
    for (Number& weight : y) weight /= sum;
    return y;
  }

  Setting setting_;
  Number T_, K_, L_, eta_;
  std::size_t rounds_per_arm_ = 0;  // n0, the exploration rounds of each arm; 0 without exploration
  Column x_;
  Table sum_, latest_;  // sum and last value of the observed violations, m x K
  Column pulls_;        // N_t(a)
  int empty_rounds_ = 0;
};

}  // namespace regretta::naive

namespace regretta {

inline constexpr int replay_rounds = 600;

/// Means with a separate row for every round, in the form that Adversary requires.
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

/// The engine's cell for a naive game. checkpoint: a further round at which the running sums are reported (0: none).
inline CellWork cell_of(const naive::Game& game, std::uint64_t seed, std::int64_t checkpoint = 0) {
  Adversary adversary;
  adversary.num_arms = static_cast<int>(game.arms());
  adversary.num_constraints = static_cast<int>(game.constraints());
  adversary.horizon = static_cast<std::int64_t>(game.horizon());
  adversary.noise = game.noise;
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

struct EngineTrial {
  std::vector<std::vector<double>> x;  ///< T rows of K
  std::vector<int> arms;               ///< empty under full feedback
  TrialResult result;
};

template <class L>
EngineTrial record_trial(L learner, const CellWork& work, std::int64_t trial, std::int64_t rounds) {
  EngineTrial played;
  Match match(std::move(learner), work, trial);
  for (std::int64_t t = 1; t <= rounds; ++t) {
    const auto& round = match.reveal(t);
    const auto& x = match.learner().strategy();
    played.x.emplace_back(x.begin(), x.end());
    if constexpr (requires { round.arm(); }) played.arms.push_back(round.arm()[0]);
    match.learner().observe(round);
  }
  played.result = match.results()[0];  // those of the last checkpoint reached
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

/// Calls f(make) for the learner of a naive setting; make<Real>() constructs the learner.
template <class F>
auto with_learner(const naive::Setting& setting, const CellWork& work, F f) {
  const auto call_with = [&]<template <class> class L>() {
    return f([&]<class Real>() {
      const auto params = params_of<typename L<Real>::Params>(setting);
      if constexpr (NeedsOracle<L<Real>>) {
        return L<Real>(work.problem, params, work.facts->oracle());
      } else {
        return L<Real>(work.problem, params);
      }
    });
  };
  if (setting.name == "conomd-fs") return call_with.template operator()<ConOmdFs>();
  if (setting.name == "conomd-fs-ix") return call_with.template operator()<ConOmdFsIx>();
  if (setting.name == "expopt-conomd") return call_with.template operator()<ExpOptConOmd>();
  if (setting.sees == naive::Sees::everything) return call_with.template operator()<KnownCFull>();
  return call_with.template operator()<KnownCBandit>();
}

/// Plays the first `rounds` rounds (0: all rounds).
inline EngineTrial engine_play(const naive::Game& game, const naive::Setting& setting, std::uint64_t seed,
                               std::int64_t trial, std::int64_t rounds = 0) {
  const CellWork work = cell_of(game, seed, rounds);
  return with_learner(setting, work, [&](auto make) {
    return record_trial(make.template operator()<double>(), work, trial, rounds == 0 ? work.problem.horizon : rounds);
  });
}

}  // namespace regretta
