#pragma once
/// Naive definitions of the measures, over the recorded rounds of a trial with three arms and 60 rounds.

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/engine/trial/round/measure.hpp"

namespace regretta::tests::measured {

using Row = std::vector<double>;
inline double dot(const Row& a, const double* b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

/// argmin losses'x over the simplex of three arms subject to rows x <= 0, by trying every vertex; NaN if infeasible.
inline Eigen::Vector3d naive_best(const Row& losses, const std::vector<Row>& rows) {
  std::vector<Eigen::Vector3d> planes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};  // a vertex lies on two of them
  for (const Row& row : rows) planes.emplace_back(row[0], row[1], row[2]);
  Eigen::Vector3d best = Eigen::Vector3d::Constant(std::nan(""));
  for (std::size_t i = 0; i < planes.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      Eigen::Matrix3d system;
      system << planes[i].transpose(), planes[j].transpose(), Eigen::RowVector3d::Ones();
      if (std::abs(system.determinant()) < 1e-12) continue;
      const Eigen::Vector3d x = system.inverse() * Eigen::Vector3d(0, 0, 1);
      bool feasible = x.minCoeff() >= -1e-11;
      for (const Row& row : rows) feasible = feasible && dot(row, x.data()) <= 1e-10;
      if (feasible && !(dot(losses, x.data()) >= dot(losses, best.data()))) best = x;
    }
  return best;
}
inline double naive_optimum(const Row& losses, const std::vector<Row>& rows) {
  return dot(losses, naive_best(losses, rows).data());
}

struct Recorded {
  std::vector<double> strategy, loss, violation;  ///< violation: m x K
  int arm = 0;
};

/// The rounds of the last trial, recorded by the measure Recorder.
inline std::vector<Recorded>& recorded() {
  static std::vector<Recorded> rounds;
  return rounds;
}

/// The violations (m x K) that every round has without corruption. They must be oblivious.
inline std::vector<Row>& without_corruption() {
  static std::vector<Row> rounds;
  return rounds;
}

template <class Real>
class Recorder {
 public:
  using Params = NoParams;
  Recorder(const Params&, const CellWork&) { recorded().clear(); }
  void add(const PlayedRound<Real>& round) {
    if constexpr (lanes<Real> == 1) {
      const auto copy = [](const auto& values) {
        return std::vector<double>(values.data(), values.data() + values.size());
      };
      recorded().push_back({copy(round.strategy), copy(round.means.loss), copy(round.means.violation), round.arm[0]});
    }
  }
  Real value(std::size_t) const { return Real(0.0); }
};

/// Moves through the whole simplex with exponential weights.
template <class Real>
class Wanderer {
 public:
  using Feedback = FullFeedback<Real>;
  using Params = NoParams;
  Wanderer(const Problem& problem, const Params&)
      : x_(Vector<Real>::Constant(problem.num_arms, Real(1.0 / problem.num_arms))) {}
  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback& round) {
    Real total(0.0);
    for (Eigen::Index a = 0; a < x_.size(); ++a) {
      x_[a] = x_[a] * exp(Real(0.0) - Real(0.3) * round.loss(static_cast<int>(a))) + Real(0.01);
      total += x_[a];
    }
    for (Eigen::Index a = 0; a < x_.size(); ++a) x_[a] = x_[a] / total;
  }

 private:
  Vector<Real> x_;
};

inline std::vector<Row> rows_of(const Recorded& round) {
  std::vector<Row> rows;
  for (std::size_t first = 0; first < round.violation.size(); first += 3)
    rows.emplace_back(round.violation.begin() + static_cast<std::ptrdiff_t>(first),
                      round.violation.begin() + static_cast<std::ptrdiff_t>(first) + 3);
  return rows;
}

inline double total_loss() {
  double sum = 0;
  for (const Recorded& round : recorded()) sum += dot(round.strategy, round.loss.data());
  return sum;
}

inline double naive_dynamic() {
  double best = 0;
  for (const Recorded& round : recorded()) best += naive_optimum(round.loss, rows_of(round));
  return total_loss() - best;
}

inline double naive_safe() {
  Row losses(3);
  std::vector<Row> rows;
  for (const Recorded& round : recorded()) {
    for (std::size_t a = 0; a < 3; ++a) losses[a] += round.loss[a];
    for (const Row& row : rows_of(round))
      if (std::ranges::find(rows, row) == rows.end()) rows.push_back(row);
  }
  return total_loss() - naive_optimum(losses, rows);
}

/// Sums over rounds of the positive values of each constraint.
inline Row positive_sums(const std::function<double(const Recorded&, const Row&)>& value_of) {
  Row sums;
  for (const Recorded& round : recorded()) {
    const std::vector<Row> rows = rows_of(round);
    sums.resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) sums[i] += std::max(0.0, value_of(round, rows[i]));
  }
  return sums;
}

/// x*: the best strategy that is feasible on average.
inline Eigen::Vector3d naive_optimal_strategy() {
  Row losses(3);
  std::vector<Row> rows(rows_of(recorded()[0]).size(), Row(3));
  for (const Recorded& round : recorded())
    for (std::size_t a = 0; a < 3; ++a) {
      losses[a] += round.loss[a];
      for (std::size_t i = 0; i < rows.size(); ++i) rows[i][a] += rows_of(round)[i][a] / 60;
    }
  return naive_best(losses, rows);
}

/// alpha-regret with alpha = 0.4.
inline double naive_alpha() {
  const double T = static_cast<double>(recorded().size());
  double best = 0;
  for (const Recorded& round : recorded()) best += dot(round.loss, naive_optimal_strategy().data());
  return 0.4 * (T - best) - (T - total_loss());
}

/// The recorded rounds, with the violations before corruption.
inline std::vector<Recorded> uncorrupted_rounds() {
  std::vector<Recorded> rounds = recorded();
  for (std::size_t t = 0; t < rounds.size(); ++t) rounds[t].violation = without_corruption()[t];
  return rounds;
}

inline double naive_uncorrupted_regret() {
  Row losses(3);
  std::vector<Row> rows(without_corruption()[0].size() / 3, Row(3));
  for (const Recorded& round : uncorrupted_rounds())
    for (std::size_t a = 0; a < 3; ++a) {
      losses[a] += round.loss[a];
      for (std::size_t i = 0; i < rows.size(); ++i) rows[i][a] += rows_of(round)[i][a] / 60;
    }
  return total_loss() - naive_optimum(losses, rows);
}

inline double naive_uncorrupted_violation(bool cancels) {
  Row sums(without_corruption()[0].size() / 3);
  for (const Recorded& round : uncorrupted_rounds())
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const double expected = dot(round.strategy, rows_of(round)[i].data());
      sums[i] += cancels ? expected : std::max(0.0, expected);
    }
  return std::ranges::max(sums);
}

inline double naive_seen_corruption() {
  const Eigen::Vector3d best = naive_optimal_strategy();
  double largest = 0;
  for (std::size_t i = 0; i < rows_of(recorded()[0]).size(); ++i) {
    double sum = 0;
    for (std::size_t a = 0; a < 3; ++a) {
      Row values;
      for (const Recorded& round : recorded()) values.push_back(rows_of(round)[i][a]);
      std::ranges::sort(values);
      const double median = values[(values.size() - 1) / 2];
      double seen = 0, played = 0;
      for (const Recorded& round : recorded()) {
        seen += round.strategy[a] * std::abs(rows_of(round)[i][a] - median);
        played += round.strategy[a];
      }
      sum += best[static_cast<Eigen::Index>(a)] * 60 * seen / played;
    }
    largest = std::max(largest, sum);
  }
  return std::isnan(best[0]) ? std::nan("") : largest;
}

/// Distances of the losses from their medians. In these tests adaptive stages move each loss in fewer than half of the
/// rounds, so that the median is the loss without corruption.
inline double naive_loss_corruption() {
  double sum = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    Row values;
    for (const Recorded& round : recorded()) values.push_back(round.loss[a]);
    std::ranges::sort(values);
    for (const double value : values) sum += std::abs(value - values[(values.size() - 1) / 2]);
  }
  return sum;
}

inline double naive_plays(std::size_t arm) {
  return static_cast<double>(std::ranges::count(recorded(), static_cast<int>(arm), &Recorded::arm));
}

/// Share of plays of the arm with the largest weight in x*; of the first such arm if several tie.
inline double naive_best_arm_share() {
  const Eigen::Vector3d best = naive_optimal_strategy();
  if (std::isnan(best[0])) return std::nan("");
  std::size_t arm = 0;
  while (best[static_cast<Eigen::Index>(arm)] < best.maxCoeff() - 1e-9) ++arm;
  return naive_plays(arm) / static_cast<double>(recorded().size());
}

inline double naive_value(const std::string& name) {
  if (name == "reward") return static_cast<double>(recorded().size()) - total_loss();
  for (const char* budget_measure : {"stopping-round", "left-over"})
    if (name == budget_measure) return std::nan("");
  if (name == "alpha-regret") return naive_alpha();
  if (name == "plays") return naive_plays(1);
  if (name == "best-arm-share") return naive_best_arm_share();
  if (name == "seen-corruption") return naive_seen_corruption();
  if (name == "loss-corruption") return naive_loss_corruption();
  if (name == "uncorrupted-regret") return naive_uncorrupted_regret();
  if (name.starts_with("uncorrupted-")) return naive_uncorrupted_violation(name == "uncorrupted-signed-violation");
  if (name == "anytime-violation") {
    Row sums(rows_of(recorded()[0]).size());
    double worst = -infinity;
    for (const Recorded& round : recorded()) {
      for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += dot(round.strategy, rows_of(round)[i].data());
      worst = std::max(worst, std::ranges::max(sums));
    }
    return worst;
  }
  if (name == "summed-violation") {
    double sum = 0;
    for (const Recorded& round : recorded()) {
      double worst = 0;
      for (const Row& row : rows_of(round)) worst = std::max(worst, dot(round.strategy, row.data()));
      sum += worst;
    }
    return sum;
  }
  if (name == "dynamic-regret") return naive_dynamic();
  if (name == "safe-regret") return naive_safe();
  if (name == "played-violation")
    return std::ranges::max(
        positive_sums([](const Recorded& round, const Row& row) { return row[static_cast<std::size_t>(round.arm)]; }));
  EXPECT_EQ(name, "rounds-in-violation") << "add the definition of " << name << " to naive_measures.hpp";
  double count = 0;
  for (const Recorded& round : recorded()) {
    bool violated = false;
    for (const Row& row : rows_of(round)) violated = violated || dot(round.strategy, row.data()) > 1e-9;
    count += violated;
  }
  return count;
}

}  // namespace regretta::tests::measured
