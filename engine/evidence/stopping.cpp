#include "regretta/engine/evidence/stopping.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <stdexcept>
#include <utility>

#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/statistics/distributions.hpp"
#include "regretta/engine/evidence/tables/facts.hpp"
#include "regretta/engine/study/file/learner_names.hpp"

namespace regretta {
namespace {

/// The trials that a stop rule looks at, read from a growing file.
class Samples {
 public:
  /// `study` must have a stop rule.
  explicit Samples(const Study& study);

  /// Whether the study has the first `trials` trials of all cells of the unit.
  bool has(const Results& study, const StopUnit& unit, std::int64_t trials);

  /// The sample of a question after `trials` trials.
  Sample sample(const StopQuestion& question, std::int64_t trials) const;

  /// Frees the memory of the unit's cells.
  void forget(const StopUnit& unit);

 private:
  /// Values and reaches of a cell, by metric.
  struct CellValues {
    std::vector<std::vector<double>> values{};  ///< values of the trials before the first gap
    std::vector<Interval> reaches{};
  };
  std::int64_t read(const Results& study, std::int64_t cell, std::int64_t trials);

  std::int64_t instances_;
  std::vector<Quantity> quantities_;  ///< quantities whose means estimate those of the metrics, by metric
  std::map<std::int64_t, CellValues> cells_;
};

/// Values of the first trials; with several instances, the means of the instances over these trials.
std::vector<double> first_values(const std::vector<double>& values, std::int64_t trials, std::int64_t instances) {
  std::vector<double> first(values.begin(), values.begin() + trials);
  return instances == 1 ? first : means_by_instance(first, instances);
}

Samples::Samples(const Study& study) : instances_(study.instances) {
  for (const std::string& metric : study.stop.value().metrics())
    quantities_.push_back(estimated_by(study.quantities.find(metric).value()));
}

bool Samples::has(const Results& study, const StopUnit& unit, std::int64_t trials) {
  return std::ranges::all_of(unit.cells, [&](std::int64_t cell) { return read(study, cell, trials) >= trials; });
}

Sample Samples::sample(const StopQuestion& question, std::int64_t trials) const {
  const CellValues& a = cells_.at(question.a);
  const std::size_t m = question.metric;
  Sample sample{
      .values = first_values(a.values[m], trials, instances_), .reach = a.reaches[m], .are_trials = instances_ == 1};
  sample.size = size_of_mean(moments_of(sample.values).mean, sample.reach);
  if (question.b < 0) return sample;
  const CellValues& b = cells_.at(question.b);
  const std::vector<double> baseline = first_values(b.values[m], trials, instances_);
  sample.size = std::max(sample.size, size_of_mean(moments_of(baseline).mean, b.reaches[m]));
  sample.values = differences_of(sample.values, baseline);
  sample.reach = reach_of_difference(a.reaches[m], b.reaches[m]);
  return sample;
}

void Samples::forget(const StopUnit& unit) {
  for (const std::int64_t cell : unit.cells) cells_.erase(cell);
}

/// Reads the cell's trials up to the first gap, unless `trials` of them are cached. Returns the number of cached
/// trials.
std::int64_t Samples::read(const Results& study, std::int64_t cell, std::int64_t trials) {
  CellValues& cached = cells_[cell];
  const CellLabel& label = study.cells()[static_cast<std::size_t>(cell)];
  cached.values.resize(quantities_.size());
  while (cached.reaches.size() < quantities_.size())
    cached.reaches.push_back(study.reach(label, quantities_[cached.reaches.size()]));
  const auto num_cached = std::ssize(cached.values.front());
  if (num_cached >= trials) return num_cached;
  const auto add = [&](const BlockResult& block) {
    for (const TrialResult& trial : block.trials)
      if (trial.trial == std::ssize(cached.values.front()))  // skips trials that are cached, and those behind a gap
        for (std::size_t m = 0; m < quantities_.size(); ++m)
          cached.values[m].push_back(trial.failure ? not_a_number : trial[quantities_[m]]);
  };
  study.for_each_block(label, add, num_cached - num_cached % pack_trials);
  return std::ssize(cached.values.front());
}

using Pairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

/// The cells of a setting, or a single cell: begin, ..., end - 1.
struct CellRange {
  std::int64_t begin, end;

  /// The first cell of the setting that is a baseline; `end` if there is none. is_baseline: by cell.
  std::int64_t first_baseline(const std::vector<bool>& is_baseline) const {
    return std::find(is_baseline.begin() + begin, is_baseline.begin() + end, true) - is_baseline.begin();
  }
};

/// The cells of each setting. numbers[cell]: number of the cell's setting; cells of a setting are consecutive.
std::vector<CellRange> settings_of(const std::vector<std::int64_t>& numbers) {
  std::vector<CellRange> settings;
  for (std::int64_t cell = 0; cell < std::ssize(numbers); ++cell) {
    const auto k = static_cast<std::size_t>(cell);
    if (k == 0 || numbers[k] != numbers[k - 1]) settings.push_back({cell, cell});
    ++settings.back().end;
  }
  return settings;
}

/// The pairs of cells of a setting that the rule compares; {cell, -1} if it compares none. is_baseline: by cell; used
/// if the rule names a baseline.
Pairs pairs_of(const StopRule& rule, const CellRange& setting, const std::vector<bool>& is_baseline) {
  using enum StopRule::Question;
  if (rule.question() == narrow) return {{setting.begin, -1}};
  Pairs pairs;
  const std::int64_t baseline = rule.question() == compare ? setting.first_baseline(is_baseline) : setting.end;
  for (std::int64_t a = setting.begin; a < setting.end; ++a)
    for (std::int64_t b = setting.begin; b < setting.end; ++b)
      if (rule.question() == rank ? b < a : b == baseline && a != b) pairs.emplace_back(a, b);
  return pairs;
}

/// The units of a rule. settings[cell]: number of the cell's setting. `layout` tells which cells have the content, and
/// hence the answers, of earlier cells. `most`: maximum number of trials of a cell.
StopUnits units_of(const StopRule& rule, const std::vector<LearnerLabel>& cells,
                   const std::vector<std::int64_t>& settings, const Layout& layout, std::int64_t most) {
  using enum StopRule::Question;
  StopUnits result;
  const std::size_t metrics = rule.metrics().size();
  std::vector<bool> is_baseline;
  if (rule.question() == compare) is_baseline = cells_with(cells, rule.baseline());
  std::vector<CellRange> groups;
  if (rule.is_of_settings()) groups = settings_of(settings);
  for (std::int64_t cell = 0; cell < std::ssize(cells) && !rule.is_of_settings(); ++cell)
    groups.push_back({cell, cell + 1});
  std::size_t questions = 0;
  for (const CellRange& group : groups) {
    StopUnit& unit = result.units.emplace_back();
    for (std::int64_t cell = group.begin; cell < group.end; ++cell) unit.cells.push_back(cell);
    for (const auto& [a, b] : pairs_of(rule, group, is_baseline))
      for (std::size_t metric = 0; metric < metrics; ++metric) unit.questions.push_back({a, b, metric});
    if (layout.first_equal(group.begin) == group.begin) questions += unit.questions.size();
  }
  const std::size_t claims = rule.is_of_settings() ? questions : 1;  // without settings, alpha holds for each cell
  result.family = {.alpha = rule.alpha, .lines = static_cast<double>(rule.looks(most).size() * claims)};
  return result;
}

double half_width(const Interval& interval) { return (interval.high - interval.low) / 2; }

StopReason reason_of(const StopRule& rule, const Sample& sample, const Evidence& evidence) {
  using enum StopReason;
  const Interval& interval = evidence.interval;
  if (!rule.is_of_settings()) return half_width(interval) <= rule.share() * sample.size ? narrow : not_yet;
  if (evidence.is_shown) return evidence.mean < 0 ? below : above;
  const double tie_within = StopRule::tie * sample.size;
  return interval.low >= -tie_within && interval.high <= tie_within ? tie : not_yet;
}

/// The factor by which the number of trials must grow until `width`, the half-width of an interval, has shrunk to
/// `target`. `student` is the half-width of Student's t interval, which shrinks with the square root of the number of
/// trials. The rest of `width` corrects for skewness, and shrinks with the number of trials.
double times_until(double target, double width, double student) {
  if (!(target > 0) || !std::isfinite(width)) return infinity;
  const double rest = std::max(0.0, width - student) / target, root = student / target;
  const double times = (root + std::sqrt(root * root + 4 * rest)) / 2;
  return times * times;
}

double needed_trials(const StopRule& rule, const Sample& sample, const Look& look, double student) {
  const double low = look.mean - look.interval.low, high = look.interval.high - look.mean, size = std::abs(look.mean);
  const double times = rule.is_of_settings()
                           ? std::min(times_until(size, look.mean < 0 ? high : low, student),
                                      times_until(StopRule::tie * sample.size - size, std::max(low, high), student))
                           : times_until(rule.share() * sample.size, half_width(look.interval), student);
  return sample.are_trials ? times * static_cast<double>(sample.values.size()) : infinity;
}

}  // namespace

StopUnits stop_units(const Plan& plan) {
  if (!plan.study.stop) return {};
  std::vector<std::int64_t> settings;
  for (const Cell& cell : plan.cells) settings.push_back(cell.setting);
  try {
    return units_of(*plan.study.stop, learner_labels(plan), settings, layout_of(plan), plan.study.trials);
  } catch (const std::invalid_argument& error) {
    throw StudyError::at(*plan.study.written.find("until"), plan.study.file, "study.until", error.what());
  }
}

StopUnits stop_units(const Results& study) {
  const StopRule& rule = study.study().stop.value();
  std::vector<std::int64_t> settings;
  for (const CellLabel& cell : study.cells()) settings.push_back(cell.setting);
  return units_of(rule, learner_labels(study), settings, study.layout(), study.trials());
}

Look look_at(const StopRule& rule, const Sample& sample, const Family& family) {
  Look look;
  const Evidence evidence = evidence_of(
      rule.is_of_settings() ? moments_of_differences(sample.values) : moments_of(sample.values), sample.reach, family);
  look.mean = evidence.mean;
  if (evidence.values == 0) look.reason = StopReason::no_values;
  if (evidence.values < 2) return look;
  look.interval = evidence.interval;
  look.reason = reason_of(rule, sample, evidence);
  const double student = student_beyond(family.per_line() / 2, static_cast<double>(evidence.values - 1)) * evidence.se;
  look.needed = look.reason == StopReason::not_yet ? needed_trials(rule, sample, look, student) : 0;
  return look;
}

namespace {

/// A unit and its progress from look to look.
struct UnitProgress {
  StopUnit unit;
  std::size_t next_look = 0;
  std::size_t open_question = 0;  ///< index of a question that was not answered at the last look
  bool is_decided = false;        ///< whether the rule has stopped the unit, or no looks are left
  bool is_saved = false;          ///< whether the decision is stored in the file
  std::int64_t trials = 0;        ///< number of trials at the decision, or at the next look
  double needed = 0;              ///< estimated number of trials at the decision
};

/// Applies the rule of a study to its units, look by look.
class LookTaker {
 public:
  LookTaker(const Plan& plan, const StudyWriter& file)
      : plan_(plan),
        planned_(layout_of(plan)),
        looks_(plan.study.stop->looks(plan.study.trials)),
        samples_(plan.study) {
    StopUnits rule_units = stop_units(plan);
    family_ = rule_units.family;
    for (StopUnit& unit : rule_units.units)
      if (file.shard().owns(planned_.at(unit.cells.front()), 0)) units_.push_back({.unit = std::move(unit)});
  }

  /// Takes every look whose trials are complete, and returns the trials that the next looks need.
  Layout next(StudyWriter& file, RunProgress& progress) {
    const Results study(file.reader());
    std::vector<std::int64_t> trials(plan_.cells.size());
    progress.to_decide = std::ssize(units_);
    progress.decided = 0;
    double trials_planned = 0, rounds_later = 0;
    std::vector<std::pair<std::int64_t, std::int64_t>> stops;  // cell, trials
    for (UnitProgress& state : units_) {
      while (!state.is_decided && take_look(study, state)) {  // takes all looks whose trials are saved
      }
      if (state.is_decided && !state.is_saved) {
        for (const std::int64_t cell : state.unit.cells) stops.emplace_back(cell, state.trials);
        state.is_saved = true;
        samples_.forget(state.unit);
      }
      progress.decided += state.is_decided;
      const double expected = state.is_decided ? static_cast<double>(state.trials)
                                               : std::clamp(state.needed, static_cast<double>(state.trials),
                                                            static_cast<double>(looks_.back()));
      for (const std::int64_t cell : state.unit.cells) {
        trials[static_cast<std::size_t>(cell)] = state.trials;
        if (planned_.first_equal(cell) != cell) continue;  // it shares the trials of an earlier cell
        trials_planned += expected;
        rounds_later += (expected - static_cast<double>(state.trials)) *
                        static_cast<double>(plan_.cells[static_cast<std::size_t>(cell)].problem().horizon);
      }
    }
    file.stop(stops);
    progress.trials_planned = static_cast<std::int64_t>(trials_planned);
    progress.rounds_later = rounds_later;
    return planned_.cut_to(trials);
  }

 private:
  /// Takes the next look of a unit. Returns false if trials are missing.
  bool take_look(const Results& study, UnitProgress& state) {
    state.trials = looks_[state.next_look];
    if (!samples_.has(study, state.unit, state.trials)) return false;
    state.is_decided = is_answered(state) || ++state.next_look == looks_.size();
    return true;
  }

  /// Whether all questions of the unit are answered. Begins with the question that was open at the last look.
  bool is_answered(UnitProgress& state) const {
    for (std::size_t k = 0; k < state.unit.questions.size(); ++k) {
      const std::size_t question = (state.open_question + k) % state.unit.questions.size();
      const Look look =
          look_at(*plan_.study.stop, samples_.sample(state.unit.questions[question], state.trials), family_);
      if (look.reason != StopReason::not_yet) continue;
      state.open_question = question;
      state.needed = look.needed;
      return false;
    }
    return true;
  }

  const Plan& plan_;
  Layout planned_;
  std::vector<std::int64_t> looks_;
  Samples samples_;
  Family family_;
  std::vector<UnitProgress> units_;
};

CellSource cells_of(const Plan& plan) {
  return [&plan](const CellLabel& label) { return plan.cells[static_cast<std::size_t>(label.cell)]; };
}

}  // namespace

RunPolicy::NextTrials looks_of(const Plan& plan, StudyWriter& file) {
  return [taker = std::make_shared<LookTaker>(plan, file)](StudyWriter& growing, RunProgress& progress) {
    return taker->next(growing, progress);
  };
}

void visit_last_looks(
    const Results& study,
    const std::function<void(const StopUnit& unit, std::int64_t trials, const std::vector<Look>& looks)>& visit) {
  const StopRule& rule = study.study().stop.value();
  const StopUnits rule_units = stop_units(study);
  Samples samples(study.study());
  for (const StopUnit& unit : rule_units.units) {
    std::int64_t last = 0;
    for (const std::int64_t trials : rule.looks(study.trials()))
      if (samples.has(study, unit, trials)) last = trials;
    std::vector<Look> looks(unit.questions.size());
    for (std::size_t k = 0; k < looks.size() && last > 0; ++k)
      looks[k] = look_at(rule, samples.sample(unit.questions[k], last), rule_units.family);
    visit(unit, last, looks);
    samples.forget(unit);
  }
}

RunPolicy usual_policy() {
  return {.stopping =
              [](const Plan& plan, StudyWriter& file) {
                store_plugin_facts(file.reader(), file.database(), cells_of(plan));
                return looks_of(plan, file);
              },
          .store_facts =
              [](const Plan& plan, const StudyWriter& file, const std::atomic<bool>& stop) {
                return store_all_facts(file.reader(), file.database(), cells_of(plan), &stop);
              }};
}

}  // namespace regretta
