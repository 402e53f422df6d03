#pragma once
/// The quantities that the trials of one study report: the built-in ones, then the measures of the study. A plain
/// value; copies are cheap.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/trial/contract/result.hpp"

namespace regretta {

/// The line of a measure before it has a number (Quantity) in the table. It is read from files, so it owns its texts.
struct MeasureInfo {
  std::string name;            ///< as in files, options and exports: [a-z][a-z0-9_]*
  std::string unit = "loss";   ///< "loss", "violation", "rounds", or empty
  bool less_is_better = true;  ///< whether learners can be compared by it, the smaller value being better
  bool on_curve = true;        ///< whether it is also recorded at every checkpoint
  QuantityRange range{};
  std::string help{};  ///< a one-line description
};

/// The largest number of measures of a study.
inline constexpr std::size_t max_measures = 32;

/// The table of quantities of one study.
class QuantityList {
 public:
  QuantityList() : QuantityList(std::vector<MeasureInfo>{}) {}
  explicit QuantityList(std::vector<MeasureInfo> measures);

  std::size_t size() const { return table_->lines.size(); }
  /// The lines of the table. Their texts are valid as long as any copy of this list exists.
  std::span<const QuantityInfo> infos() const { return table_->lines; }
  std::span<const QuantityInfo> measures() const { return infos().subspan(num_quantities); }
  const QuantityInfo& operator[](Quantity quantity) const { return table_->lines.at(index_of(quantity)); }
  std::string_view name(Quantity quantity) const { return (*this)[quantity].name; }
  std::vector<std::string> names() const;
  std::optional<Quantity> find(std::string_view name) const;

  /// The column of a quantity in curves; none if the quantity is not on curves.
  std::optional<std::size_t> column(Quantity quantity) const;
  /// Every quantity, in order.
  std::vector<Quantity> all() const;
  /// The quantities in the columns of curves: the built-in ones, then measures.
  const std::vector<Quantity>& on_curve() const { return table_->on_curve; }

  /// The sizes of the results of trials.
  TrialShape shape(std::size_t checkpoints) const { return {checkpoints, size(), on_curve().size()}; }

 private:
  struct Table {
    std::vector<MeasureInfo> measures;  ///< own the texts of `lines`
    std::vector<QuantityInfo> lines;
    std::vector<Quantity> on_curve;
  };
  std::shared_ptr<const Table> table_;
};

/// The measure with this index, from 0.
constexpr Quantity measure_quantity(std::size_t index) { return static_cast<Quantity>(num_quantities + index); }

}  // namespace regretta
