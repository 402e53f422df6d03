/// Parameters: reading, checking and describing them.

#include <gtest/gtest.h>

#include <limits>

#include "../study_fakes.hpp"
#include "regretta/engine/study/text/canonical.hpp"

namespace regretta {
namespace {

using fakes::CautiousParams;
using fakes::SteadyParams;

std::string refusal(const std::string& name, const Value& value) {
  CautiousParams params;
  try {
    read_parameters({{name, value}}, params);
  } catch (const InputError& error) {
    EXPECT_EQ(error.key(), name);
    return error.what();
  }
  return "";
}

TEST(Parameters, ReadsEveryTypeAndLeavesTheRest) {
  CautiousParams params;
  read_parameters({{"beta", std::int64_t{1}},
                   {"window", 1e5},
                   {"exploration", false},
                   {"estimator", std::string("instantaneous")},
                   {"weights", std::vector<double>{0.5, 1}},
                   {"corruption", std::string("measured")},
                   {"elsewhere", 3.0}},
                  params);
  EXPECT_EQ(params.beta, 1.0);
  EXPECT_EQ(params.window, 100000);
  EXPECT_FALSE(params.exploration);
  EXPECT_EQ(params.estimator, fakes::Basis::instantaneous);
  EXPECT_EQ(params.weights, (std::vector<double>{0.5, 1}));
  EXPECT_TRUE(params.corruption.measured);
  EXPECT_EQ(params.confidence_scale, 1.0);

  SteadyParams steady;
  read_parameters({{"violations.means", std::vector<double>{0, 1}}}, steady);  // a plain list is one row
  EXPECT_EQ(steady.violations, (std::vector<std::vector<double>>{{0, 1}}));
}

TEST(Parameters, RefusesWrongTypesAndRanges) {
  EXPECT_EQ(refusal("beta", std::string("half")), "\"half\" has the wrong type, expected a number in [0, 1]");
  EXPECT_EQ(refusal("beta", 1.5), "1.5 is out of range, expected a number in [0, 1]");
  EXPECT_EQ(refusal("confidence_scale", 0.0), "0 is out of range, expected a number in (0, inf)");
  EXPECT_EQ(refusal("beta", std::numeric_limits<double>::quiet_NaN()), "not a number, expected a number in [0, 1]");
  EXPECT_EQ(refusal("window", 1.5), "1.5 is not a whole number, expected an integer in [1, 1000000]");
  EXPECT_EQ(refusal("window", std::int64_t{0}), "0 is out of range, expected an integer in [1, 1000000]");
  EXPECT_NE(refusal("window", std::numeric_limits<double>::infinity()), "");
  EXPECT_EQ(refusal("estimator", std::string("meen")),
            "\"meen\" is unknown (did you mean \"mean\"?), expected one of mean, instantaneous");
  EXPECT_EQ(refusal("exploration", std::int64_t{1}), "1 has the wrong type, expected true or false");
  EXPECT_EQ(refusal("corruption", std::string("given")),
            "\"given\" has the wrong type, expected a number in [0, inf) or \"measured\"");
  EXPECT_EQ(refusal("weights", std::vector<double>{0.5, 2}), "2 is out of range, expected a number in [0, 1]");
}

TEST(Parameters, AreDescribed) {
  const auto described = describe_parameters<CautiousParams>();
  ASSERT_EQ(described.size(), 7u);
  EXPECT_EQ(described[0].name, "confidence_scale");
  EXPECT_EQ(described[0].type, ParameterType::number);
  EXPECT_EQ(described[0].default_value, Value(1.0));
  EXPECT_EQ(described[0].range, "(0, inf)");
  EXPECT_EQ(described[0].help, "multiplies the width");
  EXPECT_EQ(described[2].type, ParameterType::integer);
  EXPECT_EQ(described[3].default_value, Value(true));
  EXPECT_EQ(described[4].default_value, Value("mean"));
  EXPECT_EQ(described[4].range, "mean | instantaneous");
  EXPECT_EQ(described[5].type, ParameterType::number_or_measured);
  EXPECT_FALSE(described[6].default_value.has_value());
  EXPECT_EQ(to_text(describe_parameters<SteadyParams>()[1].default_value), "[[-0.5, 0.5]]");
}

TEST(Parameters, NumbersReadBackToTheSameDouble) {
  for (const double x : {0.1, 1.0 / 3, 1e-300, 6.02e23, -0.0}) EXPECT_EQ(std::stod(to_text(Value(x))), x);
}

TEST(Parameters, NearestName) {
  const std::vector<std::string> names = {"beta", "confidence_scale", "corruption.budget"};
  EXPECT_EQ(nearest_name("bata", names), "beta");
  EXPECT_EQ(nearest_name("beat", names), "beta");  // neighbours swapped
  EXPECT_EQ(nearest_name("confidence_sclae", names), "confidence_scale");
  EXPECT_EQ(nearest_name("budget", names), "corruption.budget");
  EXPECT_EQ(nearest_name("corruption.bugdet", names), "corruption.budget");
  EXPECT_EQ(nearest_name("zzz", names), "");
  EXPECT_EQ(nearest_name("", names), "");
  EXPECT_EQ(nearest_name(std::string(100000, 'b'), names), "");
}

TEST(Parameters, UnknownNames) {
  const auto known = describe_parameters<SteadyParams>();
  const auto message = [&](const std::string& name) -> std::string {
    try {
      check_no_unknown({{name, Value(1.0)}}, known);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message("noise"), "");
  EXPECT_NE(message("losses.mean").find("did you mean \"losses.means\"?"), std::string::npos);
  EXPECT_NE(message("corruption").find("did you mean \"corruption.kind\"?"), std::string::npos);
}

struct LaterParams {
  double patience = 2;
  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit.later("patience", p.patience, Range{0, 9}, "added after a release");
  }
};

TEST(Parameters, ThoseAddedLaterAreInTheDigestOnlyIfTheyAreSet) {
  const std::string small = "[study]\nhorizon = 10\n[[environment]]\nkind = 'steady'\n[[learner]]\nkind = 'plain'\n";
  Catalogue grown = fakes::catalogue();
  for (LearnerEntry& learner : grown.learners)
    for (const ParameterInfo& parameter : describe_parameters<LaterParams>()) learner.parameters.push_back(parameter);
  const Study before = fakes::plan_of(small).study;
  const auto after = [&](const std::string& more) {
    return make_plan(parse_study(small + more, "f.toml", ""), grown).study;
  };
  Study unset = after("");
  unset.name = before.name;
  EXPECT_EQ(identity_json(unset), identity_json(before));
  EXPECT_EQ(canonical_text(unset), canonical_text(before));
  EXPECT_NE(canonical_text(after("patience = 3\n")).find("patience = 3"), std::string::npos);
  EXPECT_NE(identity_json(after("patience = 3\n")).at("learner"), identity_json(before).at("learner"));
}

}  // namespace
}  // namespace regretta
