#pragma once
/// A small catalogue for tests of studies: two learners that cannot play, and two environments with constant means.

#include <string>
#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/study/plan/plan.hpp"
#include "regretta/engine/study/text/study.hpp"

namespace regretta::fakes {

enum class Basis { mean, instantaneous };
inline constexpr Choice bases = choice_of<Basis>({{Basis::mean, "mean"}, {Basis::instantaneous, "instantaneous"}});

struct CautiousParams {
  double confidence_scale = 1;
  double beta = 0.5;
  std::int64_t window = 10;
  bool exploration = true;
  Basis estimator = Basis::mean;
  NumberOrMeasured corruption;
  std::vector<double> weights;

  static void fields(auto& p, auto&& visit) {
    visit("confidence_scale", p.confidence_scale, Range{0, HUGE_VAL, true}, "multiplies the width",
          Role::confidence_scale);
    visit("beta", p.beta, Range{0, 1}, "exploration exponent");
    visit("window", p.window, Range{1, 1e6}, "rounds");
    visit("exploration", p.exploration, "explore first");
    visit("estimator", p.estimator, bases, "what is projected on");
    visit("corruption", p.corruption, Range{0, HUGE_VAL}, "C");
    visit("weights", p.weights, Range{0, 1}, "one per arm");
  }
};

enum class Schedule { none, front, late };
inline constexpr Choice schedules =
    choice_of<Schedule>({{Schedule::none, "none"}, {Schedule::front, "front"}, {Schedule::late, "late"}});
enum class NoiseKind { none, bernoulli, uniform };
inline constexpr Choice noise_kinds = choice_of<NoiseKind>(
    {{NoiseKind::none, "none"}, {NoiseKind::bernoulli, "bernoulli"}, {NoiseKind::uniform, "uniform"}});

struct SteadyParams {
  std::vector<double> losses{0.25, 0.75};
  std::vector<std::vector<double>> violations{{-0.5, 0.5}};
  Schedule corruption = Schedule::none;
  double budget = 0;
  NoiseKind noise = NoiseKind::none;
  double half_width = 0.1;

  static void fields(auto& p, auto&& visit) {
    visit("losses.means", p.losses, Range{0, 1}, "K numbers");
    visit("violations.means", p.violations, Range{-1, 1}, "m x K numbers");
    visit("corruption.kind", p.corruption, schedules, "schedule");
    visit("corruption.budget", p.budget, Range{0, 1e12}, "C");
    visit("noise", p.noise, noise_kinds, "noise model");
    visit("noise_half_width", p.half_width, Range{0, 1, true}, "of uniform noise");
  }
};

struct TapeParams {
  std::string file;
  std::int64_t hold = 1;

  static void fields(auto& p, auto&& visit) {
    visit("file", p.file, "where the means are");
    visit("hold", p.hold, Range{1, 1e6}, "rounds per row");
  }
};

/// One row of means for all rounds.
struct OneRow {
  std::vector<double> row;
  std::int64_t num_rows() const { return 1; }
  std::int64_t row_at(std::int64_t) const { return 0; }
  std::int64_t same_until(std::int64_t) const { return std::int64_t{1} << 60; }
  void read(std::int64_t, std::span<double> out) const { std::copy(row.begin(), row.end(), out.begin()); }
};

inline Adversary constant_means(std::vector<double> losses, std::vector<double> violations, std::int64_t horizon) {
  Adversary adversary;
  adversary.num_arms = static_cast<int>(losses.size());
  adversary.num_constraints = static_cast<int>(violations.size() / losses.size());
  adversary.horizon = horizon;
  adversary.losses = OneRow{std::move(losses)};
  adversary.violations = OneRow{std::move(violations)};
  return adversary;
}

inline Adversary build_steady(const Settings& settings, const EnvironmentContext& context) {
  SteadyParams params;
  read_parameters(settings, params);
  if (!context.horizon) throw InputError("horizon", "missing, expected a number of rounds");
  std::vector<double> violations;
  for (const auto& row : params.violations) {
    if (row.size() != params.losses.size())
      throw InputError("violations.means", "expected as many arms as losses.means");
    violations.insert(violations.end(), row.begin(), row.end());
  }
  return constant_means(params.losses, violations, *context.horizon);
}

inline Adversary build_tape(const Settings& settings, const EnvironmentContext&) {
  TapeParams params;
  read_parameters(settings, params);
  if (params.file.empty()) throw InputError("file", "missing, expected a trace");
  if (params.file == "huge.csv") throw std::bad_alloc();  // a file that does not fit into memory
  return constant_means({0.1, 0.2}, {-1, 1}, 100 * params.hold);
}

inline Catalogue catalogue() {
  Catalogue result;
  LearnerEntry cautious{.name = "cautious", .feedback = "full", .parameters = describe_parameters<CautiousParams>()};
  cautious.bind = [](const Settings& settings, const Problem& problem, bool) {
    CautiousParams params;
    read_parameters(settings, params);
    if (params.window >= problem.horizon) throw InputError("window", "longer than the horizon, expected a smaller one");
    return BoundLearner{};
  };
  LearnerEntry plain{.name = "plain", .feedback = "bandit"};
  plain.bind = [](const Settings&, const Problem&, bool) { return BoundLearner{}; };
  result.learners = {cautious, plain};
  result.environments = {{"steady", "", "", describe_parameters<SteadyParams>(), build_steady},
                         {"tape", "", "", describe_parameters<TapeParams>(), build_tape}};
  return result;
}

inline Plan plan_of(const std::string& text, const std::vector<std::string>& overrides = {}) {
  return make_plan(parse_study(text, "f.toml", "", overrides), catalogue());
}

/// The message of the StudyError that reading or planning `text` throws; "" if there is no error.
inline std::string error_of(const std::string& text, const std::vector<std::string>& overrides = {}) {
  try {
    plan_of(text, overrides);
  } catch (const StudyError& error) {
    return error.what();
  }
  return "";
}

}  // namespace regretta::fakes
