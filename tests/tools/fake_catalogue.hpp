#pragma once
/// A catalogue of fake plugins whose trials take almost no time. The results of a trial are hashes that depend, as with
/// real learners, only on its number, the seed, the horizon and the settings.

#include <err.h>
#include <pthread.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"

namespace regretta::fakes {

struct DiceParams {
  double scale = 1;
  std::int64_t fails = -1;
  std::int64_t throws = -1;
  std::int64_t pause = 0;
  std::string word = "plain";  // other words make a trial misbehave, or change a bound

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("scale", p.scale, Range{0, HUGE_VAL}, "multiplies what is reported");
    visit("fails", p.fails, Range{-1, 1e9}, "this trial reports a failure in round 13");
    visit("throws", p.throws, Range{-1, 1e9}, "this trial throws");
    visit("pause", p.pause, Range{0, 1e9}, "microseconds per trial");
    visit("word", p.word, "any text");
  }
};

struct FlatParams {
  bool feasible = true;
  double gap = 0.5;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("feasible", p.feasible, "whether any arm keeps the constraint");
    visit("gap", p.gap, Range{0, 1}, "violation of the second arm");
  }
};

/// A pseudo-random number in [0, 1) that depends on a and b.
inline double scrambled(std::uint64_t a, std::uint64_t b) {
  std::uint64_t z = a * 0x9E3779B97F4A7C15U + b * 0xD1B54A32D192ED03U + 0x632BE59BD9B4E019U;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9U;
  z = (z ^ z >> 27) * 0x94D049BB133111EBU;
  return static_cast<double>((z ^ z >> 31) >> 11) * 0x1p-53;
}

inline TrialResult throw_dice(const CellWork& work, const DiceParams& params, std::int64_t trial) {
  if (trial == params.throws) throw std::runtime_error("the dice fell off the table, \"again\"");
  TrialResult result;
  result.trial = trial;
  if (trial == params.fails) {
    result.failure = Failure{13, "strategy left the simplex (sum 1.5), expected 1"};
    return result;
  }
  const auto number = static_cast<std::uint64_t>(trial) + work.seed * 1000003;
  const double size = std::sqrt(static_cast<double>(work.problem.horizon)) * params.scale;
  for (std::size_t q = 0; q < num_quantities; ++q) result.quantities[q] = size * (scrambled(number, q) - 0.3);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const CellFacts& facts = *work.facts;
  result[Quantity::opt] =
      facts.optimum.feasible ? facts.optimum.value * static_cast<double>(work.problem.horizon) : nan;
  if (!facts.optimum.feasible) result[Quantity::regret] = result[Quantity::expected_regret] = nan;
  result[Quantity::corruption] = facts.corruption;
  result[Quantity::rho] = facts.rho;
  result[Quantity::rho_pure] = facts.rho_pure;
  result[quantity_named("empty_rounds")] = trial % 2 == 0 ? -0.0 : 0.0;
  result[quantity_named("injected_corruption")] = result[quantity_named("perceived_corruption")] = nan;
  for (std::size_t k = 0; k < work.checkpoints.size(); ++k) {
    CurvePoint point;
    for (std::size_t q = 0; q < num_curve_quantities; ++q)
      point[q] = k + 1 == work.checkpoints.size() ? result.quantities[q] : size * scrambled(number, 100 + 7 * k + q);
    result.curve.push_back(point);
  }
  return result;
}

/// Overflows the stack. The compiler cannot know that the recursion never ends.
inline int overflow_stack(volatile int* depth) {
  volatile char frame[4096] = {};
  *depth = *depth + 1;
  return *depth < 0 ? frame[0] : frame[*depth % 7] + overflow_stack(depth);
}

/// A static object of a plugin. Its destructor prints a line, because other threads may still use the object when
/// exit() destroys it.
struct InUse {
  ~InUse() {
    constexpr std::string_view text = "destroyed while it is in use\n";
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
  }
};

/// Ends the program in one of the ways that leave no core file.
inline void end_program(const std::string& how) {
  static const InUse object;
  if (how == "exits") std::exit(0);
  if (how == "exits elsewhere") std::thread([] { std::exit(0); }).join();
  if (how == "quick-exits") std::quick_exit(0);
  if (how == "_exits") ::_exit(0);
  if (how == "_Exits") std::_Exit(0);
  if (how == "errs") ::errx(0, "no data");
  if (how == "leaves") ::pthread_exit(nullptr);
  if (how == "terminates") [&]() noexcept { return how.at(100); }();
}

/// Does what plugins should not do: ends the program, throws control characters, or crashes.
inline void misbehave(const std::string& how) {
  if (how != "plain") end_program(how);
  if (how == "shouts") throw std::runtime_error("\x1b]0;title\x07 \x1b[2Jgone\nregretta: all is well");
  if (how == "aborts") std::abort();
  if (how == "crashes") *reinterpret_cast<volatile int*>(std::strtoull("64", nullptr, 10)) = 1;
  volatile int depth = 0;
  if (how == "overflows" && overflow_stack(&depth) == 1) std::abort();
}

inline std::vector<TrialResult> run_dice(const CellWork& work, const DiceParams& params, std::int64_t first, int count,
                                         const RunControl& control) {
  // The file that tests read to count repeated work: it gets a byte for each trial that begins outside of `replay`.
  static const char* const begun = std::getenv("REGRETTA_TEST_BEGUN");
  std::vector<TrialResult> trials;
  for (std::int64_t trial = first; trial < first + count; ++trial) {
    if (begun != nullptr && control.watcher == nullptr) std::ofstream(begun, std::ios::app) << '.';
    if (params.pause > 0) std::this_thread::sleep_for(std::chrono::microseconds(params.pause));
    if (control.stop != nullptr && control.stop->load()) throw Interrupted();
    if (trial == 9) misbehave(params.word);
    if (trial == 9 && params.scale == 0.1 && std::getenv("REGRETTA_TEST_BROKEN") != nullptr)
      throw std::runtime_error("a mistake that will be corrected");
    trials.push_back(throw_dice(work, params, trial));
    if (params.word == "crooked" && count == 1) trials.back()[Quantity::regret] += 1;  // differs when played alone
    if (control.rounds != nullptr) *control.rounds += work.problem.horizon;
  }
  return trials;
}

struct MarathonParams {
  std::int64_t legs = 10;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("legs", p.legs, Range{1, 1e3}, "a number without any effect");
  }
};

/// Means that are the same in every round.
struct FlatRow {
  std::vector<double> row;
  std::int64_t num_rows() const { return 1; }
  std::int64_t row_at(std::int64_t) const { return 0; }
  std::int64_t same_until(std::int64_t) const { return std::int64_t{1} << 60; }
  void read(std::int64_t, std::span<double> out) const { std::copy(row.begin(), row.end(), out.begin()); }
};

inline Catalogue dice_catalogue() {
  Catalogue catalogue;
  LearnerEntry dice{.name = "dice",
                    .summary = "throws dice",
                    .source = "no paper",
                    .feedback = "full",
                    .parameters = describe_parameters<DiceParams>()};
  dice.bind = [](const Settings& settings, const Problem&, bool) {
    DiceParams params;
    read_parameters(settings, params);
    if (params.word == "exits at once") std::exit(0);
    BoundLearner bound;
    bound.run = [params](const CellWork& work, std::int64_t first, int count, const RunControl& control) {
      return run_dice(work, params, first, count, control);
    };
    const bool never_fails = params.word == "sworn";
    bound.theorem = [never_fails](Quantity quantity, const Problem& problem, const BoundTerms& terms) -> Bound {
      if (!quantity_info(quantity).has_theorem) return {};
      const bool applies = terms.rho > 0;
      const double value =
          quantity == Quantity::violation ? 100 + terms.corruption : 2.0 * static_cast<double>(problem.horizon);
      return {.value = applies ? value : not_a_number,
              .failure_probability = never_fails ? 0 : problem.delta,
              .applies = applies,
              .is_certain = never_fails};
    };
    return bound;
  };
  LearnerEntry marathon{.name = "marathon",
                        .summary = "throws dice, too",
                        .source = "no paper",
                        .feedback = "full",
                        .parameters = describe_parameters<MarathonParams>()};
  marathon.bind = [](const Settings& settings, const Problem&, bool) {
    MarathonParams params;
    read_parameters(settings, params);
    BoundLearner bound;
    bound.run = [](const CellWork& work, std::int64_t first, int count, const RunControl& control) {
      return run_dice(work, {}, first, count, control);
    };
    return bound;
  };
  dice.code.text = marathon.code.text = "fake";  // otherwise every process would hash this large program
  catalogue.learners = {dice, marathon};
  EnvironmentEntry flat{"flat", "two arms, the same in every round", "no paper", describe_parameters<FlatParams>(), {}};
  flat.build = [](const Settings& settings, const EnvironmentContext& context) {
    FlatParams params;
    read_parameters(settings, params);
    if (!context.horizon) throw InputError("horizon", "missing");
    Adversary adversary;
    adversary.num_arms = 2;
    adversary.num_constraints = 1;
    adversary.horizon = *context.horizon;
    adversary.losses = FlatRow{{0.5, 0.25}};
    adversary.violations = FlatRow{{params.feasible ? -0.5 : 0.5, params.gap}};
    return adversary;
  };
  flat.code.text = "fake";
  catalogue.environments = {flat};
  catalogue.parts = {{.name = "quiet", .summary = "no noise", .group = "noise"}};
  return catalogue;
}

/// A study of 12 cells (2 gaps x 2 horizons x 3 scales) with 20 trials each, in blocks of 8, 8 and 4.
inline const std::string dice_study = R"(
[study]
name = "dice"
seed = 7
trials = 20
horizon = [100, 1000]
checkpoints = 6

[[environment]]
kind = "flat"
name = "flat, \"quoted\""
gap = [0.5, 0.25]

[[learner]]
kind = "dice"
scale = [1, 0.1, 3e-7]
pause = 0
)";

inline std::string dice_study_with_pause(int microseconds) {
  std::string text = dice_study;
  text.replace(text.find("pause = 0"), 9, "pause = " + std::to_string(microseconds));
  return text;
}

}  // namespace regretta::fakes
