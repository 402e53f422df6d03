#include "regretta/engine/trial/hindsight/value_range.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/engine/trial/hindsight/simplex.hpp"

namespace regretta {
namespace {

/// Sums over rounds of the least and of the greatest entry of each group of K entries (the losses, or one constraint).
class ExtremeSums {
 public:
  ExtremeSums(const MeanRows& rows, std::size_t groups, std::size_t num_arms)
      : rows_(&rows), values_(rows, groups * num_arms), num_arms_(num_arms), sums_(groups) {}

  /// The range of the greatest sum over all groups after t rounds, whatever is played: sums of the means
  /// for Term::expected, otherwise of their positive parts. t must not decrease from call to call.
  ValueRange range(Term term, std::int64_t t) {
    for_each_run(*rows_, rounds_, t,
                 [this](std::int64_t row, std::int64_t rounds) { add(values_(row), static_cast<double>(rounds)); });
    rounds_ = t;
    ValueRange result{-infinity, -infinity};
    for (const Sums& sums : sums_) {
      const bool is_signed = term == Term::expected;
      result.least = std::max(result.least, (is_signed ? sums.least : sums.least_positive).hi);
      result.most = std::max(result.most, (is_signed ? sums.most : sums.most_positive).hi);
    }
    return result;
  }

 private:
  struct Sums {
    DoubleDouble least, most, least_positive, most_positive;
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

}  // namespace

CellRanges compute_ranges(const Adversary& adversary, const CellFacts& facts) {
  CellRanges result;
  const auto K = static_cast<std::size_t>(adversary.num_arms);
  ExtremeSums losses(adversary.losses, 1, K);
  ExtremeSums violations(adversary.violations, static_cast<std::size_t>(adversary.num_constraints), K);
  const auto range_of = [&](const QuantityInfo& info, std::int64_t t, double opt) -> ValueRange {
    const ValueRange widest = info.range.after(t);
    if (!adversary.oblivious() || !info.is_sum()) return widest;
    const bool realised = info.term == Term::realised;
    if (info.source != Source::losses) return realised ? widest : violations.range(info.term, t);
    if (std::isnan(opt)) return widest;
    const ValueRange range = realised ? ValueRange{0, static_cast<double>(t)} : losses.range(info.term, t);
    return {range.least - opt, range.most - opt};
  };
  for (std::size_t k = 0; k < facts.checkpoints.size(); ++k) {
    auto& point = result.curve.emplace_back();
    for (std::size_t q = 0; q < num_curve_quantities; ++q)
      point[q] = range_of(quantity_info(curve_quantities[q]), facts.checkpoints[k], facts.opt[k]);
  }
  for (const QuantityInfo& info : quantity_infos)
    result.whole[index_of(info.quantity)] =
        range_of(info, adversary.horizon, facts.optimum.value * static_cast<double>(adversary.horizon));
  return result;
}

}  // namespace regretta
