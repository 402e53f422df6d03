#include "regretta/engine/evidence/regression/speed.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include <fmt/format.h>

#include "regretta/engine/evidence/statistics/change.hpp"
#include "regretta/engine/evidence/statistics/distributions.hpp"
#include "regretta/engine/evidence/statistics/evidence.hpp"
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
  speed.times[name].push_back(time);
}

void check_repetitions(const MeasuredSpeed& speed, const std::string& name) {
  const std::size_t repetitions = speed.times.at(name).size();
  if (repetitions >= least_repetitions) return;
  throw std::invalid_argument(fmt::format(
      "{}: {} was measured {} times, expected {} or more: fewer repetitions cannot tell noise from a change",
      speed.file, name, repetitions, least_repetitions));
}

double relative_detectable(const std::vector<double>& before, const std::vector<double>& now, double level) {
  const auto n = static_cast<double>(before.size()), m = static_cast<double>(now.size());
  const double old_spread = std::pow(summarise(before).se, 2) * n * (n - 1);
  const double new_spread = std::pow(summarise(now).se, 2) * m * (m - 1);
  const double deviation = std::sqrt((old_spread + new_spread) / (n + m - 2));
  const double quantiles = student_two_sided(1 - 2 * level, n + m - 2) + student_two_sided(0.6, n + m - 2);
  return quantiles * deviation * std::sqrt(M_PI / 3 * (1 / n + 1 / m)) / quantile_of(before, 0.5);
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
  MeasuredSpeed speed{.file = file};
  try {
    speed.host = json.at("context").value("host_name", "");
    for (const auto& run : json.at("benchmarks")) add_run(run, speed);
  } catch (const nlohmann::json::exception&) {
    throw StudyFileError(file, FileFault::unusable,
                         "neither a results file, nor a baseline, nor what `regretta bench --format json` has written");
  }
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
  std::vector<double> slower, faster;  // p-values, one per line
  for (const auto& [name, older] : before.times) {
    const auto found = now.times.find(name);
    if (found == now.times.end()) {
      changes.only_old.push_back(name);
      continue;
    }
    const std::vector<double>& newer = found->second;
    check_repetitions(before, name);
    check_repetitions(now, name);
    slower.push_back(rank_sum_test(scaled(older, 1 + options.margin), newer).p_greater);
    faster.push_back(rank_sum_test(scaled(older, 1 / (1 + options.margin)), newer).p_less);
    changes.lines.push_back(
        {.name = name, .old_median = quantile_of(older, 0.5), .new_median = quantile_of(newer, 0.5)});
  }
  for (const auto& [name, newer] : now.times)
    if (!before.times.contains(name)) changes.only_new.push_back(name);
  if (changes.lines.empty())
    throw std::invalid_argument(
        fmt::format("{} and {} have no benchmark in common, expected some of the same name", before.file, now.file));
  const std::vector<double> adjusted_slower = holm_adjusted(slower), adjusted_faster = holm_adjusted(faster);
  const double first_level = options.alpha / static_cast<double>(changes.lines.size());
  for (std::size_t k = 0; k < changes.lines.size(); ++k) {
    SpeedLine& line = changes.lines[k];
    line.change = line.new_median / line.old_median - 1;
    line.least_detectable = relative_detectable(before.times.at(line.name), now.times.at(line.name), first_level);
    line.adjusted_slower = adjusted_slower[k];
    line.adjusted_faster = adjusted_faster[k];
    if (line.adjusted_slower <= options.alpha)
      line.verdict = SpeedVerdict::slower;
    else if (line.adjusted_faster <= options.alpha)
      line.verdict = SpeedVerdict::faster;
  }
  return changes;
}

}  // namespace regretta
