#include <cstdio>

#include "regretta/engine/evidence/stopping.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/tools/standard_catalogue.hpp"

using namespace regretta;

int main() {
  Study study;
  study.name = "embedded";
  study.horizons = {20'000};
  study.environments = {{"stationary",
                         "stationary",
                         {{"loss", std::vector{0.5, 0.2, 0.7}},
                          {"violation", std::vector{std::vector{-0.3, 0.5, -0.3}}},
                          {"corruption.budget", Value::List{0, 4000}},  // swept
                          {"corruption.schedule", "front"},
                          {"corruption.direction", "flatter"}}}};
  study.learners = {{"expopt-conomd", "expopt-conomd"}, {"pd-wa", "pd-wa"}};  // kind, name
  const Plan plan = make_plan(study, standard_catalogue());
  const Results results(play_study(plan, {.policy = usual_policy()}));
  for (const CellLabel& cell : results.cells()) {
    const MeanEstimate violation = results.means(cell, {Quantity::violation}).front();
    std::printf("%s,%s,%.17g,%.17g\n", cell.learner_name.c_str(), plain_text(cell.swept.front()).c_str(),
                violation.mean, violation.interval.high);
  }
}
