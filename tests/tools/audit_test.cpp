// `regretta audit`: what it reports of a lemma agrees with the rounds.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include <nlohmann/json.hpp>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "ran_study.hpp"
#include "regretta/engine/evidence/theorems/ledger.hpp"
#include "regretta/tools/standard_catalogue.hpp"
#include "round_columns.hpp"
#include "table_rows.hpp"

namespace regretta::fakes {
namespace {

// The paper's lemma, computed from the rounds that replay prints: estimates with full feedback and with bandit
// feedback, for fixed means and for means that an adversary changes.
TEST(Audit, TheConcentrationLemmaIsWhatReplayShows) {
  const ShippedCatalogue shipped;
  const Folder folder;
  folder.write("s.toml", R"(
[study]
name = "lemma"
trials = 8
horizon = 600
delta = 0.2
[[environment]]
kind = "random-instance"
arms = 3
constraints = 2
noise = "bernoulli"
corruption = { budget = 40, schedule = "front", direction = "slander" }
[[environment]]
kind = "mannor"
[[learner]]
kind = "conomd-fs"
[[learner]]
kind = "expopt-conomd"
beta = 0.5
[[learner]]
kind = "hedge"
)");
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
  const auto rows =
      nlohmann::json::parse(regretta(folder, {"export", "s.db", "--table", "trials", "--format", "json"}).out);
  std::istringstream audit(
      regretta(folder, {"audit", "s.db", "--metric", "concentration", "--watch", "1", "--format", "csv"}).out);
  std::string line;
  std::getline(audit, line);
  for (int cell = 0; cell < 6; ++cell) {
    ASSERT_TRUE(std::getline(audit, line)) << cell;
    if (cell % 3 == 2) {
      EXPECT_TRUE(contains(line, "not applicable,shows no ghat")) << line;
      continue;
    }
    const auto rounds =
        columns_of(regretta(folder, {"replay", "s.db", "--cell", std::to_string(cell), "--trial", "0"}).out);
    const int arms = cell < 3 ? 3 : 2;
    const int constraints = cell < 3 ? 2 : 1;
    const double corruption = rows.at(static_cast<std::size_t>(8 * cell)).at("corruption").get<double>();
    const double log_term = std::log(600.0 * arms * constraints / 0.2);
    double worst = 0;
    for (int a = 1; a <= arms; ++a) {
      for (int i = 1; i <= constraints; ++i) {
        const double mean = sum_of(rounds.at(fmt::format("mean_g{}_{}", i, a))) / 600;
        for (std::size_t t = 0; t < 600; ++t) {
          const double n = cell % 3 == 0 ? static_cast<double>(t + 1) : rounds.at(fmt::format("pulls_{}", a))[t];
          if (n == 0) continue;
          const double width = 4 * std::sqrt(log_term / n) + corruption / n + corruption / 600;
          worst = std::max(worst, std::abs(rounds.at(fmt::format("ghat{}_{}", i, a))[t] - mean) / width);
        }
      }
    }
    EXPECT_GT(worst, 0.01) << cell;
    const std::string median =
        line.substr(line.find("concentration,1,") + std::string("concentration,1,0,0,0,0,").size());
    EXPECT_NEAR(std::stod(median), worst, 1e-9) << line;
  }
}

// Theorem 1 of Sinha and Vaze is about two measures, and about rows as they are observed.
TEST(Audit, CocoIsHeldToItsTheorem) {
  const ShippedCatalogue shipped;
  const Folder folder;
  const auto study = [](const std::string& measures, const std::string& noise) {
    return "[study]\nname = \"coco\"\ntrials = 2\nhorizon = 20000\n" + measures +
           "[[environment]]\nkind = \"stationary\"\nloss = [0.2, 0.6, 0.8]\nviolation = [0.5, -0.4, -0.2]\nnoise = \"" +
           noise + "\"\n[[learner]]\nkind = \"coco\"\npenalty_scale = [1, 2]\n";
  };
  const std::string measures = "measures = [\"safe-regret\", \"summed-violation\"]\n";
  const auto audited = [&](const std::string& text) {
    folder.write("s.toml", text);
    std::filesystem::remove(folder.path("s.db"));
    EXPECT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
    return rows_of(regretta(folder, {"audit", "s.db", "--format", "csv"}).out);
  };
  auto lines = audited(study(measures, "none"));
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0].at("quantity"), "safe_regret");
  EXPECT_EQ(lines[0].at("verdict"), "holds");
  EXPECT_NEAR(std::stod(lines[0].at("bound")), 2 * std::sqrt(6.0) * (std::sqrt(20000.0) + 1), 1e-9);
  EXPECT_EQ(lines[1].at("quantity"), "summed_violation");
  EXPECT_EQ(lines[1].at("verdict"), "holds");
  EXPECT_NEAR(std::stod(lines[1].at("bound")), 4 * std::sqrt(6.0) * std::log(80002.0) * std::sqrt(20000.0), 1e-6);
  EXPECT_EQ(lines[2].at("reason"), "no theorem with these parameters");
  lines = audited(study(measures, "bernoulli"));
  EXPECT_TRUE(contains(lines[0].at("reason"), "observed rows, which have noise")) << lines[0].at("reason");
  lines = audited(study("", "none"));
  EXPECT_TRUE(contains(lines[1].at("reason"), "measure summed_violation: add it to [study] measures"));
}

struct OneArm {
  std::int64_t arm = 2;
  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("arm", p.arm, Range{0, 3}, "the arm; 0: the safe arm of least loss, which nobody told it");
  }
};

/// Plays one arm of fixed means, whatever it sees.
LearnerEntry insists() {
  LearnerEntry entry{.name = "insists", .summary = "plays one arm", .parameters = describe_parameters<OneArm>()};
  entry.bind = [](const Settings& settings, const Problem&, bool) {
    OneArm params;
    read_parameters(settings, params);
    BoundLearner bound;
    bound.run = [params](const CellWork& work, std::int64_t first, int count, const RunControl&) {
      auto arm = static_cast<std::size_t>(std::max<std::int64_t>(params.arm - 1, 0));
      for (std::size_t a = 0; params.arm == 0 && a < work.facts->mean_loss.size(); ++a)
        if (work.facts->mean_violation[a] <= 0 && work.facts->mean_loss[a] < work.facts->mean_loss[arm]) arm = a;
      const double T = static_cast<double>(work.problem.horizon);
      std::vector<TrialResult> trials;
      for (int k = 0; k < count; ++k) {
        TrialResult& trial = trials.emplace_back(work.shape());
        trial.trial = first + k;
        trial.curve.assign(work.checkpoints.size(), 0);
        trial[Quantity::opt] = work.facts->opt.back();
        trial[Quantity::expected_regret] = T * work.facts->mean_loss[arm] - work.facts->opt.back();
        trial[Quantity::violation] = T * std::max(work.facts->mean_violation[arm], 0.0);
      }
      return trials;
    };
    return bound;
  };
  return entry;
}

std::string pair_instance(const std::string& name, const char* losses, const char* costs) {
  return fmt::format(
      "[[environment]]\nkind = \"composed\"\nname = \"{}\"\nnoise = \"bernoulli\"\nlosses = {{ kind = "
      "\"stationary\", means = {} }}\nviolations = {{ kind = \"costs\", costs = [{}], threshold = [0.5] }}\n",
      name, losses, costs);
}

// Theorem 4 of Zuo and Stradi: sqrt T / (32 rho) = 12.5. What knows which arm is best, and is safe on both instances,
// breaks it; learners that must find out do not, and one that plays the best arm of the second whatever it sees is not
// safe on the first.
TEST(Audit, NoSafeLearnerHasLessRegretThanALowerBound) {
  Catalogue catalogue = standard_catalogue();
  catalogue.learners.push_back(insists());
  const Folder folder;
  const std::string safe = "safe_arm = 1\nsafe_arm_violation = -0.05\n";
  const std::string first = pair_instance("first of pair 1", "[0.5, 0, 0.5]", "[0.45, 0.50125, 0.25]");
  const std::string pair_1 = pair_instance("pair 1", "[0.5, 0, 0.5]", "[0.45, 0.5, 0.25]");
  const std::string pair_2 = pair_instance("pair 2", "[1, 0, 0]", "[0.45, 0.25, 1]");
  const std::string exchanged = pair_instance("exchanged", "[1, 0, 0]", "[0.45, 1, 0.25]");
  const std::string one_arm = "[[learner]]\nkind = \"insists\"\narm = [1, 2, 3]\n";
  const std::string knowing = "[[learner]]\nkind = \"insists\"\narm = 0\n";
  const auto ledger_of = [&](const std::string& environments, const std::string& learners) {
    const Results study =
        Results::open(ran_study("[study]\ntrials = 32\nhorizon = 10000\ndelta = 0.01\n" + environments + learners,
                                catalogue, folder.path("s.db")));
    return theorem_ledger(study, catalogue, {.theorems = {AuditedTheorem::lower_bound}});
  };
  std::vector<LedgerLine> lines =
      ledger_of(first + pair_1, one_arm + knowing + "[[learner]]\nkind = \"s-ops\"\n" + safe +
                                    "[[learner]]\nkind = \"opb\"\nsafe_arm_loss = 0.5\n" + safe);
  ASSERT_EQ(lines.size(), 6U) << "the first instance has no bound";
  for (const LedgerLine& line : lines) {
    EXPECT_NEAR(line.bound, 12.5, 1e-9);
    EXPECT_DOUBLE_EQ(line.promised, 0.27);
  }
  EXPECT_EQ(lines[0].verdict, Verdict::holds) << "the safe arm has regret T / 2";
  EXPECT_EQ(lines[1].verdict, Verdict::not_applicable) << "the best arm has none";
  EXPECT_EQ(lines[1].above, 32);
  EXPECT_TRUE(contains(lines[1].reason, "it is not safe on the other instance, cell 1")) << lines[1].reason;
  EXPECT_EQ(lines[3].verdict, Verdict::violated) << "it knows which instance it is";
  EXPECT_EQ(lines[4].verdict, Verdict::holds) << "s-ops: " << lines[4].reason;
  EXPECT_EQ(lines[5].verdict, Verdict::holds) << "opb: " << lines[5].reason;
  EXPECT_GE(lines[4].ratio, 1);
  lines = ledger_of(pair_1, knowing);
  EXPECT_EQ(lines[0].verdict, Verdict::not_applicable);
  EXPECT_TRUE(contains(lines[0].reason, "arm 2 at 1/2 + 1/(8 sqrt T), is not here")) << lines[0].reason;

  // Of pair 2 a learner may have little regret on one instance: it is then not safe on the other.
  lines = ledger_of(pair_2 + exchanged, one_arm);
  ASSERT_EQ(lines.size(), 6U);
  EXPECT_NEAR(lines[0].bound, 1 / (1152 * 0.05 * 0.25), 1e-9);
  EXPECT_EQ(lines[1].verdict, Verdict::not_applicable);
  EXPECT_TRUE(contains(lines[1].reason, "it is not safe on the other instance, cell 4")) << lines[1].reason;
  EXPECT_TRUE(contains(lines[2].reason, "it is not safe: violation > 0 in 32 of 32 trials")) << lines[2].reason;
  lines = ledger_of(pair_2, one_arm);
  EXPECT_TRUE(contains(lines[1].reason, "arms 2 and 3 exchanged, is not here")) << lines[1].reason;
  EXPECT_TRUE(ledger_of(pair_instance("another", "[0.5, 0, 0.5]", "[0.45, 0.4, 0.25]"), one_arm).empty());
}

TEST(Audit, ALowerBoundIsNotAboutLearnersThatAreTold) {
  const ShippedCatalogue shipped;
  const Folder folder;
  folder.write("s.toml", "[study]\nname = \"told\"\ntrials = 8\nhorizon = 1000\n" +
                             pair_instance("pair 1", "[0.5, 0, 0.5]", "[0.45, 0.5, 0.25]") +
                             "[[learner]]\nkind = \"optimal\"\n");
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
  const auto lines = rows_of(regretta(folder, {"audit", "s.db", "--format", "csv"}).out);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[2].at("theorem"), "lower-bound");
  EXPECT_EQ(lines[2].at("verdict"), "not applicable");
}

}  // namespace
}  // namespace regretta::fakes
