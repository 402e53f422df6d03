/// Every kind at the ends of its ranges: one arm, eight constraints, horizons from 1 to 10^12.

#include <fmt/format.h>

#include "regretta/environments/corruption/budgeted_corruption.hpp"
#include "regretta/tests/environments/expectations.hpp"

namespace regretta::tests {
namespace {

constexpr std::int64_t longest = 1'000'000'000'000;

/// Checks rounds near the ends, the middle and all changes of row: the row exists, `same_until` is correct, and values
/// are in [low, high].
void probe(const MeanRows& rows, std::int64_t T, std::size_t width, double low, double high) {
  ASSERT_GE(rows.num_rows(), 1);
  std::vector<std::int64_t> rounds{1, T / 3 + 1, T / 2, T / 2 + 1, T - 1, T};
  for (std::size_t k = 0; k < 6; ++k) {
    const std::int64_t t = std::clamp<std::int64_t>(rounds[k], 1, T);
    const std::int64_t until = rows.same_until(t);
    ASSERT_GE(until, t);
    EXPECT_EQ(rows.row_at(std::min(until, T)), rows.row_at(t)) << "t = " << t;
    EXPECT_EQ(rows.row_at(t + (std::min(until, T) - t) / 2), rows.row_at(t)) << "t = " << t;
    rounds.push_back(until + 1);
  }
  for (std::int64_t t : rounds) {
    t = std::clamp<std::int64_t>(t, 1, T);
    ASSERT_GE(rows.row_at(t), 0) << "t = " << t;
    ASSERT_LT(rows.row_at(t), rows.num_rows()) << "t = " << t;
    for (const double x : means_at(rows, t, width)) {
      ASSERT_GE(x, low) << "t = " << t;
      ASSERT_LE(x, high) << "t = " << t;
    }
  }
}

void probe(const std::string& kind, const Settings& settings, const std::string& label) {
  for (const std::int64_t T : {std::int64_t{1}, std::int64_t{2}, std::int64_t{3}, std::int64_t{1000}, longest}) {
    SCOPED_TRACE(label + ", T = " + std::to_string(T));
    const Adversary adversary = build(kind, settings, T);
    const auto K = static_cast<std::size_t>(adversary.num_arms),
               m = static_cast<std::size_t>(adversary.num_constraints);
    probe(adversary.losses, T, K, 0, 1);
    probe(adversary.violations, T, K * m, -1, 1);
  }
}

TEST(Extremes, LossesOfOneArm) {
  const std::vector<Settings> kinds{
      {{"kind", text("switching")}, {"block", longest}, {"gap", 1.0}, {"base", 1.0}},
      {{"kind", text("switching")}, {"block", 1L}, {"gap", 0.0}, {"base", 0.0}},
      {{"kind", text("phases")}, {"first_length", 1L}, {"growth", 1.01}, {"gap", 1.0}},
      {{"kind", text("phases")}, {"first_length", longest}, {"growth", 100.0}},
      {{"kind", text("sinusoidal")}, {"period", 1L}, {"amplitude", 0.5}, {"gap", 0.0}},
      {{"kind", text("sinusoidal")}, {"period", 99'999'999L}, {"spread", -1.0}},
      {{"kind", text("sign-flip")}, {"block", 1L}, {"gap", 0.5}, {"signs", text("random")}, {"instance", 4294967295L}},
      {{"kind", text("sign-flip")}, {"block", longest}, {"gap", 0.0}},
      {{"kind", text("sign-flip")}, {"block_fraction", 1e-300}},
      {{"kind", text("sign-flip")}, {"block_fraction", 1.0}, {"signs", text("random")}},
      {{"kind", text("random")}, {"low", 1.0}, {"high", 1.0}},
      {{"kind", text("anti-leader")}, {"base", 1.0}, {"worst", 0.0}}};
  for (const Settings& losses : kinds) {
    Settings settings{{"arms", 1L}, {"constraints", 8L}, {"margin", 1.0}};
    std::string label;
    for (const auto& [name, value] : losses) {
      settings["losses." + name] = value;
      label += name + " = " + to_text(value) + " ";
    }
    probe("random-instance", settings, label);
  }
}

TEST(Extremes, Corruption) {
  for (const auto& [schedule, schedule_help] : words_of(Schedule{}))
    for (const double budget_fraction : {0.0, 1e-300, 0.3})
      for (const auto& [direction, direction_help] : words_of(Direction{})) {
        Settings settings{{"loss", std::vector<double>{0, 1}},
                          {"violation", std::vector<std::vector<double>>(8, {1, -1})},
                          {"corruption.budget_fraction", budget_fraction},
                          {"corruption.schedule", schedule},
                          {"corruption.direction", direction}};
        if (schedule == "burst") settings["corruption.burst_start_fraction"] = 0.5;
        if (direction == "target") {
          settings["corruption.arm"] = 2L;
          settings["corruption.constraint"] = 8L;
        }
        for (const std::int64_t T : {std::int64_t{2}, std::int64_t{3}, std::int64_t{1001}, longest}) {
          SCOPED_TRACE(fmt::format("{} {} {}", schedule, direction, T));
          const Adversary adversary = build("stationary", settings, T);
          probe(adversary.violations, T, 16, -1, 1);
        }
        settings["corruption.budget_fraction"] = 0.0;
        EXPECT_NO_THROW(build("stationary", settings, 1));
        settings["corruption.budget_fraction"] = 1e-3;  // half of a single round is rounded down to no round
        expect_input_error([&] { build("stationary", settings, 1); }, "corruption.budget_fraction",
                           {"possible budget", "0"});
      }
}

}  // namespace
}  // namespace regretta::tests
