// `regretta check` finds each planted fault and names its cause.

#include <gtest/gtest.h>

#include "regretta/tools/check/learner_check.hpp"

#define add_to add_c_library_exp
#include "regretta/tests/conformance/faults/c_library_exp.hpp"
#undef add_to
#include "regretta/tests/conformance/faults/faults.hpp"

namespace regretta {
namespace {

struct PlantedFault {
  void (*add_to)(Catalogue&);
  const char* property;  ///< the first property that does not hold
  const char* cause;     ///< text that the counterexample must contain

  friend void PrintTo(const PlantedFault& fault, std::ostream* out) { *out << fault.property << ", " << fault.cause; }
};

class PlantedFaults : public testing::TestWithParam<PlantedFault> {};

TEST_P(PlantedFaults, AreFoundAndNamed) {
  Catalogue catalogue;
  GetParam().add_to(catalogue);
  for (const Property& property : learner_properties(catalogue.learners.front(), {})) {
    const CheckOutcome outcome = property.check();
    if (property.name != GetParam().property) {
      ASSERT_EQ(outcome.counterexample, "") << "the planted fault is in " << GetParam().property;
      continue;
    }
    EXPECT_NE(outcome.counterexample.find(GetParam().cause), std::string::npos) << outcome.counterexample;
    EXPECT_NE(outcome.counterexample.find("cell \""), std::string::npos) << outcome.counterexample;
    return;
  }
  ADD_FAILURE() << "no property is called " << GetParam().property;
}

INSTANTIATE_TEST_SUITE_P(
    Every, PlantedFaults,
    testing::Values(PlantedFault{faults::add<faults::WallClock>, "clock", "reads the clock"},
                    PlantedFault{faults::add<faults::StaticVariable>, "repeats", "static or global variable"},
                    PlantedFault{faults::add<faults::EarlierTrials>, "company", "remembers a trial that ran before"},
                    PlantedFault{faults::add<faults::NegativeWeight>, "simplex", "is -"},
                    PlantedFault{faults::add<faults::SumNotOne>, "simplex", "x_t sums to 1.0"},
                    PlantedFault{faults::add<faults::NanAtExtremes>, "extremes", "is not a number"},
                    PlantedFault{faults::add<faults::AnyForAll>, "lanes", "does a decision in one lane affect other lanes"},
                    PlantedFault{add_c_library_exp, "lanes", "by rounding: a function of the C library"},
                    PlantedFault{faults::add<faults::SharedByCopies>, "copies", "a copy made after round"}));

}  // namespace
}  // namespace regretta
