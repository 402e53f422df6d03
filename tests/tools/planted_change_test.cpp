// The purpose of the regression tests: a step size that is 2% off is found.

#include <gtest/gtest.h>

#include <cmath>

#include "program_process.hpp"
#include "ran_study.hpp"
#include "regretta/engine/evidence/regression/baseline.hpp"
#include "regretta/engine/evidence/regression/changes.hpp"
#include "regretta/engine/plugin/learner_entry.hpp"
#include "regretta/learners/conomd_fs.hpp"
#include "regretta/tools/standard_catalogue.hpp"

namespace regretta::fakes {
namespace {

/// ConOMD-FS with a step size larger than the paper's by `percent`.
template <int percent>
struct StepsMoreBy {
  template <class Real>
  class Learner {
   public:
    using Feedback = FullFeedback<Real>;
    using Params = ConOmdFsParams;
    Learner(const Problem& problem, const Params& params)
        : mirror_(problem, (1 + percent / 100.0) * full_step_size(problem)),
          set_(problem, ConfidenceWidth(problem, params.confidence_scale)),
          share_(fixed_share(problem)) {}
    const Vector<Real>& strategy() const { return mirror_.strategy(); }
    void observe(const Feedback& round) {
      set_.update_estimates(round);
      set_.update_widths(round);
      mirror_.assign(mirror_.argmin(round, set_.build()), share_);
    }
    Reported<Real> reported() const { return mirror_.counts().reported(); }

   private:
    MirrorDescent<Real> mirror_;
    FullConfidenceSet<Real> set_;
    UniformShare share_;
  };
};

/// The shipped catalogue with that learner in place of `conomd-fs`.
template <int percent>
Catalogue catalogue_stepping_more_by() {
  Catalogue catalogue = standard_catalogue();
  for (LearnerEntry& entry : catalogue.learners)
    if (entry.name == "conomd-fs")
      entry = learner_entry<StepsMoreBy<percent>::template Learner>(
          {.name = "conomd-fs", .summary = "", .source = "", .code = {.ships = true}});
  return catalogue;
}

const std::string planted_study = R"([study]
name = "planted"
trials = 32
horizon = 5000
[[environment]]
kind = "stationary"
loss = [0.2, 0.5, 0.7]
violation = [[0.5, -0.3, -0.3]]
noise = "bernoulli"
[[learner]]
kind = "conomd-fs"
[[learner]]
kind = "conomd-fs-ix"
)";

ChangeLine line_of(const Changes& changes, const std::string& learner, const std::string& metric) {
  for (const ChangeLine& line : changes.lines)
    if (line.now->label.learner == learner && line.metric == metric) return line;
  throw std::out_of_range(learner);
}

class PlantedChange : public testing::Test {
 protected:
  std::string run(const Catalogue& catalogue, const std::string& name, const std::vector<std::string>& overrides = {}) {
    return ran_study(planted_study, catalogue, folder_.path(name), overrides);
  }
  Folder folder_;
};

TEST_F(PlantedChange, OfTwoPercentInAStepSizeIsFoundIn32Trials) {
  const std::string shipped = run(standard_catalogue(), "shipped.db");
  const std::string baseline = folder_.write("baseline.json", baseline_text(record_study(Results::open(shipped))));
  EXPECT_FALSE(compare_files(baseline, run(catalogue_stepping_more_by<0>(), "copy.db"), {.exact = true}).bits_differ())
      << "the copy is faithful";

  const std::string planted = run(catalogue_stepping_more_by<2>(), "planted.db");
  const DifferentBits bits = compare_files(baseline, planted, {.exact = true}).bits;
  EXPECT_EQ(bits.trials, 32);
  EXPECT_EQ(bits.compared_trials, 64);
  EXPECT_EQ(bits.cells, 1);
  EXPECT_TRUE(bits.first.starts_with("cell 0 (conomd-fs in stationary, T = 5000): trial 0: ")) << bits.first;

  // as if from another version, which does not promise equal bits: by statistics only, paired by trial
  RecordedStudy before = read_baseline(baseline);
  before.version = "0.0.1";
  const Changes changes = compare_studies(before, read_record(planted));
  EXPECT_TRUE(changes.unpromised);
  EXPECT_TRUE(changes.paired);
  EXPECT_TRUE(changes.alarm());
  const ChangeLine violation = line_of(changes, "conomd-fs", "violation");
  EXPECT_EQ(violation.verdict, ChangeVerdict::changed);
  EXPECT_LE(violation.change.difference.p, 1e-4);
  EXPECT_LT(violation.change.least_detectable, std::abs(violation.change.difference.mean) / 2);
  for (const char* metric : {"regret", "violation"})
    EXPECT_EQ(line_of(changes, "conomd-fs-ix", metric).verdict, ChangeVerdict::same_values);

  const Changes fresh = compare_files(baseline, run(catalogue_stepping_more_by<2>(), "fresh.db", {"study.seed=2"}));
  EXPECT_EQ(fresh.note, "");
  const ChangeLine unpaired = line_of(fresh, "conomd-fs", "violation");
  EXPECT_GT(unpaired.change.least_detectable, 2 * std::abs(violation.change.difference.mean))
      << "with fresh seeds 32 trials cannot see it, and say so";
}

TEST_F(PlantedChange, EnvironmentsDrawnFromTheSeedAreNamedWhereItIsAnother) {
  std::string drawn = planted_study;
  drawn.replace(drawn.find("kind = \"stationary\""), drawn.find("noise") - drawn.find("kind = \"stationary\""),
                "kind = \"random-instance\"\narms = 3\n");
  const std::string one = ran_study(drawn, standard_catalogue(), folder_.path("one.db"));
  const std::string other = ran_study(drawn, standard_catalogue(), folder_.path("other.db"), {"study.seed=2"});
  EXPECT_TRUE(contains(compare_files(one, other).note, "the environments have other means"));
}

}  // namespace
}  // namespace regretta::fakes
