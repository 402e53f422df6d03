#pragma once
/// Counts how often the rounds of a trial visit each row of means, and computes means and medians from the counts. Used
/// by hindsight.cpp.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/engine/trial/hindsight/simplex.hpp"

namespace regretta {

/// Walks a table of rows of means in time order, counts visits and sums up the visited rows. Each advance() reads a row
/// once, or again after max_pending_rows other rows, and not once per round: a million rounds over two rows cost at
/// most a million increments of a counter.
class Visits {
 public:
  /// width: numbers per row.
  Visits(MeanRows rows, std::size_t width)
      : rows_(std::move(rows)),
        values_(rows_, width),
        counts_(static_cast<std::size_t>(rows_.num_rows())),
        pending_visits_(static_cast<std::size_t>(rows_.num_rows())),
        sums_(width) {}

  /// Visits the rounds up to t. t must not decrease from call to call.
  void advance(std::int64_t t) {
    for_each_run(rows_, rounds_, t, [this](std::int64_t r, std::int64_t rounds) {
      std::int64_t& pending = pending_visits_[static_cast<std::size_t>(r)];
      if (pending == 0) {
        if (pending_rows_.size() == max_pending_rows) flush();
        pending_rows_.push_back(r);
      }
      pending += rounds;
    });
    rounds_ = t;
    flush();
  }

  /// The mean row over the rounds visited so far.
  std::vector<double> mean() const {
    std::vector<double> mean(sums_.size());
    for (std::size_t e = 0; e < mean.size(); ++e) mean[e] = sums_[e].hi / static_cast<double>(rounds_);
    return mean;
  }

  const MeanRows& rows() const { return rows_; }
  std::size_t width() const { return sums_.size(); }
  std::int64_t rounds() const { return rounds_; }
  const std::vector<std::int64_t>& counts() const { return counts_; }  ///< visits of each row

 private:
  static constexpr std::size_t max_pending_rows = std::size_t{1} << 16;  ///< limits memory

  void flush() {
    for (const std::int64_t r : pending_rows_) {
      std::int64_t& pending = pending_visits_[static_cast<std::size_t>(r)];
      const std::span<const double> row = values_(r);
      for (std::size_t e = 0; e < row.size(); ++e) accumulate(sums_[e], row[e], static_cast<double>(pending));
      counts_[static_cast<std::size_t>(r)] += pending;
      pending = 0;
    }
    pending_rows_.clear();
  }

  MeanRows rows_;
  RowValues values_;
  std::int64_t rounds_ = 0;
  std::vector<std::int64_t> counts_;
  std::vector<std::int64_t> pending_visits_;  ///< visits not yet in counts and sums
  std::vector<std::int64_t> pending_rows_;    ///< rows with pending visits, in order of first visit
  std::vector<DoubleDouble> sums_;
};

/// The rows with at least one visit, in increasing order. If they are few, they are kept in memory; otherwise they are
/// read again when needed.
class VisitedRows {
 public:
  explicit VisitedRows(const Visits& visits)
      : rows_(visits.rows()), reader_(rows_, visits.width()), width_(visits.width()), rounds_(visits.rounds()) {
    for (std::size_t r = 0; r < visits.counts().size(); ++r) {
      if (visits.counts()[r] == 0) continue;
      ids_.push_back(static_cast<std::int64_t>(r));
      counts_.push_back(visits.counts()[r]);
    }
    held_ = ids_.size() * width_ <= max_numbers_held;
    if (!held_) return;
    values_.resize(ids_.size() * width_);
    for (std::size_t k = 0; k < ids_.size(); ++k) rows_.read(ids_[k], std::span(values_).subspan(k * width_, width_));
  }

  std::size_t size() const { return ids_.size(); }
  std::size_t width() const { return width_; }
  std::int64_t count(std::size_t k) const { return counts_[k]; }  ///< visits of the k-th visited row

  /// The numbers of the k-th visited row, valid until the next call.
  const double* read(std::size_t k) {
    if (held_) return &values_[k * width_];
    if (k != current_) row_ = reader_(ids_[k]).data();
    current_ = k;
    return row_;
  }

  /// Calls use(entry, values) for each entry of a row, with its values over the visited rows.
  void for_each_column(auto&& use) {
    const std::size_t entries_per_pass = std::clamp<std::size_t>(max_numbers_held / size(), 1, width_);
    std::vector<double> columns(entries_per_pass * size());
    for (std::size_t first = 0; first < width_; first += entries_per_pass) {
      const std::size_t last = std::min(width_, first + entries_per_pass);
      for (std::size_t k = 0; k < size(); ++k) {
        const double* row = read(k);
        for (std::size_t e = first; e < last; ++e) columns[(e - first) * size() + k] = row[e];
      }
      for (std::size_t e = first; e < last; ++e)
        use(e, std::span<const double>(columns).subspan((e - first) * size(), size()));
    }
  }

  /// The lower median over rounds; values[k] counts as often as the k-th visited row was visited.
  double lower_median(std::span<const double> values) {
    counted_.clear();
    for (std::size_t k = 0; k < size(); ++k) counted_.push_back({values[k], counts_[k]});
    std::int64_t rank = (rounds_ + 1) / 2;  // the median: the smallest value that at least `rank` rounds do not exceed
    auto first = counted_.begin();
    auto last = counted_.end();
    while (last - first > 1) {
      const auto middle = first + (last - first) / 2;
      std::nth_element(first, middle, last, [](const Counted& a, const Counted& b) { return a.value < b.value; });
      std::int64_t below = 0;
      for (auto it = first; it != middle; ++it) below += it->count;
      if (below >= rank) {
        last = middle;
      } else {
        rank -= below;
        first = middle;
      }
    }
    return first->value + 0.0;  // turns -0 into 0: which zero nth_element puts first depends on the library
  }

 private:
  struct Counted {
    double value;
    std::int64_t count;
  };
  static constexpr std::size_t max_numbers_held = std::size_t{1} << 22;  ///< numbers in memory: 32 MiB

  MeanRows rows_;
  RowValues reader_;
  std::size_t width_;
  std::int64_t rounds_;
  std::vector<std::int64_t> ids_;
  std::vector<std::int64_t> counts_;
  bool held_ = true;
  std::optional<std::size_t> current_;
  const double* row_ = nullptr;  ///< the numbers of row current_
  std::vector<double> values_;
  std::vector<Counted> counted_;
};

}  // namespace regretta
