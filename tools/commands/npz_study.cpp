#include "regretta/tools/commands/npz_study.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/engine/study/care/digest.hpp"
#include "regretta/tools/commands/npz_file.hpp"
#include "regretta/tools/text/field_text.hpp"

namespace regretta {
namespace {

using nlohmann::ordered_json;

enum class Axis { cell, checkpoint, trial, failure };
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

/// The archive with the sizes and names of its axes.
class StudyArrays {
 public:
  StudyArrays(const Results& study, const std::string& path) : study_(study), file_(path) {
    auto& [cell, checkpoint, trial, failure] = sizes_;
    cell = std::ssize(study.cells());
    for (const CellLabel& label : study.cells()) {
      checkpoint = std::max(checkpoint, std::ssize(label.checkpoints));
      trial = std::max(trial, study.layout().trials(label.cell));
    }
  }

  void write() {
    labels();
    for (std::size_t k = 0; k < study_.swept().size(); ++k) swept(k);
    trials();
    about();
    file_.finish();
  }

 private:
  std::int64_t size(Axis axis) const { return sizes_[static_cast<std::size_t>(axis)]; }

  NpzFile::Shape shape(const std::string& name, const std::vector<Axis>& axes) {
    NpzFile::Shape sizes;
    axes_[name] = ordered_json::array();
    for (const Axis axis : axes) {
      sizes.push_back(size(axis));
      axes_[name].push_back(axis_names[static_cast<std::size_t>(axis)]);
    }
    return sizes;
  }
  template <class Number>
  std::size_t add(const std::string& name, const std::vector<Axis>& axes) {
    return file_.add<Number>(name, shape(name, axes));
  }
  /// An array of one value per item, value_of(item): a boolean as std::uint8_t, a number or a text.
  template <class Items, class ValueOf>
  void add_each(const std::string& name, Axis axis, const Items& items, ValueOf value_of) {
    std::vector<std::decay_t<std::invoke_result_t<ValueOf, decltype(*items.begin())>>> values;
    for (const auto& item : items) values.push_back(std::invoke(value_of, item));
    file_.add(name, shape(name, {axis}), values);
  }

  void labels() {
    const auto add = [this](const char* name, auto CellLabel::*member) {
      add_each(name, Axis::cell, study_.cells(), member);
    };
    add("cell", &CellLabel::cell);
    add("learner", &CellLabel::learner);
    add("learner_name", &CellLabel::learner_name);
    add("environment", &CellLabel::environment);
    add("horizon", &CellLabel::horizon);
    add("arms", &CellLabel::arms);
    add("constraints", &CellLabel::constraints);
    const std::size_t rounds = this->add<std::int64_t>("checkpoint", {Axis::cell, Axis::checkpoint});
    for (const CellLabel& cell : study_.cells())
      file_.put(rounds, cell.cell * size(Axis::checkpoint), cell.checkpoints);
  }

  void swept(std::size_t parameter) {
    const std::string& name = study_.swept()[parameter];
    std::vector<Value> values;
    for (const CellLabel& cell : study_.cells()) values.push_back(cell.swept[parameter]);
    if (std::ranges::all_of(values, &Value::flag))
      add_each(name, Axis::cell, values, [](const Value& value) -> std::uint8_t { return *value.flag(); });
    else if (std::ranges::all_of(values, &Value::integer))
      add_each(name, Axis::cell, values, [](const Value& value) { return *value.integer(); });
    else if (std::ranges::all_of(values, is_real))
      add_each(name, Axis::cell, values, [](const Value& value) { return value.number().value_or(not_a_number); });
    else
      add_each(name, Axis::cell, values, plain_text);
  }

  /// Reads the study once and writes its trials to all arrays, block by block.
  void trials() {
    finished_ = add<std::uint8_t>("finished", {Axis::cell, Axis::trial});
    const QuantityList& known = study_.quantities();
    for (const std::string& name : known.names()) quantities_.push_back(add<double>(name, {Axis::cell, Axis::trial}));
    for (const Quantity quantity : known.on_curve())
      curves_.push_back(
          add<double>(fmt::format("curve.{}", known.name(quantity)), {Axis::cell, Axis::checkpoint, Axis::trial}));

    std::vector<std::int64_t> planned, seen, infeasible, failed;
    std::vector<std::pair<std::int64_t, TrialResult>> failures;  // and their cells
    for (const CellLabel& cell : study_.cells()) {
      planned.push_back(study_.layout().trials(cell.cell));
      for (auto* counts : {&seen, &infeasible, &failed}) counts->push_back(0);
      std::int64_t next = 0;
      study_.for_each_block(cell, [&](const BlockResult& block) {
        put_nothing(cell.cell, next, block.range.first);
        put(cell.cell, block.range.first, block.trials, 1);
        next = block.range.first + block.range.count;
        for (const TrialResult& trial : block.trials) {
          ++seen.back();
          failed.back() += trial.failure.has_value();
          infeasible.back() += !trial.failure && std::isnan(trial[Quantity::opt]);
          if (trial.failure) failures.emplace_back(cell.cell, trial);
        }
      });
      put_nothing(cell.cell, next, size(Axis::trial));
    }
    file_.add("planned_trials", shape("planned_trials", {Axis::cell}), planned);
    file_.add("trials", shape("trials", {Axis::cell}), seen);
    file_.add("infeasible_trials", shape("infeasible_trials", {Axis::cell}), infeasible);
    file_.add("failed_trials", shape("failed_trials", {Axis::cell}), failed);
    sizes_[static_cast<std::size_t>(Axis::failure)] = std::ssize(failures);
    add_each("failure.cell", Axis::failure, failures, [](const auto& one) { return one.first; });
    add_each("failure.trial", Axis::failure, failures, [](const auto& one) { return one.second.trial; });
    add_each("failure.round", Axis::failure, failures, [](const auto& one) { return one.second.failure->round; });
    add_each("failure.message", Axis::failure, failures, [](const auto& one) { return one.second.failure->message; });
  }

  /// Fills the places of trials first..end - 1, which are not in the file.
  void put_nothing(std::int64_t cell, std::int64_t first, std::int64_t end) {
    constexpr std::int64_t at_once = 4096;
    const TrialResult nothing(study_.quantities().shape(0));
    for (; first < end; first += at_once)
      put(cell, first, std::vector(static_cast<std::size_t>(std::min(at_once, end - first)), nothing), 0);
  }

  /// Writes consecutive trials from `first` on. Values that a trial lacks are NaN.
  void put(std::int64_t cell, std::int64_t first, const std::vector<TrialResult>& trials, std::uint8_t is_there) {
    const auto values_of = [&](auto value_of) {
      std::vector<double> values;
      for (const TrialResult& trial : trials) values.push_back(value_of(trial));
      return values;
    };
    const std::int64_t place = cell * size(Axis::trial) + first;
    file_.put(finished_, place, std::vector<std::uint8_t>(trials.size(), is_there));
    for (std::size_t q = 0; q < quantities_.size(); ++q)
      file_.put(quantities_[q], place, values_of([q](const TrialResult& trial) { return trial.quantities[q]; }));
    for (std::int64_t k = 0; k < size(Axis::checkpoint); ++k)
      for (std::size_t q = 0; q < curves_.size(); ++q)
        file_.put(curves_[q], (cell * size(Axis::checkpoint) + k) * size(Axis::trial) + first,
                  values_of([k, q](const TrialResult& trial) {
                    return k < std::ssize(trial.curve) ? trial.curve[static_cast<std::size_t>(k)][q] : not_a_number;
                  }));
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
  std::array<std::int64_t, 4> sizes_{};  ///< by Axis
  ordered_json axes_ = ordered_json::object();
  std::size_t finished_ = 0;
  std::vector<std::size_t> quantities_, curves_;  ///< numbers of the arrays
};

}  // namespace

void write_npz(const Results& study, const std::string& path) { StudyArrays(study, path).write(); }

}  // namespace regretta
