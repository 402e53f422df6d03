/// The measures, each compared with its naive definition over the recorded rounds of a trial (naive_measures.hpp).

#include "regretta/engine/plugin/learner_entry.hpp"
#include "regretta/engine/plugin/measure_entry.hpp"
#include "regretta/environments/catalogue.hpp"
#include "regretta/tests/environments/expectations.hpp"
#include "regretta/tests/environments/naive_measures.hpp"

namespace regretta::tests {
namespace {

using measured::naive_value;
using measured::recorded;
using measured::Recorder;
using measured::Wanderer;

struct Setting {
  std::string kind;
  Settings settings;
};

std::vector<Setting> settings_of_three_arms() {
  std::vector<Setting> settings;
  const auto add = [&settings](const Settings& changes) {
    Settings complete = {{"arms", 3}, {"margin", 0.05}, {"instance", 2 + std::ssize(settings) % 2}};
    for (const auto& [path, value] : changes.flat()) complete[path] = value;
    settings.push_back({"random-instance", std::move(complete)});
  };
  add({});
  add({{"constraints", 2}});
  add({{"corruption.kind", "budgeted"}, {"corruption.budget", 9.0}});
  add({{"corruption.kind", "budgeted"}, {"corruption.budget", 9.0}, {"corruption.direction", "flatter"}});
  add({{"losses.kind", "sinusoidal"}, {"losses.period", 17}});
  add({{"losses.kind", "anti-leader"}});
  add({{"constraints", 3}});
  add({{"corruption.kind", "open-problem"}, {"corruption.budget", 9.0}});
  add({{"losses.kind", "random"}, {"violations.kind", "random"}});
  add({{"corruption.kind", "reactive"},
       {"corruption.budget", 5.0},
       {"corruption.strength", 3.0},
       {"corruption.loss_share", -0.5}});
  return settings;
}

CellWork cell_in(const Setting& setting, const Catalogue& catalogue, const std::vector<std::string>& names) {
  CellWork work;
  work.seed = 7;
  work.adversary = std::make_shared<const Adversary>(catalogue.build(
      *catalogue.environment(setting.kind), setting.settings, {.seed = 7, .horizon = 60, .folder = ""}));
  work.problem = {.horizon = 60, .num_arms = 3, .num_constraints = work.adversary->num_constraints};
  work.checkpoints = {20, 60};
  work.facts = std::make_shared<const CellFacts>(compute_facts(*work.adversary, work.checkpoints));
  std::vector<MeasureInfo> infos;
  for (const std::string& name : names) {
    Settings settings;
    if (name == "alpha-regret") settings["alpha"] = 0.4;
    if (name == "plays") settings["arm"] = 2;
    work.measures.push_back(catalogue.measure(name)->bind(settings, work.problem)(work));
    infos.push_back({.name = name});
  }
  work.quantities = QuantityList(std::move(infos));
  return work;
}

std::vector<measured::Row> violations_without_corruption(const Setting& setting, const Catalogue& catalogue) {
  Settings clean;
  for (const auto& [path, value] : setting.settings.flat())
    if (!path.starts_with("corruption.")) clean[path] = value;
  const Adversary adversary =
      catalogue.build(*catalogue.environment(setting.kind), clean, {.seed = 7, .horizon = 60, .folder = ""});
  std::vector<measured::Row> rounds(60, measured::Row(static_cast<std::size_t>(3 * adversary.num_constraints)));
  for (std::int64_t t = 1; t <= 60; ++t)
    adversary.violations.read(adversary.violations.row_at(t), rounds[static_cast<std::size_t>(t - 1)]);
  return rounds;
}

bool same_value(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

Catalogue catalogue_with_recorder() {
  Catalogue catalogue;
  add_environments(catalogue);
  add_measures(catalogue);
  catalogue.measures.push_back(measure_entry<Recorder>({.name = "recorder"}));
  return catalogue;
}

TEST(Measures, AgreeWithTheirDefinitions) {
  const Catalogue catalogue = catalogue_with_recorder();
  std::vector<std::string> names;
  for (const MeasureEntry& entry : catalogue.measures) names.push_back(entry.name);
  const BoundLearner learner = learner_entry<Wanderer>({.name = "wanderer"}).bind({}, {.num_arms = 3}, true);
  int num_compared = 0;
  for (const Setting& setting : settings_of_three_arms()) {
    const CellWork work = cell_in(setting, catalogue, names);
    const TrialResult trial = learner.run(work, 5, 1, {}).front();
    ASSERT_EQ(recorded().size(), 60U);
    measured::without_corruption() = violations_without_corruption(setting, catalogue);
    for (std::size_t k = 0; k + 1 < names.size(); ++k) {
      SCOPED_TRACE(setting.kind + " " + names[k] + " " + std::to_string(num_compared));
      const double naive = naive_value(names[k]), value = trial[measure_quantity(k)];
      EXPECT_EQ(std::isnan(value), std::isnan(naive)) << value << " and " << naive;
      if (!std::isnan(naive)) {
        EXPECT_NEAR(value, naive, 1e-9);
      }
      num_compared += !std::isnan(naive);
      const ValueRange range = catalogue.measures[k].range.after(work.problem.horizon);
      EXPECT_LT(range.most, infinity) << "the entry declares no range, so that means have no intervals";
      EXPECT_FALSE(value < range.least - 1e-9 || value > range.most + 1e-9) << value;
    }
  }
  EXPECT_GE(num_compared, 70) << "most measures must have a value in most cells";
}

double loss_corruption_of(const std::string& kind, const Settings& settings) {
  const Catalogue catalogue = catalogue_with_recorder();
  const BoundLearner learner = learner_entry<Wanderer>({.name = "wanderer"}).bind({}, {.num_arms = 3}, true);
  const TrialResult trial = learner.run(cell_in({kind, settings}, catalogue, {"loss-corruption"}), 5, 1, {}).front();
  return trial[measure_quantity(0)];
}

TEST(Measures, CorruptionOfLossesByHand) {
  // 40 of 60 rounds have the first row; the other 20 move arm 1 by 0.5 and arm 3 by 0.25.
  Settings settings = {{"losses.kind", "piecewise"},
                       {"losses.pieces", std::vector<measured::Row>{{0.25, 0.5, 1}, {0.75, 0.5, 0.75}, {0.25, 0.5, 1}}},
                       {"losses.lengths", measured::Row{1, 2, 3}},
                       {"violations.kind", "stationary"},
                       {"violations.means", std::vector<measured::Row>{{-0.5, 0.5, -0.25}}}};
  EXPECT_NEAR(loss_corruption_of("composed", settings), 20 * 0.75, 1e-12);
  // A budget of 12 moves the violation of arm 2 by 0.5 in rounds 1 to 24, and its loss by -0.25.
  Settings reactive = {{"loss", measured::Row{0.25, 0.5, 1}},
                       {"violation", std::vector<measured::Row>{{-0.5, 0.5, -0.25}}},
                       {"corruption.kind", "reactive"},
                       {"corruption.budget", 12.0},
                       {"corruption.arm", 2},
                       {"corruption.power", 0.0},
                       {"corruption.loss_share", -0.5}};
  EXPECT_NEAR(loss_corruption_of("stationary", reactive), 6, 1e-12);
  reactive["corruption.loss_share"] = 1.0;  // the loss moves by 0.5, up to 1
  EXPECT_NEAR(loss_corruption_of("stationary", reactive), 12, 1e-12);
  reactive["corruption.loss_share"] = 0.0;
  EXPECT_EQ(loss_corruption_of("stationary", reactive), 0);
}

TEST(Measures, AreDescribedInTheCatalogue) {
  Catalogue catalogue;
  add_measures(catalogue);
  for (const MeasureEntry& entry : catalogue.measures) {
    EXPECT_FALSE(entry.summary.empty()) << entry.name;
    const bool is_of_losses = entry.name.ends_with("-regret") || entry.name.starts_with("loss-");
    EXPECT_TRUE(entry.unit != "loss" || is_of_losses)
        << entry.name << ": the entry has no unit, and the default \"loss\" is wrong";
  }
}

/// Values in packs equal the values of trials played alone.
TEST(Measures, LanesEqualSingleTrials) {
  const Catalogue catalogue = catalogue_with_recorder();
  std::vector<std::string> names;
  for (const MeasureEntry& entry : catalogue.measures) names.push_back(entry.name);
  names.pop_back();
  const BoundLearner learner = learner_entry<Wanderer>({.name = "wanderer"}).bind({}, {.num_arms = 3}, true);
  for (const Setting& setting : settings_of_three_arms()) {
    const CellWork work = cell_in(setting, catalogue, names);
    const std::vector<TrialResult> pack = learner.run(work, 8, 8, {});
    for (int k = 0; k < 8; ++k) {
      const TrialResult alone = learner.run(work, 8 + k, 1, {}).front();
      const TrialResult& lane = pack[static_cast<std::size_t>(k)];
      for (std::size_t q = 0; q < alone.quantities.size(); ++q)
        EXPECT_PRED2(same_value, alone.quantities[q], lane.quantities[q]) << work.quantities.names()[q];
      for (std::size_t v = 0; v < alone.curve.values().size(); ++v)
        EXPECT_PRED2(same_value, alone.curve.values()[v], lane.curve.values()[v]);
    }
  }
}

/// Reports the number of observed rounds, and a value under the name of a quantity of the engine.
template <class Real>
class Counter : public Wanderer<Real> {
 public:
  using Feedback = FullFeedback<Real>;
  using Wanderer<Real>::Wanderer;
  void observe(const Feedback& round) {
    Wanderer<Real>::observe(round);
    rounds_ += Real(1.0);
  }
  Reported<Real> reported() const { return {{"rounds_seen", rounds_}, {"violation", Real(-1.0)}}; }

 private:
  Real rounds_{0.0};
};

TEST(Measures, MayBeReportedByTheLearner) {
  Catalogue catalogue = catalogue_with_recorder();
  catalogue.measures.push_back(reported_measure_entry({.name = "rounds-seen", .unit = "rounds"}));
  CellWork work = cell_in(settings_of_three_arms()[0], catalogue, {"rounds-seen"});
  work.quantities = QuantityList({{.name = "rounds_seen", .on_curve = false}});
  const Problem problem{.num_arms = 3};
  for (const int count : {1, 8}) {
    const auto counted = learner_entry<Counter>({.name = "counter"}).bind({}, problem, true).run(work, 8, count, {});
    const auto plain = learner_entry<Wanderer>({.name = "wanderer"}).bind({}, problem, true).run(work, 8, count, {});
    for (std::size_t k = 0; k < counted.size(); ++k) {
      EXPECT_EQ(counted[k][measure_quantity(0)], 60);
      EXPECT_TRUE(std::isnan(plain[k][measure_quantity(0)]));
      for (std::size_t q = 0; q < num_quantities; ++q)
        EXPECT_PRED2(same_value, counted[k].quantities[q], plain[k].quantities[q]) << quantity_names[q];
    }
  }
}

}  // namespace
}  // namespace regretta::tests
