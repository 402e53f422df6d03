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

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

enum class Axis { cell, checkpoint, trial, failure };
constexpr std::array<const char*, 4> axis_names = {"cell", "checkpoint", "trial", "failure"};

struct FailedTrial {
  std::int64_t cell, trial;
  Failure failure;
};

/// The JSON as text; invalid UTF-8 is replaced.
std::string json_text(const ordered_json& json) {
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

/// The archive with the sizes and names of its axes.
class StudyArrays {
 public:
  StudyArrays(const Results& study, const std::string& path) : study_(study), file_(path) {
    const std::vector<CellLabel>& cells = study.cells();
    auto& [cell, checkpoint, trial, failure] = sizes_;
    cell = std::ssize(cells);
    for (const CellLabel& label : cells) {
      checkpoint = std::max(checkpoint, std::ssize(label.checkpoints));
      trial = std::max(trial, study.layout().trials(label.cell));
    }
  }

  void write() {
    labels();
    for (std::size_t k = 0; k < study_.swept().size(); ++k) swept(k);
    trials();
    failures();
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

  std::size_t add_reals(const std::string& name, const std::vector<Axis>& axes) {
    return file_.add_reals(name, shape(name, axes));
  }
  void integers(const std::string& name, const std::vector<Axis>& axes, const std::vector<std::int64_t>& values) {
    file_.append(file_.add_integers(name, shape(name, axes)), values);
  }
  void texts(const std::string& name, const std::vector<Axis>& axes, const std::vector<std::string>& values) {
    file_.add_texts(name, shape(name, axes), values);
  }

  /// An array of one value per item, value_of(item): a boolean as std::uint8_t, a number or a text.
  template <class Item, class ValueOf>
  void add_each(const std::string& name, Axis axis, const std::vector<Item>& items, ValueOf value_of) {
    using Value = std::decay_t<std::invoke_result_t<ValueOf, const Item&>>;
    std::vector<Value> values;
    for (const Item& item : items) values.push_back(std::invoke(value_of, item));
    if constexpr (std::is_same_v<Value, std::string>)
      texts(name, {axis}, values);
    else if constexpr (std::is_same_v<Value, std::int64_t>)
      integers(name, {axis}, values);
    else if constexpr (std::is_same_v<Value, double>)
      file_.append(add_reals(name, {axis}), values);
    else
      file_.append(file_.add_flags(name, shape(name, {axis})), values);
  }
  template <class Member>
  void by_cell(const std::string& name, Member CellLabel::*member) {
    add_each(name, Axis::cell, study_.cells(), member);
  }

  void labels() {
    by_cell("cell", &CellLabel::cell);
    by_cell("learner", &CellLabel::learner);
    by_cell("learner_name", &CellLabel::learner_name);
    by_cell("environment", &CellLabel::environment);
    by_cell("horizon", &CellLabel::horizon);
    by_cell("arms", &CellLabel::arms);
    by_cell("constraints", &CellLabel::constraints);
    std::vector<std::int64_t> rounds;
    for (const CellLabel& cell : study_.cells()) {
      rounds.insert(rounds.end(), cell.checkpoints.begin(), cell.checkpoints.end());
      rounds.resize(rounds.size() + static_cast<std::size_t>(size(Axis::checkpoint) - std::ssize(cell.checkpoints)));
    }
    integers("checkpoint", {Axis::cell, Axis::checkpoint}, rounds);
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
      add_each(name, Axis::cell, values, [](const Value& value) { return value.number().value_or(no_value); });
    else
      add_each(name, Axis::cell, values, plain_text);
  }

  /// Whether a double represents the value exactly.
  static bool is_real(const Value& value) {
    constexpr std::int64_t exact = std::int64_t{1} << 53;
    if (const auto* n = value.integer()) return *n >= -exact && *n <= exact;
    return !value.has_value() || value.number();
  }

  /// Reads the study once and writes its trials to all arrays, block by block.
  void trials() {
    finished_ = file_.add_flags("finished", shape("finished", {Axis::cell, Axis::trial}));
    const QuantityList& known = study_.quantities();
    for (const std::string& name : known.names()) quantities_.push_back(add_reals(name, {Axis::cell, Axis::trial}));
    for (const Quantity quantity : known.on_curve())
      curves_.push_back(
          add_reals(fmt::format("curve.{}", known.name(quantity)), {Axis::cell, Axis::checkpoint, Axis::trial}));

    std::vector<std::int64_t> planned, seen, infeasible, failed;
    for (const CellLabel& cell : study_.cells()) {
      planned.push_back(study_.layout().trials(cell.cell));
      for (auto* counts : {&seen, &infeasible, &failed}) counts->push_back(0);
      std::int64_t next = 0;
      study_.for_each_block(cell, [&](const BlockResult& block) {
        put_nothing(cell.cell, next, block.range.first);
        put(cell.cell, block.range.first, block.trials);
        next = block.range.first + block.range.count;
        for (const TrialResult& trial : block.trials) {
          ++seen.back();
          if (trial.failure) {
            ++failed.back();
            failures_.push_back({cell.cell, trial.trial, *trial.failure});
          } else {
            infeasible.back() += std::isnan(trial[Quantity::opt]);
          }
        }
      });
      put_nothing(cell.cell, next, size(Axis::trial));
    }
    integers("planned_trials", {Axis::cell}, planned);
    integers("trials", {Axis::cell}, seen);
    integers("infeasible_trials", {Axis::cell}, infeasible);
    integers("failed_trials", {Axis::cell}, failed);
  }

  /// Fills the places of trials first..end - 1, which are not in the file.
  void put_nothing(std::int64_t cell, std::int64_t first, std::int64_t end) {
    constexpr std::int64_t at_once = 4096;
    for (; first < end; first += at_once)
      put(cell, first,
          std::vector<TrialResult>(static_cast<std::size_t>(std::min(at_once, end - first)),
                                   TrialResult(study_.quantities().shape(0))),
          0);
  }

  /// Writes consecutive trials from `first` on. Values that a trial lacks are NaN.
  void put(std::int64_t cell, std::int64_t first, const std::vector<TrialResult>& trials, std::uint8_t is_there = 1) {
    file_.append(finished_, std::vector<std::uint8_t>(trials.size(), is_there));
    std::vector<double> values(trials.size());
    for (std::size_t q = 0; q < quantities_.size(); ++q) {
      std::ranges::transform(trials, values.begin(), [q](const TrialResult& trial) { return trial.quantities[q]; });
      file_.append(quantities_[q], values);
    }
    for (std::int64_t k = 0; k < size(Axis::checkpoint); ++k)
      for (std::size_t q = 0; q < curves_.size(); ++q) {
        std::ranges::transform(trials, values.begin(), [k, q](const TrialResult& trial) {
          return k < std::ssize(trial.curve) ? trial.curve[static_cast<std::size_t>(k)][q] : no_value;
        });
        file_.put(curves_[q], (cell * size(Axis::checkpoint) + k) * size(Axis::trial) + first, values);
      }
  }

  void failures() {
    sizes_[static_cast<std::size_t>(Axis::failure)] = std::ssize(failures_);
    add_each("failure.cell", Axis::failure, failures_, &FailedTrial::cell);
    add_each("failure.trial", Axis::failure, failures_, &FailedTrial::trial);
    add_each("failure.round", Axis::failure, failures_, [](const FailedTrial& one) { return one.failure.round; });
    add_each("failure.message", Axis::failure, failures_, [](const FailedTrial& one) { return one.failure.message; });
  }

  void about() {
    const StudyDigest digest = digest_of(study_);
    texts("study", {},
          {json_text({{"name", study_.study().name},
                      {"seed", fmt::format("{}", study_.study().seed)},
                      {"delta", fmt::format("{}", study_.study().delta)},
                      {"version", study_.value("regretta_version")},
                      {"shard", study_.shard().is_whole() ? "" : study_.shard().text()},
                      {"digest", digest.digest},
                      {"trials", digest.trials},
                      {"planned_trials", digest.planned}})});
    const NpzFile::Shape one = shape("axes", {});
    file_.add_texts("axes", one, std::vector<std::string>{json_text(axes_)});
  }

  const Results& study_;
  NpzFile file_;
  std::array<std::int64_t, 4> sizes_{};  ///< by Axis
  ordered_json axes_ = ordered_json::object();
  std::size_t finished_ = 0;
  std::vector<std::size_t> quantities_, curves_;  ///< numbers of the arrays
  std::vector<FailedTrial> failures_;
};

}  // namespace

void write_npz(const Results& study, const std::string& path) { StudyArrays(study, path).write(); }

}  // namespace regretta
