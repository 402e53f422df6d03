#pragma once
/// Learners with bandit feedback that are not the paper's, one trial at a time with std::vector and std::exp, like
/// their papers' pseudo-code. Uses nothing of the engine. Each has strategy(), or arm() if it plays one arm, and
/// observe().

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "regretta/bench/peers/plain_program.hpp"
#include "regretta/tools/commands/common_cell.hpp"

namespace regretta::peers {

/// What a learner sees of a round: one constraint.
struct Seen {
  std::size_t arm;
  double loss, violation;
};

inline std::size_t arms_of(const CommonCell& cell) { return static_cast<std::size_t>(cell.num_arms); }

/// A random order of the arms, by which ties are broken.
inline std::vector<double> random_order(std::size_t K, std::mt19937_64& source) {
  std::vector<double> tie_order(K);
  std::iota(tie_order.begin(), tie_order.end(), 0.0);
  std::shuffle(tie_order.begin(), tie_order.end(), source);
  return tie_order;
}

class PlainExp3 {
 public:
  PlainExp3(const CommonCell& cell, std::mt19937_64& /*source*/)
      : eta_(std::sqrt(2 * std::log(cell.num_arms) / (cell.num_arms * static_cast<double>(cell.horizon)))),
        losses_(arms_of(cell)),
        x_(arms_of(cell), 1.0 / cell.num_arms) {}

  const std::vector<double>& strategy() const { return x_; }
  void observe(const Seen& seen) {
    losses_[seen.arm] += seen.loss / x_[seen.arm];
    const double least = *std::min_element(losses_.begin(), losses_.end());
    double sum = 0;
    for (std::size_t a = 0; a < x_.size(); ++a) sum += x_[a] = std::exp(-eta_ * (losses_[a] - least));
    for (double& weight : x_) weight /= sum;
  }

 private:
  double eta_;
  std::vector<double> losses_, x_;
};

/// With losses of reduced variance; Newton's method begins at the last round's root, as in the paper's Algorithm 2.
class PlainTsallisInf {
 public:
  PlainTsallisInf(const CommonCell& cell, std::mt19937_64& /*source*/)
      : losses_(arms_of(cell)), x_(arms_of(cell), 1.0 / cell.num_arms) {}

  const std::vector<double>& strategy() const { return x_; }
  void observe(const Seen& seen) {
    const double low = eta() * eta();
    for (std::size_t a = 0; a < x_.size(); ++a) {
      const double baseline = x_[a] >= low ? 0.5 : 0;
      losses_[a] += baseline + (a == seen.arm ? (seen.loss - baseline) / x_[a] : 0);
    }
    ++t_;
    const double step = eta(), highest = *std::min_element(losses_.begin(), losses_.end()) - 2 / step;
    z_ = std::min(z_, highest);
    for (double change = 1; std::abs(change) > 1e-12 * std::max(1.0, std::abs(z_));) {
      double sum = 0, slope = 0;
      for (std::size_t a = 0; a < x_.size(); ++a) {
        const double inverse = 1 / (step * (losses_[a] - z_));
        x_[a] = 4 * inverse * inverse;
        sum += x_[a];
        slope += x_[a] * inverse;
      }
      const double next = std::min(z_ - (sum - 1) / (2 * step * slope), highest);
      change = next - z_;
      z_ = next;
    }
    const double sum = std::accumulate(x_.begin(), x_.end(), 0.0);
    for (double& weight : x_) weight /= sum;
  }

 private:
  double eta() const { return 4 / std::sqrt(static_cast<double>(t_)); }
  std::int64_t t_ = 1;
  double z_ = 0;
  std::vector<double> losses_, x_;
};

/// Plays an arm with the highest index, any of those that tie; Index(mean reward, ln t, pulls).
template <class Index>
class PlainIndices {
 public:
  PlainIndices(const CommonCell& cell, std::mt19937_64& source)
      : source_(&source), arm_(below(arms_of(cell))), rewards_(arms_of(cell)), pulls_(arms_of(cell)) {}

  std::size_t arm() const { return arm_; }
  void observe(const Seen& seen) {
    rewards_[seen.arm] += 1 - seen.loss;
    pulls_[seen.arm] += 1;
    const double log_t = std::log(static_cast<double>(++t_));
    double best = -1;
    std::size_t ties = 0;  // each of so many arms is the chosen one with equal probability
    for (std::size_t a = 0; a < pulls_.size(); ++a) {
      const double infinity = std::numeric_limits<double>::infinity();
      const double index = pulls_[a] == 0 ? infinity : Index()(rewards_[a] / pulls_[a], log_t / pulls_[a]);
      if (index < best) continue;
      ties = index > best ? 1 : ties + 1;
      if (ties > 1 && below(ties) > 0) continue;
      best = index;
      arm_ = a;
    }
  }

 private:
  std::size_t below(std::size_t n) const { return std::uniform_int_distribution<std::size_t>(0, n - 1)(*source_); }

  std::int64_t t_ = 1;
  std::mt19937_64* source_;
  std::size_t arm_;
  std::vector<double> rewards_, pulls_;
};

struct RootIndex {
  double operator()(double mean, double b) const { return mean + std::sqrt(1.5 * b); }
};
/// The largest q with kl(mean, q) <= b, by Newton's method from Pinsker's bound.
struct KlIndex {
  double operator()(double p, double b) const {
    const double entropy = (p > 0 ? p * std::log(p) : 0) + (p < 1 ? (1 - p) * std::log(1 - p) : 0);
    double q = std::min(p + std::sqrt(b / 2), 1 - 1e-15);
    for (int step = 0; step < 40 && q > p + 1e-13; ++step) {
      const double excess = entropy - p * std::log(q) - (1 - p) * std::log(1 - q) - b;
      const double down = excess * q * (1 - q) / (q - p);
      q = std::max(q - down, p);
      if (down <= 1e-8 * std::min(q - p, 1 - q)) break;
    }
    return q;
  }
};
using PlainUcb1 = PlainIndices<RootIndex>;
using PlainKlUcb = PlainIndices<KlIndex>;

/// The widths of a learner that solves a linear program, and what it knows of one arm.
struct Widths {
  double loss, violation;  ///< times 1 / sqrt(n)
  double most_loss = std::numeric_limits<double>::infinity(), most_violation = most_loss;
  bool knows_safe_arm = false;  ///< the last
};

/// Plays the solution of the linear program over estimates less widths.
template <Widths (*widths)(const CommonCell&)>
class PlainProgram {
 public:
  PlainProgram(const CommonCell& cell, std::mt19937_64& source)
      : cell_(cell),
        widths_(widths(cell)),
        tie_order_(random_order(arms_of(cell), source)),
        pulls_(tie_order_.size()),
        loss_(tie_order_.size()),
        violation_(tie_order_.size()),
        c_(tie_order_.size()),
        A_(tie_order_.size()),
        x_(tie_order_.size()) {
    for (std::size_t a = 0; a < x_.size(); ++a) estimate(a, 1);
    solve_plainly(c_, A_, tie_order_, x_);
  }

  const std::vector<double>& strategy() const { return x_; }
  void observe(const Seen& seen) {
    const double n = ++pulls_[seen.arm];
    loss_[seen.arm] += (seen.loss - loss_[seen.arm]) / n;
    violation_[seen.arm] += (seen.violation - violation_[seen.arm]) / n;
    estimate(seen.arm, n);
    solve_plainly(c_, A_, tie_order_, x_);
  }

 private:
  void estimate(std::size_t a, double n) {
    const bool known = widths_.knows_safe_arm && a + 1 == x_.size();
    c_[a] = known ? cell_.loss[a] : loss_[a] - std::min(widths_.loss / std::sqrt(n), widths_.most_loss);
    A_[a] =
        known ? cell_.violation[a] : violation_[a] - std::min(widths_.violation / std::sqrt(n), widths_.most_violation);
  }

  CommonCell cell_;
  Widths widths_;
  std::vector<double> tie_order_, pulls_, loss_, violation_, c_, A_, x_;
};

inline Widths optlp_widths(const CommonCell& cell) {
  const double events = 4.0 * cell.num_arms * static_cast<double>(cell.horizon);
  const double root = CommonCell::confidence_scale * std::sqrt(std::log(events / CommonCell::delta) / 2);
  return {.loss = root, .violation = 2 * root};
}
/// Nothing is corrupted in the common cell.
inline Widths ns_lp_widths(const CommonCell& cell) {
  const double events = cell.num_arms * static_cast<double>(cell.horizon);
  const double root = CommonCell::confidence_scale * std::sqrt(std::log(events / CommonCell::delta) / 2);
  return {.loss = root, .violation = 2 * root, .most_loss = 1, .most_violation = 2};
}
inline Widths opb_widths(const CommonCell& cell) {
  const double events = 4.0 * cell.num_arms * static_cast<double>(cell.horizon);
  const double beta = CommonCell::confidence_scale * std::sqrt(2 * std::log(events / CommonCell::delta));
  const double gap = std::max(-cell.violation.back() / 2, 0.01);
  return {.loss = (1 + 2 * cell.loss.back() / gap) * beta, .violation = -2 * beta, .knows_safe_arm = true};
}
using PlainOptLp = PlainProgram<optlp_widths>;
using PlainNsLp = PlainProgram<ns_lp_widths>;
using PlainOpb = PlainProgram<opb_widths>;

}  // namespace regretta::peers
