#pragma once
/// The table of the quantities that a trial reports (definitions: engine/trial/PROTOCOL.md). Every stored trial has one
/// number for each of its sixteen lines, in their order. A new quantity must be a measure (.github/CONTRIBUTING.md):
/// its line is added only to the tables of studies that request it (quantity_list.hpp).

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>

#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/trial/contract/enumerators.hpp"

namespace regretta {

/// The interval [least, most], up to rounding.
struct ValueRange {
  double least = -infinity;
  double most = infinity;
};

/// The range of a quantity, valid for every adversary. Confidence intervals for means of few trials need both ends.
struct QuantityRange {
  double least = -infinity;
  double most = infinity;
  bool per_round = true;  ///< whether the range is that of one round; it is multiplied by t for t rounds

  constexpr ValueRange after(std::int64_t t) const {
    const double rounds = per_round ? static_cast<double>(t) : 1;
    return {least * rounds, most * rounds};
  }
};

/// The number of a line of the table. Lines that the engine computes have enumerators; those that plugins report are
/// found by name (quantity_named). The measures of a study follow the sixteen, in the study's order.
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
  corruption_exact = 11
};

/// Where a value comes from. The first three are sums over rounds (running_totals.hpp).
enum class Source : std::uint8_t {
  losses,      ///< the sum of losses, minus OPT
  violations,  ///< the greatest over constraints of the sums of their violations
  mixture,     ///< like `violations`, for the strategy that the learner's mixture() returns; x_t if it has none
  hindsight,   ///< a fact about the means of the adversary
  plugin,      ///< the learner or the adversary reports it (reported.hpp)
  measure      ///< a measure of the study (measure.hpp)
};

/// What a round adds to a sum.
enum class Term : std::uint8_t {
  realised,  ///< the value of the arm played
  expected,  ///< the mean over x_t
  positive   ///< the positive part of that mean
};

/// One line of the table.
struct QuantityInfo {
  Quantity quantity{};
  std::string_view name{};    ///< as in files, options and exports
  std::string_view symbol{};  ///< the symbol in the paper; empty if there is none
  std::string_view unit{};    ///< "loss", "violation", "rounds", or empty
  Source source = Source::measure;
  Term term{};  ///< used if is_sum()
  QuantityRange range{};
  bool less_is_better = false;  ///< whether learners can be compared by it, the smaller value being better
  bool on_curve = false;        ///< whether it is also recorded at every checkpoint
  bool has_theorem = false;     ///< whether a theorem of the paper bounds it
  std::string_view help{};
  double absent = not_a_number;  ///< for Source::plugin: the value if no plugin reports one

  /// Whether the value is a sum of `term` over rounds.
  constexpr bool is_sum() const { return source <= Source::mixture; }
};

namespace detail {

consteval auto quantity_table() {
  using enum Source;
  using enum Term;
  enum Mark : unsigned { fact = 0, compared = 1, on_curves = 2, bounded = 4 };
  constexpr QuantityRange sum{0, 1}, difference{-1, 1}, margin{-1, 1, false}, yes_or_no{0, 1, false}, unknown{};
  const auto line = [](QuantityInfo info, unsigned marks, std::string_view help) {
    info.less_is_better = (marks & compared) != 0;
    info.on_curve = (marks & on_curves) != 0;
    info.has_theorem = (marks & bounded) != 0;
    info.help = help;
    return info;
  };
  const auto reported = [&](QuantityInfo info, double absent, std::string_view help) {
    info.absent = absent;
    return line(info, fact, help);
  };
  return std::array{
      line({Quantity::regret, "regret", "R_T", "loss", losses, realised, difference}, compared | on_curves | bounded,
           "sum l_t(a_t) - OPT: realised losses, OPT over means"),
      line({Quantity::expected_regret, "expected_regret", "", "loss", losses, expected, difference},
           compared | on_curves, "sum lbar_t'x_t - OPT: the same mean, less noise"),
      line({Quantity::violation, "violation", "V_T", "violation", violations, positive, sum},
           compared | on_curves | bounded, "max_i sum [gbar_{t,i}'x_t]+: positive violation, without cancelling"),
      line({Quantity::signed_violation, "signed_violation", "", "violation", violations, expected, difference},
           compared | on_curves, "max_i sum gbar_{t,i}'x_t: with cancelling"),
      line({Quantity::realised_violation, "realised_violation", "", "violation", violations, realised, difference},
           compared, "max_i sum g_{t,i}(a_t)"),
      line({Quantity::opt, "opt", "OPT", "loss", hindsight, {}, sum}, fact,
           "least total mean loss of a fixed strategy that satisfies the constraints on average; NaN if there is none"),
      line({Quantity::corruption, "corruption", "C", "violation", hindsight, {}, unknown}, fact,
           "C = max_i C_i, measured on the means"),
      line({Quantity::rho, "rho", "rho", "violation", hindsight, {}, margin}, fact,
           "Slater margin over strategies: max_x min_{t,i} -gbar_{t,i}'x"),
      line({Quantity::rho_pure, "rho_pure", "rho", "violation", hindsight, {}, margin}, fact,
           "Slater margin over arms: max_a min_{t,i} -gbar_{t,i}(a)"),
      reported({Quantity{9}, "empty_rounds", "", "rounds", plugin, {}, sum}, 0,
               "rounds in which the confidence set X_t was empty; 0 for learners that do not project"),
      reported({Quantity{10}, "active_rounds", "", "rounds", plugin, {}, sum}, 0,
               "rounds in which the projection onto X_t moved the point; 0 for learners that do not project"),
      line({Quantity::corruption_exact, "corruption_exact", "", "", hindsight, {}, yes_or_no}, fact,
           "1 if corruption is exact, 0 if it is an upper bound (adaptive adversaries)"),
      reported({Quantity{12}, "injected_corruption", "", "violation", plugin, {}, unknown}, not_a_number,
               "open-problem corruption: sum P_t; NaN elsewhere"),
      reported({Quantity{13}, "perceived_corruption", "", "violation", plugin, {}, unknown}, not_a_number,
               "open-problem corruption: T sum x_t P_t / sum x_t on the attacked arm; NaN elsewhere"),
      line({Quantity{14}, "mixture_violation", "", "violation", mixture, positive, sum}, compared,
           "violation of a meta-learner's mixture of strategies; other learners: violation"),
      line({Quantity{15}, "mixture_signed_violation", "", "violation", mixture, expected, difference}, compared,
           "signed_violation of the same mixture; other learners: signed_violation"),
  };
}

}  // namespace detail

/// The table, in the order of Quantity, which is also the order in files and exports.
inline constexpr std::array quantity_infos = detail::quantity_table();
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

/// The quantity of this name; does not compile if no line of the table has it.
consteval Quantity quantity_named(std::string_view name) {
  for (const QuantityInfo& line : quantity_infos)
    if (line.name == name) return line.quantity;
  throw std::invalid_argument("no quantity has this name");
}

inline constexpr auto quantity_names = [] {
  std::array<std::string_view, num_quantities> names;
  std::ranges::transform(quantity_infos, names.begin(), &QuantityInfo::name);
  return names;
}();

/// The quantities on curves, in the order of CurvePoint.
inline constexpr auto curve_quantities = [] {
  std::array<Quantity, static_cast<std::size_t>(std::ranges::count_if(quantity_infos, &QuantityInfo::on_curve))> list{};
  std::size_t next = 0;
  for (const QuantityInfo& line : quantity_infos)
    if (line.on_curve) list[next++] = line.quantity;
  return list;
}();
inline constexpr std::size_t num_curve_quantities = curve_quantities.size();
static_assert(num_quantities == 16 && num_curve_quantities == 4,
              "these are the numbers of a stored trial, which do not change: a new quantity is a measure");

/// Values at one checkpoint, in the order of curve_quantities.
using CurvePoint = std::array<double, num_curve_quantities>;

}  // namespace regretta
