#pragma once
/// Losses that are constant on a few pieces of time, each of a length of its own: any oblivious losses with few
/// changes. Used by loss_kinds.cpp.

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "regretta/environments/processes/parts.hpp"
#include "regretta/environments/processes/stationary.hpp"

namespace regretta {

class PiecewiseLosses {
 public:
  struct Params {
    std::vector<std::vector<double>> pieces{};  ///< one row of K for each piece, in [0, 1]; required
    std::vector<double> lengths{};              ///< of the pieces, in any unit; empty: all alike

    template <class Self, class Visit>
    static void fields(Self& p, Visit&& visit) {
      visit("pieces", p.pieces, Range{0, 1}, "the means of each piece of time, in order: lists of K numbers");
      visit("lengths", p.lengths, Range{0, 1e15}, "how long the pieces last, in proportion; left out: all alike");
    }
  };

  /// Throws InputError: "pieces" without any, "lengths" for another number of them, or none above 0.
  PiecewiseLosses(const Params& params, std::int64_t horizon) : rows_(params.pieces) {
    if (rows_.empty())
      throw InputError("pieces", "is missing; expected one list of K numbers in [0, 1] for each piece");
    std::vector<double> lengths = params.lengths;
    if (lengths.empty()) lengths.assign(rows_.size(), 1);
    check_count("lengths", "piece", lengths.size(), static_cast<int>(rows_.size()));
    double all = 0, before = 0;
    for (const double length : lengths) all += length;
    if (all <= 0) throw InputError("lengths", "are all 0; expected one that is more");
    for (const double length : lengths) last_round_.push_back(whole_rounds((before += length) / all, horizon));
    last_round_.back() = forever;
  }

  std::int64_t num_rows() const { return static_cast<std::int64_t>(rows_.size()); }
  std::int64_t row_at(std::int64_t t) const {
    return std::lower_bound(last_round_.begin(), last_round_.end(), t) - last_round_.begin();
  }
  std::int64_t same_until(std::int64_t t) const { return last_round_[static_cast<std::size_t>(row_at(t))]; }
  void read(std::int64_t row, std::span<double> out) const {
    std::ranges::copy(rows_[static_cast<std::size_t>(row)], out.begin());
  }
  const double* held(std::int64_t row) const { return rows_[static_cast<std::size_t>(row)].data(); }

 private:
  std::vector<std::vector<double>> rows_;
  std::vector<std::int64_t> last_round_;  ///< of each piece; equal to that before: it has none
};
static_assert(HoldsRows<PiecewiseLosses>);

}  // namespace regretta
