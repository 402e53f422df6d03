#pragma once
/// Violations that alternate between two or more rows of means, each held for a block of rounds. They are adversarial
/// in the plain sense: with equal shares no median row represents them, and C grows linearly in T. Used by
/// violation_kinds.cpp.

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"

namespace regretta {

class AlternatingRows {
 public:
  struct Params {
    std::vector<std::vector<double>> means;  ///< (rows x m) x K, in [-1, 1]; required
    std::int64_t block = 1;                  ///< rounds, >= 1

    template <class Self, class Visit>
    static void fields(Self& p, Visit&& visit) {
      visit("means", p.means, Range{-1, 1},
            "the rows that take turns, two or more: m lists of K numbers each, one per constraint, row after row");
      visit("block", p.block, Range{1, 1e12}, "rounds that a row lasts before the next one");
    }
  };

  /// rows: each m x K (entry i * K + a). block: rounds, >= 1.
  AlternatingRows(std::vector<std::vector<double>> rows, std::int64_t block) : rows_(std::move(rows)), block_(block) {}

  std::int64_t num_rows() const { return static_cast<std::int64_t>(rows_.size()); }
  std::int64_t row_at(std::int64_t t) const { return (t - 1) / block_ % num_rows(); }
  std::int64_t same_until(std::int64_t t) const { return ((t - 1) / block_ + 1) * block_; }
  void read(std::int64_t row, std::span<double> out) const {
    const auto& from = rows_[static_cast<std::size_t>(row)];
    std::copy(from.begin(), from.end(), out.begin());
  }
  const double* held(std::int64_t row) const { return rows_[static_cast<std::size_t>(row)].data(); }

 private:
  std::vector<std::vector<double>> rows_;
  std::int64_t block_;
};
static_assert(HoldsRows<AlternatingRows>);

}  // namespace regretta
