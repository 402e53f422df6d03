// The confidence widths that learners show to `replay` are never negative, and positive for some learners.

#include <map>

#include "regretta/engine/trial/play/round_watcher.hpp"
#include "regretta/tests/conformance/cells.hpp"
#include "regretta/tests/conformance/shipped_learners.hpp"
#include "regretta/tools/standard_catalogue.hpp"

namespace regretta::internals {
namespace {

/// Records the smallest and the largest width that a learner shows.
class Widths final : public RoundWatcher {
 public:
  void begins(std::int64_t, const Vector<double>&, int) override {}
  void ends(std::int64_t, const Internals& learner) override {
    for (std::size_t k = 0; k < learner.names().size(); ++k)
      if (learner.names()[k].starts_with("width")) {
        least = std::min(learner.values()[k], least);
        largest = std::max(learner.values()[k], largest);
      }
  }
  double least = infinity, largest = -infinity;
};

/// The learners include opb, which adds widths to its observations where other learners subtract them.
TEST(Internals, WidthsAreNeverNegative) {
  const Catalogue catalogue = standard_catalogue();
  std::map<std::string, double> largest;
  for (const char* environment : {"none", "costs with thresholds", "bernoulli, one constraint"}) {
    const CellWork work = tests::cell_of(environment_choice(environment), 600);
    for (const LearnerEntry& entry : catalogue.learners)
      for (const Settings& settings : tests::settings_of(entry.name, work.problem)) {
        Widths widths;
        entry.bind(settings, work.problem, true).run(work, 0, 1, {.watcher = &widths});
        EXPECT_GE(widths.least, -1e-15) << entry.name << " in " << environment;
        largest[entry.name] = std::max(widths.largest, largest[entry.name]);
      }
  }
  for (const char* name : {"opb", "optlp", "ns-lp", "optimistic3", "conomd-fs"})
    EXPECT_GT(largest[name], 0) << name << " shows no positive width";
}

}  // namespace
}  // namespace regretta::internals
