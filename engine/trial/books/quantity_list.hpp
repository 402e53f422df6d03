#pragma once
/// Everything that the trials of one study report: the built-in quantities, then the measures of the study. A plain
/// value; copies are cheap.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/trial/hindsight/value_range.hpp"
#include "regretta/engine/trial/report/result.hpp"

namespace regretta {

/// Between which numbers a measure lies, whoever plays. Intervals for means of few trials need both.
struct MeasureRange {
  double least = -infinity, most = infinity;
  bool per_round = true;  ///< after t rounds: times t
};

/// A measure as tables show it. Unlike QuantityInfo it is read from files, so it owns its texts.
struct MeasureInfo {
  std::string name;            ///< in files, options and exports: [a-z][a-z0-9_]*
  std::string unit = "loss";   ///< "loss", "violation", "rounds", or empty
  bool less_is_better = true;  ///< smaller is better, so learners can be compared by it
  bool on_curve = true;        ///< also recorded at every checkpoint
  MeasureRange range{};
  std::string help{};  ///< one line
};

/// The largest number of measures of a study.
inline constexpr std::size_t max_measures = 32;

class QuantityList {
 public:
  QuantityList() : QuantityList(std::vector<MeasureInfo>{}) {}
  explicit QuantityList(std::vector<MeasureInfo> measures);

  std::size_t size() const { return num_quantities + measures_->size(); }
  const std::vector<MeasureInfo>& measures() const { return *measures_; }
  /// Its texts live as long as a copy of this list.
  QuantityInfo operator[](Quantity quantity) const;
  std::string_view name(Quantity quantity) const { return (*this)[quantity].name; }
  std::vector<std::string> names() const;
  std::optional<Quantity> find(std::string_view name) const;

  /// The column of a quantity in curves; none if it is only known at T.
  std::optional<std::size_t> column(Quantity quantity) const;
  /// Between which numbers a quantity lies after t rounds of any adversary.
  ValueRange widest_range(Quantity quantity, std::int64_t t) const;

  /// Every quantity, in order.
  std::vector<Quantity> all() const;
  /// The columns of curves: the built-in ones, then those of measures.
  const std::vector<Quantity>& on_curve() const { return *on_curve_; }

  /// The sizes of the results of trials.
  TrialShape shape(std::size_t checkpoints) const { return {checkpoints, size(), on_curve_->size()}; }

 private:
  std::shared_ptr<const std::vector<MeasureInfo>> measures_;
  std::shared_ptr<const std::vector<Quantity>> on_curve_;
};

/// The measure with this index, from 0.
constexpr Quantity measure_quantity(std::size_t index) { return static_cast<Quantity>(num_quantities + index); }

}  // namespace regretta
