#pragma once
/// What a trial reports (SPEC section 2).

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace regretta {

/// Quantities of a trial, in the order of SPEC section 2, then our own additions.
enum class Quantity : std::uint8_t {
  regret,
  expected_regret,
  violation,
  signed_violation,
  realised_violation,
  opt,
  corruption,
  rho,
  rho_pure,
  empty_rounds,
  active_rounds,
  corruption_exact,          ///< 1 if `corruption` is exact, 0 if it is an upper bound (adaptive adversaries)
  injected_corruption,       ///< open-problem adversary: sum of P_t; NaN elsewhere
  perceived_corruption,      ///< open-problem adversary: T sum x_t P_t / sum x_t; NaN elsewhere
  mixture_violation,         ///< as `violation`, of a meta-learner's mixture of strategies; others: `violation`
  mixture_signed_violation,  ///< the same of `signed_violation`
};
inline constexpr std::size_t num_quantities = 16;
inline constexpr std::array<std::string_view, num_quantities> quantity_names = {"regret",
                                                                                "expected_regret",
                                                                                "violation",
                                                                                "signed_violation",
                                                                                "realised_violation",
                                                                                "opt",
                                                                                "corruption",
                                                                                "rho",
                                                                                "rho_pure",
                                                                                "empty_rounds",
                                                                                "active_rounds",
                                                                                "corruption_exact",
                                                                                "injected_corruption",
                                                                                "perceived_corruption",
                                                                                "mixture_violation",
                                                                                "mixture_signed_violation"};

/// Quantities of a curve, in this order.
inline constexpr std::size_t num_curve_quantities = 4;
inline constexpr std::array<std::string_view, num_curve_quantities> curve_quantity_names = {
    "regret", "expected_regret", "violation", "signed_violation"};
using CurvePoint = std::array<double, num_curve_quantities>;

/// Consecutive trials of a cell that share a pack and are saved together: a block. The last one may be shorter.
inline constexpr int block_trials = 8;
inline constexpr std::int64_t blocks_per_cell(std::int64_t trials) {
  return (trials + block_trials - 1) / block_trials;
}

/// Why a trial has no result.
struct Failure {
  std::int64_t round = 0;  ///< 1..T; 0 if before round 1
  std::string message;
};

/// One trial. OPT, regrets and curves are NaN where no strategy is feasible.
struct TrialResult {
  std::int64_t trial = 0;                           ///< from 0
  std::array<double, num_quantities> quantities{};  ///< indexed by Quantity
  std::vector<CurvePoint> curve;                    ///< one point per checkpoint; the last one is round T
  std::optional<Failure> failure;                   ///< set: quantities and curve are to be ignored

  double operator[](Quantity q) const { return quantities[static_cast<std::size_t>(q)]; }
  double& operator[](Quantity q) { return quantities[static_cast<std::size_t>(q)]; }
};

}  // namespace regretta
