#include "regretta/engine/trial/hindsight/value_range.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/engine/trial/hindsight/twofold.hpp"

namespace regretta {
namespace {

/// Sums over rounds of the least and of the greatest entry of each group of K entries.
class ExtremeSums {
 public:
  enum class Part { whole, positive };

  ExtremeSums(const MeanRows& rows, std::size_t groups, std::size_t num_arms)
      : rows_(&rows), values_(rows, groups * num_arms), num_arms_(num_arms), sums_(groups) {}

  /// Adds the rounds up to t, which must not decrease.
  void advance(std::int64_t t) {
    while (rounds_ < t) {
      const std::int64_t until = std::min(t, rows_->same_until(rounds_ + 1));
      add(values_(rows_->row_at(rounds_ + 1)), static_cast<double>(until - rounds_));
      rounds_ = until;
    }
  }

  /// The greatest sum of any group, whatever is played, and the least that the greatest of them can be.
  ValueRange range(Part part) const {
    ValueRange result{-infinity, -infinity};
    for (const Sums& sums : sums_) {
      const bool whole = part == Part::whole;
      result.least = std::max(result.least, (whole ? sums.least : sums.least_positive).hi);
      result.most = std::max(result.most, (whole ? sums.most : sums.most_positive).hi);
    }
    return result;
  }

 private:
  struct Sums {
    Twofold least, most, least_positive, most_positive;
  };

  void add(std::span<const double> row, double rounds) {
    for (std::size_t g = 0; g < sums_.size(); ++g) {
      const auto begin = row.begin() + static_cast<std::ptrdiff_t>(g * num_arms_);
      const auto [least, most] = std::minmax_element(begin, begin + static_cast<std::ptrdiff_t>(num_arms_));
      accumulate(sums_[g].least, *least, rounds);
      accumulate(sums_[g].most, *most, rounds);
      accumulate(sums_[g].least_positive, std::max(0.0, *least), rounds);
      accumulate(sums_[g].most_positive, std::max(0.0, *most), rounds);
    }
  }

  const MeanRows* rows_;
  RowValues values_;
  std::size_t num_arms_;
  std::vector<Sums> sums_;
  std::int64_t rounds_ = 0;
};

ValueRange less(const ValueRange& range, double opt, std::int64_t t) {
  if (std::isnan(opt)) return widest_range(Quantity::regret, t);
  return {range.least - opt, range.most - opt};
}

}  // namespace

ValueRange widest_range(Quantity quantity, std::int64_t t) {
  const auto rounds = static_cast<double>(t);
  switch (quantity) {
    case Quantity::violation:
    case Quantity::mixture_violation:
    case Quantity::opt:
    case Quantity::empty_rounds:
    case Quantity::active_rounds:
      return {0, rounds};
    case Quantity::regret:
    case Quantity::expected_regret:
    case Quantity::signed_violation:
    case Quantity::realised_violation:
    case Quantity::mixture_signed_violation:
      return {-rounds, rounds};
    case Quantity::rho:
    case Quantity::rho_pure:
      return {-1, 1};
    case Quantity::corruption_exact:
      return {0, 1};
    case Quantity::corruption:
    case Quantity::injected_corruption:
    case Quantity::perceived_corruption:
      break;
  }
  return {};
}

CellRanges compute_ranges(const Adversary& adversary, const CellFacts& facts) {
  CellRanges result;
  const auto at = [&](Quantity quantity) -> ValueRange& { return result.whole[index_of(quantity)]; };
  for (const QuantityInfo& info : quantity_infos) at(info.quantity) = widest_range(info.quantity, adversary.horizon);
  result.curve.resize(facts.checkpoints.size());
  for (std::size_t k = 0; k < facts.checkpoints.size(); ++k)
    for (const Quantity quantity : curve_quantities)
      result.curve[k][curve_index(quantity)] = widest_range(quantity, facts.checkpoints[k]);
  if (!adversary.oblivious()) return result;

  using Part = ExtremeSums::Part;
  const auto K = static_cast<std::size_t>(adversary.num_arms);
  ExtremeSums losses(adversary.losses, 1, K);
  ExtremeSums violations(adversary.violations, static_cast<std::size_t>(adversary.num_constraints), K);
  const auto set = [&](std::int64_t t, double opt, const auto& range_of) {
    losses.advance(t);
    violations.advance(t);
    range_of(Quantity::regret) = less({0, static_cast<double>(t)}, opt, t);
    range_of(Quantity::expected_regret) = less(losses.range(Part::whole), opt, t);
    range_of(Quantity::violation) = violations.range(Part::positive);
    range_of(Quantity::signed_violation) = violations.range(Part::whole);
  };
  for (std::size_t k = 0; k < facts.checkpoints.size(); ++k)
    set(facts.checkpoints[k], facts.opt[k],
        [&](Quantity quantity) -> ValueRange& { return result.curve[k][curve_index(quantity)]; });
  set(adversary.horizon, facts.optimum.value * static_cast<double>(adversary.horizon), at);
  at(Quantity::mixture_violation) = at(Quantity::violation);
  at(Quantity::mixture_signed_violation) = at(Quantity::signed_violation);
  return result;
}

}  // namespace regretta
