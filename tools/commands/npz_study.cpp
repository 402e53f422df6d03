#include "regretta/tools/commands/npz_study.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/engine/study/maintenance/digest.hpp"
#include "regretta/tools/commands/npz_file.hpp"
#include "regretta/tools/text/field_text.hpp"

namespace regretta {
namespace {

using nlohmann::ordered_json;

enum class ArrayAxis { cell, checkpoint, trial, failure };
constexpr std::array<const char*, 4> axis_names = {"cell", "checkpoint", "trial", "failure"};

/// The JSON as text; invalid UTF-8 is replaced.
std::string json_text(const ordered_json& json) {
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

/// Whether a double represents the value exactly.
bool is_real(const Value& value) {
  constexpr std::int64_t exact = std::int64_t{1} << 53;
  if (const auto* n = value.integer()) return *n >= -exact && *n <= exact;
  return !value.has_value() || value.number();
}

/// Values of consecutive places of a cell on axis `trial`, which are written together: NaN where no trial is saved.
struct Places {
  Places(std::int64_t from, std::int64_t places, const TrialShape& shape)
      : first(from), count(places), finished(index(places)) {
    quantities.assign(shape.quantities, std::vector<double>(index(places), not_a_number));
    curves.assign(shape.curve_quantities, std::vector<double>(shape.checkpoints * index(places), not_a_number));
  }

  std::int64_t end() const { return first + count; }
  void set(std::int64_t place, const TrialResult& trial) {
    const std::size_t own = index(place - first);
    finished[own] = 1;
    for (std::size_t q = 0; q < quantities.size(); ++q) quantities[q][own] = trial.quantities[q];
    for (std::size_t k = 0; k < trial.curve.size(); ++k)
      for (std::size_t q = 0; q < curves.size(); ++q) curves[q][k * index(count) + own] = trial.curve[k][q];
  }

  std::int64_t first, count;
  std::vector<std::uint8_t> finished;
  std::vector<std::vector<double>> quantities, curves;  ///< curves: checkpoints x places

 private:
  static std::size_t index(std::int64_t place) { return static_cast<std::size_t>(place); }
};

/// The archive with the sizes and names of its axes.
class StudyArrays {
 public:
  StudyArrays(const Results& study, const std::string& path) : study_(study), file_(path) {
    auto& [cell, checkpoint, trial, failure] = sizes_;
    cell = std::ssize(study.cells());
    trial = study.num_trials();
    for (const CellLabel& label : study.cells()) checkpoint = std::max(checkpoint, std::ssize(label.checkpoints));
  }

  void write() {
    labels();
    for (std::size_t k = 0; k < study_.swept().size(); ++k) swept(k);
    trials();
    numbers();
    summaries();
    about();
    file_.finish();
  }

 private:
  std::int64_t size(ArrayAxis axis) const { return sizes_[static_cast<std::size_t>(axis)]; }

  NpzFile::Shape shape(const std::string& name, const std::vector<ArrayAxis>& axes) {
    NpzFile::Shape sizes;
    axes_[name] = ordered_json::array();
    for (const ArrayAxis axis : axes) {
      sizes.push_back(size(axis));
      axes_[name].push_back(axis_names[static_cast<std::size_t>(axis)]);
    }
    return sizes;
  }
  template <class Number>
  std::size_t add(const std::string& name, const std::vector<ArrayAxis>& axes) {
    return file_.add<Number>(name, shape(name, axes));
  }
  template <class Number>
  void add(const std::string& name, const std::vector<ArrayAxis>& axes, const std::vector<Number>& values) {
    file_.add(name, shape(name, axes), values);
  }
  /// An array of one value per item, value_of(item): a boolean as std::uint8_t, a number or a text.
  template <class Items, class ValueOf>
  void add_each(const std::string& name, ArrayAxis axis, const Items& items, ValueOf value_of) {
    std::vector<std::decay_t<std::invoke_result_t<ValueOf, decltype(*items.begin())>>> values;
    for (const auto& item : items) values.push_back(std::invoke(value_of, item));
    file_.add(name, shape(name, {axis}), values);
  }

  void labels() {
    const auto add = [this](const char* name, auto CellLabel::*member) {
      add_each(name, ArrayAxis::cell, study_.cells(), member);
    };
    add("cell", &CellLabel::cell);
    add("learner", &CellLabel::learner_name);
    add("kind", &CellLabel::learner);
    add("environment", &CellLabel::environment);
    add("horizon", &CellLabel::horizon);
    add("arms", &CellLabel::arms);
    add("constraints", &CellLabel::constraints);
    const std::size_t rounds = this->add<std::int64_t>("checkpoint", {ArrayAxis::cell, ArrayAxis::checkpoint});
    for (const CellLabel& cell : study_.cells())
      file_.put(rounds, cell.cell * size(ArrayAxis::checkpoint), cell.checkpoints);
  }

  void swept(std::size_t parameter) {
    const std::string& name = study_.swept()[parameter];
    std::vector<Value> values;
    for (const CellLabel& cell : study_.cells()) values.push_back(cell.swept[parameter]);
    if (std::ranges::all_of(values, &Value::flag))
      add_each(name, ArrayAxis::cell, values, [](const Value& value) -> std::uint8_t { return *value.flag(); });
    else if (std::ranges::all_of(values, &Value::integer))
      add_each(name, ArrayAxis::cell, values, [](const Value& value) { return *value.integer(); });
    else if (std::ranges::all_of(values, is_real))
      add_each(name, ArrayAxis::cell, values, [](const Value& value) { return value.number().value_or(not_a_number); });
    else
      add_each(name, ArrayAxis::cell, values, plain_text);
  }

  TrialShape shape_of_trials() const {
    return study_.quantities().shape(static_cast<std::size_t>(size(ArrayAxis::checkpoint)));
  }

  /// As many places of a cell as take some megabytes.
  Places places_from(std::int64_t first) const {
    constexpr std::int64_t most_numbers = std::int64_t{1} << 20;
    const auto each = static_cast<std::int64_t>(shape_of_trials().numbers());
    return {first, std::min(size(ArrayAxis::trial) - first, std::max<std::int64_t>(1, most_numbers / each)),
            shape_of_trials()};
  }

  /// Reads the study once and writes its trials to all arrays, many places at a time.
  void trials() {
    finished_ = add<std::uint8_t>("finished", {ArrayAxis::cell, ArrayAxis::trial});
    const QuantityList& known = study_.quantities();
    for (const std::string& name : known.names())
      quantities_.push_back(add<double>(name, {ArrayAxis::cell, ArrayAxis::trial}));
    for (const Quantity quantity : known.on_curve())
      curves_.push_back(add<double>(fmt::format("curve.{}", known.name(quantity)),
                                    {ArrayAxis::cell, ArrayAxis::checkpoint, ArrayAxis::trial}));

    std::vector<std::int64_t> planned, seen, infeasible, failed;
    std::vector<std::pair<std::int64_t, TrialResult>> failures;  // and their cells
    for (const CellLabel& cell : study_.cells()) {
      planned.push_back(study_.layout().trials(cell.cell));
      CellSummary counts;
      Places places = places_from(0);
      const auto put_before = [&](std::int64_t place) {
        for (; places.end() <= place && places.count > 0; places = places_from(places.end())) put(cell.cell, places);
      };
      study_.for_each_block(cell, [&](const BlockResult& block) {
        for (const TrialResult& trial : block.trials) {
          const std::int64_t place = study_.place_of(trial.trial);
          put_before(place);
          places.set(place, trial);
          if (!counts.count(trial)) failures.emplace_back(cell.cell, trial);
        }
      });
      put_before(size(ArrayAxis::trial));
      seen.push_back(counts.trials);
      infeasible.push_back(counts.infeasible);
      failed.push_back(counts.failed);
    }
    add("planned_trials", {ArrayAxis::cell}, planned);
    add("trials", {ArrayAxis::cell}, seen);
    add("infeasible_trials", {ArrayAxis::cell}, infeasible);
    add("failed_trials", {ArrayAxis::cell}, failed);
    sizes_[static_cast<std::size_t>(ArrayAxis::failure)] = std::ssize(failures);
    add_each("failure.cell", ArrayAxis::failure, failures, [](const auto& one) { return one.first; });
    add_each("failure.trial", ArrayAxis::failure, failures, [](const auto& one) { return one.second.trial; });
    add_each("failure.round", ArrayAxis::failure, failures, [](const auto& one) { return one.second.failure->round; });
    add_each("failure.message", ArrayAxis::failure, failures,
             [](const auto& one) { return one.second.failure->message; });
  }

  void put(std::int64_t cell, const Places& places) {
    const std::int64_t place = cell * size(ArrayAxis::trial) + places.first;
    file_.put(finished_, place, places.finished);
    for (std::size_t q = 0; q < quantities_.size(); ++q) file_.put(quantities_[q], place, places.quantities[q]);
    const std::int64_t points = size(ArrayAxis::checkpoint),
                       first = cell * points * size(ArrayAxis::trial) + places.first;
    for (std::size_t q = 0; q < curves_.size(); ++q) {
      const std::span<const double> all = places.curves[q];
      if (places.count == size(ArrayAxis::trial)) {
        file_.put(curves_[q], first, all);
        continue;
      }
      const auto count = static_cast<std::size_t>(places.count);
      for (std::int64_t k = 0; k < points; ++k)
        file_.put(curves_[q], first + k * size(ArrayAxis::trial),
                  all.subspan(static_cast<std::size_t>(k) * count, count));
    }
  }

  /// The numbers of the trials in the places of axis `trial`.
  void numbers() {
    const std::size_t array = add<std::int64_t>("trial", {ArrayAxis::trial});
    constexpr std::int64_t at_once = 1 << 16;
    for (const Results::Stretch& stretch : study_.saved_of_any())
      for (std::int64_t first = stretch.first, end = 0; first < stretch.end; first = end) {
        end = std::min(stretch.end, first + at_once);
        std::vector<std::int64_t> some(static_cast<std::size_t>(end - first));
        std::iota(some.begin(), some.end(), first);
        file_.put(array, stretch.place + first - stretch.first, some);
      }
  }

  /// Of every quantity, the numbers that the tables cells and curves have.
  void summaries() {
    const QuantityList& known = study_.quantities();
    const std::vector<std::string> names = known.names();
    std::vector<TrialValues> whole;                // numbers of a statistic x quantities x cells
    std::vector<std::vector<std::size_t>> curves;  // arrays: numbers of a statistic x quantities
    for (const auto& [number, member] : statistic_numbers) {
      whole.emplace_back(names.size(), std::vector<double>(study_.cells().size()));
      curves.emplace_back();
      for (const Quantity quantity : known.on_curve())
        curves.back().push_back(add<double>(fmt::format("curve.{}_{}", known.name(quantity), number),
                                            {ArrayAxis::cell, ArrayAxis::checkpoint}));
    }
    for (std::size_t cell = 0; cell < study_.cells().size(); ++cell) {
      const CellSummary& summary = study_.summary(study_.cells()[cell]);
      for (std::size_t n = 0; n < statistic_numbers.size(); ++n) {
        const auto member = statistic_numbers[n].second;
        for (std::size_t q = 0; q < names.size(); ++q) whole[n][q][cell] = summary.quantities[q].*member;
        for (std::size_t q = 0; q < curves[n].size(); ++q) {
          std::vector<double> row(shape_of_trials().checkpoints, not_a_number);
          for (std::size_t k = 0; k < summary.curve.size(); ++k) row[k] = summary.curve[k][q].*member;
          file_.put(curves[n][q], static_cast<std::int64_t>(cell) * size(ArrayAxis::checkpoint), row);
        }
      }
    }
    for (std::size_t n = 0; n < statistic_numbers.size(); ++n)
      for (std::size_t q = 0; q < names.size(); ++q)
        add(fmt::format("{}_{}", names[q], statistic_numbers[n].first), {ArrayAxis::cell}, whole[n][q]);
  }

  void about() {
    const StudyDigest digest = digest_of(study_);
    const auto add = [this](const std::string& name, const ordered_json& json) {
      file_.add(name, shape(name, {}), std::vector{json_text(json)});
    };
    add("study", {{"name", study_.study().name},
                  {"seed", fmt::format("{}", study_.study().seed)},
                  {"delta", fmt::format("{}", study_.study().delta)},
                  {"version", study_.value("regretta_version")},
                  {"shard", study_.shard().is_whole() ? "" : study_.shard().text()},
                  {"digest", digest.digest},
                  {"trials", digest.trials},
                  {"planned_trials", digest.planned}});
    axes_["axes"] = ordered_json::array();
    add("axes", ordered_json(axes_));
  }

  const Results& study_;
  NpzFile file_;
  std::array<std::int64_t, 4> sizes_{};  ///< by ArrayAxis
  ordered_json axes_ = ordered_json::object();
  std::size_t finished_ = 0;
  std::vector<std::size_t> quantities_, curves_;  ///< numbers of the arrays
};

}  // namespace

void write_npz(const Results& study, const std::string& path) { StudyArrays(study, path).write(); }

}  // namespace regretta
