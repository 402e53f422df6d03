// Every quantity is computed and defined.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "regretta/tests/conformance/cells.hpp"
#include "regretta/tools/standard_catalogue.hpp"

namespace regretta {
namespace {

/// Every quantity has a value in at least one environment. A quantity that no code sets is NaN.
TEST(EveryQuantity, IsComputed) {
  const Catalogue catalogue = standard_catalogue();
  std::array<bool, num_quantities> computed{};
  std::array<bool, num_curve_quantities> on_curve{};
  for (const auto& choice : tests::environment_choices()) {
    const CellWork work = tests::cell_of(choice, 500);
    const BoundLearner uniform = catalogue.learner("uniform")->bind({}, work.problem, work.adversary->oblivious());
    for (const TrialResult& trial : uniform.run(work, 0, 8, RunControl{})) {
      for (std::size_t q = 0; q < num_quantities; ++q) computed[q] |= !std::isnan(trial.quantities[q]);
      for (std::size_t k = 0; k < trial.curve.size(); ++k)
        for (std::size_t q = 0; q < num_curve_quantities; ++q) on_curve[q] |= !std::isnan(trial.curve[k][q]);
    }
  }
  for (std::size_t q = 0; q < num_quantities; ++q)
    EXPECT_TRUE(computed[q]) << quantity_names[q]
                             << " is NaN everywhere; engine/trial/round/running_totals.hpp should set it";
  for (std::size_t q = 0; q < num_curve_quantities; ++q)
    EXPECT_TRUE(on_curve[q]) << quantity_name(curve_quantities[q]) << " is NaN on every curve";
}

TEST(EveryQuantity, IsDefined) {
  std::ifstream file(REGRETTA_SOURCE_DIR "/engine/trial/PROTOCOL.md");
  const std::string protocol{std::istreambuf_iterator<char>(file), {}};
  for (const std::string_view name : quantity_names)
    EXPECT_NE(protocol.find("\n| `" + std::string(name) + "` |"), std::string::npos)
        << name << " has no row in engine/trial/PROTOCOL.md";
}

}  // namespace
}  // namespace regretta
