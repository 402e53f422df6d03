#pragma once
/// The paper's learners in one function, from learners/ALGORITHMS.md: everything is recomputed from the past rounds.

#include <cmath>
#include <string>
#include <vector>

#include "regretta/tests/reference/naive_game.hpp"
#include "regretta/tests/reference/naive_kl.hpp"

namespace regretta::naive {

enum class Sees { everything, constraints, played_arm };

struct Setting {
  std::string name = "conomd-fs";  ///< or conomd-fs-ix, expopt-conomd, known-c
  Sees sees = Sees::everything;
  Number confidence_scale = 1;
  Number corruption = 0;  ///< known-c
  Number beta = 0.5L;     ///< expopt-conomd
  bool fixed_share = true;
  bool exploration = true;
  bool constraints = true;
  bool instantaneous = false;
};

struct Played {
  std::vector<Round> rounds;
  int empty_rounds = 0;
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
        last_(sum_),
        count_(game.arms()) {
    if (setting.name == "expopt-conomd" && setting.exploration)
      per_arm_ = static_cast<std::size_t>(std::ceil(std::pow(T_, setting.beta) - 1e-9L));
  }

  /// x_t.
  Column strategy(std::size_t t) const {
    if (!exploring(t)) return x_;
    Column point(x_.size());
    point[(t - 1) / per_arm_] = 1;
    return point;
  }

  void observe(std::size_t t, const Round& round) {
    for (std::size_t a = 0; a < x_.size(); ++a) {
      if (setting_.sees == Sees::played_arm && a != round.arm) continue;
      count_[a] += 1;
      for (std::size_t i = 0; i < sum_.size(); ++i) {
        sum_[i][a] += round.violation[i][a];
        last_[i][a] = round.violation[i][a];
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
  bool exploring(std::size_t t) const { return t <= per_arm_ * x_.size(); }

  Column project(const Column& y) {
    Table optimistic = sum_;
    for (std::size_t i = 0; i < sum_.size(); ++i)
      for (std::size_t a = 0; a < x_.size(); ++a) {
        const Number n = std::max<Number>(count_[a], 1);
        const Number g_hat = setting_.instantaneous ? last_[i][a] : sum_[i][a] / n;
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
  std::size_t per_arm_ = 0;  // n0
  Column x_;
  Table sum_, last_;  // of the violations seen, m x K
  Column count_;      // N_t(a)
  int empty_rounds_ = 0;
};

/// Plays the first `rounds` rounds (0: all).
inline Played play(const Game& game, const Setting& setting, const Luck& luck, std::size_t rounds = 0) {
  Learner learner(game, setting);
  Played played;
  for (std::size_t t = 1; t <= (rounds == 0 ? game.horizon() : rounds); ++t) {
    played.rounds.push_back(play_round(game, luck, t, learner.strategy(t)));
    learner.observe(t, played.rounds.back());
  }
  played.empty_rounds = learner.empty_rounds();
  return played;
}

}  // namespace regretta::naive
