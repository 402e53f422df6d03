// regretta tail: the probability of a rare trial of a shipped learner, the same for any threads, and what it refuses.

#include <gtest/gtest.h>
#include <signal.h>

#include <cmath>

#include <nlohmann/json.hpp>

#include "program_process.hpp"

namespace regretta::fakes {
namespace {

/// P(V_T > 45) is 1e-4 or so.
const std::string lock_in_study = R"([study]
trials = 8
horizon = 300
seed = 20
[[environment]]
kind = "stationary"
loss = [0.2, 0.5, 0.9]
violation = [[0.6, -0.1, -0.5]]
noise = "bernoulli"
[[learner]]
kind = "conomd-fs-ix"
confidence_scale = 0.01
)";

class Tail : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("s.toml", lock_in_study);
    ASSERT_EQ(regretta(folder_, {"run", "s.toml", "--quiet"}).status, 0);
  }
  Outcome tail(const std::vector<std::string>& more) const {
    std::vector<std::string> arguments = {"tail", "s.db", "--cell", "0"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return regretta(folder_, arguments);
  }

  const ShippedCatalogue shipped_;
  const Folder folder_;
};

TEST_F(Tail, TheSameEstimateForAnyNumberOfThreads) {
  const Outcome one = tail({"--above", "45", "--threads", "1", "--format", "json"});
  ASSERT_EQ(one.status, 0) << one.err;
  EXPECT_EQ(tail({"--above", "45", "--threads", "3", "--format", "json"}).out, one.out);
  const auto json = nlohmann::json::parse(one.out);
  EXPECT_EQ(json.at("method"), "splitting");
  EXPECT_GT(json.at("levels").size(), 2U);
  const double estimate = json.at("estimate");
  EXPECT_LT(json.at("low"), estimate);
  EXPECT_GT(json.at("high"), estimate);
  EXPECT_GT(estimate, 1e-5);
  EXPECT_LT(estimate, 1e-3);
  EXPECT_GT(json.at("plain_rounds").get<double>(),
            3 * (json.at("rounds").get<double>() + json.at("pilot_rounds").get<double>()));
  const Outcome text = tail({"--above", "45"});
  EXPECT_TRUE(contains(text.out, "violation > 45 in cell 0 (conomd-fs-ix in stationary): probability ")) << text.out;
  EXPECT_TRUE(contains(text.out, "Gain: ")) << text.out;
  EXPECT_TRUE(contains(text.out, "measured here: ")) << text.out;
  const double rounds = json.at("rounds").get<double>() + json.at("pilot_rounds").get<double>();
  EXPECT_EQ(json.at("branch_cost"), 6) << "of conomd-fs-ix";
  EXPECT_DOUBLE_EQ(json.at("gain").get<double>() * 6 * rounds, json.at("plain_rounds").get<double>());
}

TEST_F(Tail, PlainTrialsWhereTheyAreCheaperOrAskedFor) {
  const Outcome often = tail({"--above", "4", "--format", "json"});
  ASSERT_EQ(often.status, 0) << often.err;
  EXPECT_EQ(nlohmann::json::parse(often.out).at("method"), "trials");
  const auto plain = nlohmann::json::parse(tail({"--above", "20", "--method", "trials", "--format", "json"}).out);
  const auto split = nlohmann::json::parse(tail({"--above", "20", "--method", "splitting", "--format", "json"}).out);
  EXPECT_EQ(plain.at("method"), "trials");
  EXPECT_EQ(split.at("method"), "splitting");
  const double difference = plain.at("estimate").get<double>() - split.at("estimate").get<double>();
  EXPECT_LT(std::abs(difference),
            4 * std::hypot(plain.at("standard_error").get<double>(), split.at("standard_error").get<double>()));
}

TEST_F(Tail, SaysWhatIsWrong) {
  EXPECT_TRUE(contains(tail({"--above", "9", "--metric", "corruption"}).err, "corruption"));
  EXPECT_EQ(tail({"--above", "9", "--metric", "corruption"}).status, 2);
  EXPECT_EQ(tail({}).status, 2);
  EXPECT_EQ(regretta(folder_, {"tail", "s.db", "--cell", "7", "--above", "9"}).status, 2);
  EXPECT_EQ(tail({"--above", "9", "--method", "magic"}).status, 2);
  const Outcome impossible = tail({"--above", "1000"});
  EXPECT_EQ(impossible.status, 1);
  EXPECT_TRUE(contains(impossible.out, "not reached")) << impossible.out;
  EXPECT_EQ(tail({"--above", "9", "--metric", "mixture_violation", "--method", "splitting"}).status, 2);
}

TEST_F(Tail, CanBeInterrupted) {
  ProgramProcess process(folder_, {"tail", "s.db", "--cell", "0", "--above", "60", "--relative-error", "0.001"});
  process.wait_until_it_catches(SIGINT);
  process.signal(SIGINT);
  const Outcome stopped = process.wait();
  EXPECT_EQ(stopped.status, 130) << stopped.err;
  EXPECT_TRUE(contains(stopped.err, "interrupted; nothing is kept")) << stopped.err;
}

}  // namespace
}  // namespace regretta::fakes
