// Parameters: reading, checking and describing them. Names that the plugins of a study may have: tables and figures
// identify plugins only by name.

#include <limits>

#include <gtest/gtest.h>
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

TEST(Parameters, ReadsEveryTypeAndIgnoresOtherKeys) {
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

TEST(Parameters, NumbersRoundTrip) {
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
  static void fields(auto& p, auto&& visit) {
    visit.later("patience", p.patience, Range{0, 9}, "added after a release");
  }
};

TEST(Parameters, ParametersAddedLaterEnterTheDigestOnlyIfSet) {
  const std::string base = "[study]\nhorizon = 10\n[[environment]]\nkind = 'steady'\n[[learner]]\nkind = 'plain'\n";
  Catalogue grown = fakes::catalogue();
  for (LearnerEntry& learner : grown.learners)
    for (const ParameterInfo& parameter : describe_parameters<LaterParams>()) learner.parameters.push_back(parameter);
  const Study before = fakes::plan_of(base).study;
  const auto after = [&](const std::string& more) {
    return make_plan(parse_study(base + more, "f.toml", ""), grown).study;
  };
  Study unset = after("");
  unset.name = before.name;
  EXPECT_EQ(identity_json(unset), identity_json(before));
  EXPECT_EQ(canonical_text(unset), canonical_text(before));
  EXPECT_NE(canonical_text(after("patience = 3\n")).find("patience = 3"), std::string::npos);
  EXPECT_NE(identity_json(after("patience = 3\n")).at("learner"), identity_json(before).at("learner"));
}

using fakes::error_of;
using fakes::plan_of;

/// A study with these learner tables, from line 5 on. The header of each table takes one line.
std::string study_with(const std::vector<std::string>& tables) {
  std::string text = "[study]\nhorizon = 100\n[[environment]]\nkind = \"steady\"\n";
  for (const std::string& table : tables) text += "[[learner]]\n" + table;
  return text;
}

void expect_refused(const std::string& text, const std::vector<std::string>& parts) {
  const std::string error = error_of(text);
  for (const std::string& part : parts)
    EXPECT_NE(error.find(part), std::string::npos) << part << " is not in\n  " << error;
}

TEST(PluginNames, SameNameForTwoKindsIsRejected) {
  expect_refused(study_with({"kind = \"plain\"\nname = \"ours\"\n", "kind = \"cautious\"\nname = \"ours\"\n"}),
                 {"f.toml:8: learner.name: \"ours\" is the name of another learner (\"plain\", line 5;",
                  "expected a name for each, such as name = \"cautious\""});
  expect_refused(study_with({"kind = [\"plain\", \"cautious\"]\nname = [\"a\", \"a\"]\n"}),
                 {"f.toml:5: learner.name: "});
}

TEST(PluginNames, NameEqualToTheKindOfAnotherTableIsRejected) {
  const std::vector<std::string> parts = {"learner.name: \"plain\" is the ", " of another learner (\"plain\", line "};
  expect_refused(study_with({"kind = \"cautious\"\nname = \"plain\"\n", "kind = \"plain\"\n"}), parts);
  expect_refused(study_with({"kind = \"plain\"\n", "kind = \"cautious\"\nname = \"plain\"\n"}), parts);
  expect_refused(study_with({"kind = \"plain\"\nname = \"b\"\n", "kind = \"cautious\"\nname = \"plain\"\n"}), parts);
}

TEST(PluginNames, DuplicateExplicitNamesAreRejected) {
  expect_refused(study_with({"kind = \"cautious\"\nname = \"a\"\n", "kind = \"cautious\"\nname = \"a\"\nbeta = 0.1\n"}),
                 {"f.toml:8: learner.name: \"a\" is the name of another learner (\"cautious\", line 5;",
                  "such as name = \"cautious-2\""});
}

TEST(PluginNames, SameRulesHoldForEnvironments) {
  const std::string rest = "[[learner]]\nkind = \"plain\"\n[study]\nhorizon = 100\n";
  const auto environment = [](const std::string& more) { return "[[environment]]\nkind = " + more + "\n"; };
  expect_refused(environment("\"steady\"\nname = \"a\"") + environment("\"tape\"\nname = \"a\"\nfile = \"x\"") + rest,
                 {"f.toml:4: environment.name: \"a\" is the name of another environment"});
  expect_refused(
      environment("\"steady\"\nname = \"a\"") + environment("\"steady\"\nname = \"a\"\ncorruption.budget = 5") + rest,
      {"f.toml:4: environment.name: "});
  expect_refused(environment("\"steady\"\nname = \"tape\"") + environment("\"tape\"\nfile = \"x\"") + rest,
                 {"f.toml:1: environment.name: \"tape\" is the "});
}

TEST(PluginNames, TablesOfOneKindWithoutNamesAreASweep) {
  const Plan plan = plan_of(study_with({"kind = \"cautious\"\nbeta = 0.1\n", "kind = \"cautious\"\nbeta = 0.2\n"}));
  EXPECT_EQ(plan.cells.size(), 2U);
  EXPECT_EQ(plan.swept_names, std::vector<std::string>{"learner.beta"});
  EXPECT_EQ(error_of(study_with({"kind = \"cautious\"\nname = \"cautious\"\n", "kind = \"cautious\"\nbeta = 0.2\n",
                                 "kind = \"plain\"\nname = \"b\"\n"})),
            "");
}

}  // namespace
}  // namespace regretta
