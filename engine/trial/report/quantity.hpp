#pragma once
/// The table of what every trial reports (definitions: engine/trial/PROTOCOL.md). To add a quantity, follow
/// .github/CONTRIBUTING.md. A study may add measures to it (quantity_list.hpp).

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>

#include "regretta/engine/trial/report/enumerators.hpp"

namespace regretta {

/// The values after the last enumerator are the measures of a study, in its order.
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
  corruption_exact,
  injected_corruption,
  perceived_corruption,
  mixture_violation,
  mixture_signed_violation
};

/// One line of the table.
struct QuantityInfo {
  Quantity quantity;
  std::string_view name;    ///< in files, options and exports
  std::string_view symbol;  ///< in the paper; empty if it has none
  std::string_view unit;    ///< "loss", "violation", "rounds", or empty
  bool less_is_better;      ///< smaller is better, so learners can be compared by it
  bool on_curve;            ///< also recorded at every checkpoint
  bool has_theorem;         ///< the paper bounds it
  std::string_view help;
};

/// In the order of Quantity, which is also the order in files and exports.
inline constexpr std::array quantity_infos = {
    QuantityInfo{Quantity::regret, "regret", "R_T", "loss", true, true, true,
                 "sum l_t(a_t) - OPT: realised losses, OPT over means"},
    QuantityInfo{Quantity::expected_regret, "expected_regret", "", "loss", true, true, false,
                 "sum lbar_t'x_t - OPT: the same mean, less noise"},
    QuantityInfo{Quantity::violation, "violation", "V_T", "violation", true, true, true,
                 "max_i sum [gbar_{t,i}'x_t]+: positive violation, without cancelling"},
    QuantityInfo{Quantity::signed_violation, "signed_violation", "", "violation", true, true, false,
                 "max_i sum gbar_{t,i}'x_t: with cancelling"},
    QuantityInfo{Quantity::realised_violation, "realised_violation", "", "violation", true, false, false,
                 "max_i sum g_{t,i}(a_t)"},
    QuantityInfo{
        Quantity::opt, "opt", "OPT", "loss", false, false, false,
        "least total mean loss of a fixed strategy that satisfies the constraints on average; NaN if there is none"},
    QuantityInfo{Quantity::corruption, "corruption", "C", "violation", false, false, false,
                 "C = max_i C_i, measured on the means"},
    QuantityInfo{Quantity::rho, "rho", "rho", "violation", false, false, false,
                 "Slater margin over strategies: max_x min_{t,i} -gbar_{t,i}'x"},
    QuantityInfo{Quantity::rho_pure, "rho_pure", "rho", "violation", false, false, false,
                 "Slater margin over arms: max_a min_{t,i} -gbar_{t,i}(a)"},
    QuantityInfo{Quantity::empty_rounds, "empty_rounds", "", "rounds", false, false, false,
                 "rounds in which the confidence set X_t was empty; 0 for learners that do not project"},
    QuantityInfo{Quantity::active_rounds, "active_rounds", "", "rounds", false, false, false,
                 "rounds in which the projection onto X_t moved the point; 0 for learners that do not project"},
    QuantityInfo{Quantity::corruption_exact, "corruption_exact", "", "", false, false, false,
                 "1 if corruption is exact, 0 if it is an upper bound (adaptive adversaries)"},
    QuantityInfo{Quantity::injected_corruption, "injected_corruption", "", "violation", false, false, false,
                 "open-problem corruption: sum P_t; NaN elsewhere"},
    QuantityInfo{Quantity::perceived_corruption, "perceived_corruption", "", "violation", false, false, false,
                 "open-problem corruption: T sum x_t P_t / sum x_t on the attacked arm; NaN elsewhere"},
    QuantityInfo{Quantity::mixture_violation, "mixture_violation", "", "violation", true, false, false,
                 "violation of a meta-learner's mixture of strategies; other learners: violation"},
    QuantityInfo{Quantity::mixture_signed_violation, "mixture_signed_violation", "", "violation", true, false, false,
                 "signed_violation of the same mixture; other learners: signed_violation"},
};
inline constexpr std::size_t num_quantities = quantity_infos.size();

constexpr std::size_t index_of(Quantity quantity) { return static_cast<std::size_t>(quantity); }
constexpr const QuantityInfo& quantity_info(Quantity quantity) { return quantity_infos[index_of(quantity)]; }
constexpr std::string_view quantity_name(Quantity quantity) { return quantity_info(quantity).name; }
static_assert(
    [] {
      for (std::size_t q = 0; q < num_quantities; ++q)
        if (index_of(quantity_infos[q].quantity) != q) return false;
      return true;
    }(),
    "the lines of quantity_infos are not in the order of Quantity");
static_assert(!is_enumerator<static_cast<Quantity>(num_quantities)>(), "a Quantity has no line in quantity_infos");

inline constexpr auto quantity_names = [] {
  std::array<std::string_view, num_quantities> names;
  std::ranges::transform(quantity_infos, names.begin(), &QuantityInfo::name);
  return names;
}();

inline constexpr auto num_curve_quantities =
    static_cast<std::size_t>(std::ranges::count_if(quantity_infos, &QuantityInfo::on_curve));

/// The quantities on curves, in the order of CurvePoint.
inline constexpr auto curve_quantities = [] {
  std::array<Quantity, num_curve_quantities> quantities{};
  std::size_t next = 0;
  for (const QuantityInfo& line : quantity_infos)
    if (line.on_curve) quantities[next++] = line.quantity;
  return quantities;
}();

/// Values at one checkpoint, indexed by curve_index.
using CurvePoint = std::array<double, num_curve_quantities>;

/// Index of a quantity in a CurvePoint; throws std::invalid_argument if the quantity is not on curves.
constexpr std::size_t curve_index(Quantity quantity) {
  for (std::size_t q = 0; q < num_curve_quantities; ++q)
    if (curve_quantities[q] == quantity) return q;
  throw std::invalid_argument("this quantity is not on curves");
}

}  // namespace regretta
