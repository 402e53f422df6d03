// Eleven learners, each with one planted fault: the check finds each of them and names it.

#define REGRETTA_EVERY_WIDTH  // as when `regretta check` compiles them

#include <gtest/gtest.h>

#include "regretta/tools/check/allocations.hpp"
#include "regretta/tools/check/learner_check.hpp"
#include "regretta/tools/standard_catalogue.hpp"

#define add_to add_addresses
#include "regretta/tests/conformance/faults/addresses.hpp"
#undef add_to
#define add_to add_allocation
#include "regretta/tests/conformance/faults/allocation.hpp"
#undef add_to
#define add_to add_c_library_exp
#include "regretta/tests/conformance/faults/c_library_exp.hpp"
#undef add_to
#define add_to add_earlier_trials
#include "regretta/tests/conformance/faults/earlier_trials.hpp"
#undef add_to
#define add_to add_lane_differs
#include "regretta/tests/conformance/faults/lane_differs.hpp"
#undef add_to
#define add_to add_nan_at_extremes
#include "regretta/tests/conformance/faults/nan_at_extremes.hpp"
#undef add_to
#define add_to add_negative_weight
#include "regretta/tests/conformance/faults/negative_weight.hpp"
#undef add_to
#define add_to add_shared_by_copies
#include "regretta/tests/conformance/faults/shared_by_copies.hpp"
#undef add_to
#define add_to add_static_variable
#include "regretta/tests/conformance/faults/static_variable.hpp"
#undef add_to
#define add_to add_sum_not_one
#include "regretta/tests/conformance/faults/sum_not_one.hpp"
#undef add_to
#define add_to add_wall_clock
#include "regretta/tests/conformance/faults/wall_clock.hpp"
#undef add_to

namespace regretta {
namespace {

struct PlantedFault {
  void (*add_to)(Catalogue&);
  const char* property;  ///< the first one that does not hold
  const char* names;     ///< what its counterexample must say

  friend void PrintTo(const PlantedFault& fault, std::ostream* out) { *out << fault.property << ", " << fault.names; }
};

class PlantedFaults : public testing::TestWithParam<PlantedFault> {};

TEST_P(PlantedFaults, AreFoundAndNamed) {
  if (GetParam().add_to == add_allocation && !can_count_allocations())
    GTEST_SKIP() << "the heap belongs to a sanitizer here";
  Catalogue catalogue;
  GetParam().add_to(catalogue);
  for (const Property& property : learner_properties(catalogue.learners.front(), {}, nullptr)) {
    const CheckOutcome outcome = property.check();
    if (property.name != GetParam().property) {
      ASSERT_EQ(outcome.counterexample, "") << property.name << " is not what is wrong";
      continue;
    }
    EXPECT_NE(outcome.counterexample.find(GetParam().names), std::string::npos) << outcome.counterexample;
    EXPECT_NE(outcome.counterexample.find("cell \""), std::string::npos) << outcome.counterexample;
    return;
  }
  ADD_FAILURE() << "no property is called " << GetParam().property;
}

INSTANTIATE_TEST_SUITE_P(
    Eleven, PlantedFaults,
    testing::Values(PlantedFault{add_wall_clock, "clock", "reads the clock"},
                    PlantedFault{add_addresses, "addresses", "depends on an address"},
                    PlantedFault{add_static_variable, "repeats", "static or global variable"},
                    PlantedFault{add_earlier_trials, "company", "remembers a trial that ran before"},
                    PlantedFault{add_negative_weight, "simplex", "is -"},
                    PlantedFault{add_sum_not_one, "simplex", "x_t sums to 1.0"},
                    PlantedFault{add_nan_at_extremes, "extremes", "is not a number"},
                    PlantedFault{add_lane_differs, "lanes", "one lane decides for others"},
                    PlantedFault{add_c_library_exp, "lanes", "by rounding: a function of the C library"},
                    PlantedFault{add_shared_by_copies, "copies", "a copy made after round"},
                    PlantedFault{add_allocation, "allocation", "in observe"}));

}  // namespace
}  // namespace regretta
