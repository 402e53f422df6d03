#include "regretta/engine/evidence/regression/speed.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include <fmt/format.h>

#include "regretta/engine/evidence/statistics/holm.hpp"
#include "regretta/engine/evidence/statistics/rank_sum.hpp"
#include "regretta/engine/evidence/statistics/student.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/plugin/choice.hpp"
#include "regretta/engine/study/file/stored_json.hpp"

namespace regretta {
namespace {

/// Replaces NaN and inf by null: Google Benchmark writes them for aggregates without a value, but JSON has neither.
std::string strict_json(const std::string& text) {
  std::string strict;
  bool quoted = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '"' && (k == 0 || text[k - 1] != '\\')) quoted = !quoted;
    std::size_t length = 0;
    for (const std::string_view word : {"NaN", "-NaN", "Infinity", "-Infinity", "inf", "-inf", "nan", "-nan"})
      if (!quoted && text.compare(k, word.size(), word) == 0) length = std::max(length, word.size());
    strict += length > 0 ? "null" : std::string(1, text[k]);
    k += length > 0 ? length - 1 : 0;
  }
  return strict;
}

MeasuredTimes& benchmark(MeasuredSpeed& speed, const std::string& name) {
  const auto found = std::ranges::find(speed.benchmarks, name, &MeasuredTimes::name);
  if (found != speed.benchmarks.end()) return *found;
  speed.benchmarks.push_back({name, {}});
  return speed.benchmarks.back();
}

void add_run(const nlohmann::json& run, MeasuredSpeed& speed) {
  if (run.value("error_occurred", false))
    throw StudyFileError(
        speed.file, FileFault::unusable,
        fmt::format("{} failed: {}", run.value("name", "a benchmark"), run.value("error_message", "")));
  if (run.value("run_type", "iteration") != "iteration") return;
  const double time = run.contains("ns") ? run.at("ns").get<double>() : run.at("real_time").get<double>();
  const auto name =
      run.contains("run_name") ? run.at("run_name").get<std::string>() : run.at("name").get<std::string>();
  if (!(time > 0) || !std::isfinite(time))
    throw StudyFileError(speed.file, FileFault::unusable,
                         fmt::format("{} took {}, expected a time above 0", name, time));
  benchmark(speed, name).times.push_back(time);
}

const MeasuredTimes* find(const MeasuredSpeed& speed, const std::string& name) {
  const auto found = std::ranges::find(speed.benchmarks, name, &MeasuredTimes::name);
  return found == speed.benchmarks.end() ? nullptr : &*found;
}

void check_repetitions(const MeasuredSpeed& speed, const MeasuredTimes& measured) {
  if (measured.times.size() >= least_repetitions) return;
  throw std::invalid_argument(fmt::format(
      "{}: {} was measured {} times, expected {} or more: fewer repetitions cannot tell noise from a change",
      speed.file, measured.name, measured.times.size(), least_repetitions));
}

double relative_detectable(const MeasuredTimes& before, const MeasuredTimes& now, double level) {
  const auto n = static_cast<double>(before.times.size()), m = static_cast<double>(now.times.size());
  const double old_spread = std::pow(summarise(before.times).se, 2) * n * (n - 1);
  const double new_spread = std::pow(summarise(now.times).se, 2) * m * (m - 1);
  const double deviation = std::sqrt((old_spread + new_spread) / (n + m - 2));
  const double quantiles = student_two_sided(1 - 2 * level, n + m - 2) + student_two_sided(0.6, n + m - 2);
  return quantiles * deviation * std::sqrt(M_PI / 3 * (1 / n + 1 / m)) / quantile_of(before.times, 0.5);
}

std::vector<double> scaled(std::vector<double> values, double factor) {
  for (double& x : values) x *= factor;
  return values;
}

}  // namespace

MeasuredSpeed read_speed(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream)
    throw StudyFileError(file, FileFault::unusable, fmt::format("cannot be read ({})", std::strerror(errno)));
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  const auto json = stored_json(file, "JSON", strict_json(text), FileFault::unusable);
  MeasuredSpeed speed{.file = file, .host = "", .benchmarks = {}};
  try {
    speed.host = json.at("context").value("host_name", "");
    for (const auto& run : json.at("benchmarks")) add_run(run, speed);
  } catch (const nlohmann::json::exception&) {
    throw StudyFileError(file, FileFault::unusable,
                         "neither a study file, nor a baseline, nor what `regretta bench --format json` has written");
  }
  std::ranges::sort(speed.benchmarks, {}, &MeasuredTimes::name);  // repetitions are randomly interleaved
  return speed;
}

std::string_view verdict_text(SpeedVerdict verdict) {
  using enum SpeedVerdict;
  static constexpr Choice words =
      choice_of<SpeedVerdict>({{slower, "slower"}, {faster, "faster"}, {not_separated, "not separated"}});
  return words.word_of(verdict);
}

bool SpeedChanges::alarm() const {
  return std::ranges::any_of(lines, [](const SpeedLine& line) { return line.verdict == SpeedVerdict::slower; });
}

SpeedChanges compare_speed(const MeasuredSpeed& before, const MeasuredSpeed& now, const SpeedOptions& options) {
  SpeedChanges changes;
  changes.other_host = before.host != now.host;
  std::vector<double> slower, faster;
  std::vector<std::pair<const MeasuredTimes*, const MeasuredTimes*>> pairs;
  for (const MeasuredTimes& older : before.benchmarks) {
    const MeasuredTimes* newer = find(now, older.name);
    if (newer == nullptr) {
      changes.only_old.push_back(older.name);
      continue;
    }
    check_repetitions(before, older);
    check_repetitions(now, *newer);
    slower.push_back(rank_sum_test(scaled(older.times, 1 + options.margin), newer->times).p_greater);
    faster.push_back(rank_sum_test(scaled(older.times, 1 / (1 + options.margin)), newer->times).p_less);
    pairs.emplace_back(&older, newer);
  }
  for (const MeasuredTimes& newer : now.benchmarks)
    if (find(before, newer.name) == nullptr) changes.only_new.push_back(newer.name);
  if (pairs.empty())
    throw std::invalid_argument(
        fmt::format("{} and {} have no benchmark in common, expected some of the same name", before.file, now.file));
  const std::vector<double> adjusted_slower = holm_adjusted(slower), adjusted_faster = holm_adjusted(faster);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const auto& [older, newer] = pairs[k];
    SpeedLine line{.name = older->name,
                   .old_median = quantile_of(older->times, 0.5),
                   .new_median = quantile_of(newer->times, 0.5)};
    line.change = line.new_median / line.old_median - 1;
    line.least_detectable = relative_detectable(*older, *newer, options.alpha / static_cast<double>(pairs.size()));
    line.adjusted_slower = adjusted_slower[k];
    line.adjusted_faster = adjusted_faster[k];
    if (line.adjusted_slower <= options.alpha)
      line.verdict = SpeedVerdict::slower;
    else if (line.adjusted_faster <= options.alpha)
      line.verdict = SpeedVerdict::faster;
    changes.lines.push_back(line);
  }
  return changes;
}

}  // namespace regretta
