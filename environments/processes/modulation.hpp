#pragma once
/// Approximately stationary instances: in every round, rewards and costs are multiplied by factors in [sigma_r, 1] and
/// [sigma_c, 1] (Fikioris and Tardos, Approximately Stationary Bandits with Knapsacks, COLT 2023). An instance is
/// (sigma_r, sigma_c)-stationary if no arm's mean reward or cost ever falls below that fraction of its own maximum. The
/// waves and their shapes are reconstructed.
///
/// The reward of an arm is 1 - loss; its cost under constraint i is (1 + g_i) / 2 with a budget of 1/2 per round. A
/// factor f therefore maps
///
///   loss -> loss + (1 - f)(1 - loss),      g_i -> g_i - (1 - f)(1 + g_i),
///
/// so that rewards shrink towards 0 and violations towards -1. A factor of 1 changes no bit. The base's own rows are
/// the largest violations that occur, so rho never falls below that of the base.
///
/// A factor is sigma + (1 - sigma) u with a wave u in [0, 1]; `in_turn` shifts the wave from arm to arm, and `opposed`
/// inverts it for the costs.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/trial/contract/mean_rows.hpp"
#include "regretta/environments/processes/stationary.hpp"
#include "regretta/environments/processes/turns.hpp"

namespace regretta {

struct ModulationParams {
  double reward = 0.5;     ///< sigma_r, in [0, 1]
  double violation = 0.5;  ///< sigma_c, in [0, 1]
  bool in_turn = false;
  bool opposed = false;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("reward", p.reward, Range{0, 1}, "sigma_r: rewards 1 - loss are multiplied by factors from this to 1");
    visit("violation", p.violation, Range{0, 1},
          "sigma_c: costs (1 + violation) / 2 are multiplied by factors from this to 1");
    visit("in_turn", p.in_turn,
          "blocks: arms 2, 4, ... are low when arms 1, 3, ... are high; sine: arm a is (a - 1) / K turns ahead");
    visit("opposed", p.opposed, "costs are low when rewards are high");
  }
};

/// A wave u_t(a), which takes finitely many levels over time.
class Wave {
 public:
  /// u is 1 in state 0 and 0 in state 1.
  Wave(const Turns& turns, bool in_turn) : in_turn_(in_turn), num_levels_(2), turns_(turns) {}
  /// u = (1 + cos(2 pi (t - 1) / period)) / 2.
  Wave(std::int64_t period, std::int64_t horizon, bool in_turn)
      : in_turn_(in_turn), period_(period), num_levels_(std::min(period, horizon)) {}

  std::int64_t num_levels() const { return num_levels_; }
  std::int64_t level_at(std::int64_t t) const { return turns_ ? turns_->state_at(t) : (t - 1) % period_; }
  std::int64_t same_until(std::int64_t t) const {
    if (turns_) return turns_->same_until(t);
    return num_levels_ == 1 ? forever : t;
  }
  /// u of arm a of K, in [0, 1].
  double at(std::int64_t level, int a, int num_arms) const {
    if (turns_) return (level + (in_turn_ ? a : 0)) % 2 == 0 ? 1 : 0;
    const double ahead = in_turn_ ? static_cast<double>(a) / num_arms : 0;
    const double turns = static_cast<double>(level) / static_cast<double>(period_) + ahead;
    return min(max(0.5 + 0.5 * sin_turns(turns + 0.25), 0.0), 1.0);
  }

 private:
  bool in_turn_;
  std::int64_t period_ = 1;
  std::int64_t num_levels_;
  std::optional<Turns> turns_;
};

/// Which means are modulated, and how.
struct Modulated {
  double nothing = 0;    ///< the value at factor 0: loss 1 is no reward, violation -1 is no cost
  double sigma = 1;      ///< the smallest factor
  bool opposed = false;  ///< the wave inverted
  static Modulated rewards(const ModulationParams& p) { return {1, p.reward, false}; }
  static Modulated costs(const ModulationParams& p) { return {-1, p.violation, p.opposed}; }
};

/// The modulated process: row r * L + l is row r of the base at level l of the wave's L levels.
class ModulatedRows {
 public:
  ModulatedRows(MeanRows base, Wave wave, const Modulated& what, int num_arms)
      : base_(std::move(base)), wave_(std::move(wave)), what_(what), num_arms_(num_arms) {}

  std::int64_t num_rows() const { return base_.num_rows() * wave_.num_levels(); }
  std::int64_t row_at(std::int64_t t) const { return base_.row_at(t) * wave_.num_levels() + wave_.level_at(t); }
  std::int64_t same_until(std::int64_t t) const { return std::min(base_.same_until(t), wave_.same_until(t)); }
  void read(std::int64_t row, std::span<double> out) const {
    base_.read(row / wave_.num_levels(), out);
    const std::int64_t level = row % wave_.num_levels();
    for (std::size_t e = 0; e < out.size(); ++e) {
      const double u = wave_.at(level, static_cast<int>(e) % num_arms_, num_arms_);
      const double missing = (1 - what_.sigma) * (what_.opposed ? u : 1 - u);  // 1 - f
      const double moved = out[e] + missing * (what_.nothing - out[e]);
      out[e] = min(max(moved, -1.0), 1.0);  // clips rounding errors only
    }
  }

 private:
  MeanRows base_;
  Wave wave_;
  Modulated what_;
  int num_arms_;
};
static_assert(MeanProcess<ModulatedRows>);

}  // namespace regretta
