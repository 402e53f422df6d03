#pragma once
/// The environments of tools/check/cells.hpp, and two environments that read their values from a file.

#include <cstdlib>

#include "regretta/tools/check/cells.hpp"

namespace regretta::tests {

using regretta::EnvironmentChoice;

/// Whether the variable REGRETTA_LONG is set.
inline bool plays_long() { return std::getenv("REGRETTA_LONG") != nullptr; }

/// Number of rounds of a test: `if_long` for a long test, else `usual`. With sanitizers, which are about 12 times
/// slower, a quarter of `usual`, which must exceed 416 for the environment with a corruption budget of 500.
inline std::int64_t rounds(std::int64_t usual, std::int64_t if_long) {
  if (plays_long()) return if_long;
#ifdef REGRETTA_SANITIZED
  return usual / 4;
#else
  return usual;
#endif
}

inline CellWork cell_of(const EnvironmentChoice& choice, std::int64_t horizon) {
  return regretta::cell_of(choice, horizon, REGRETTA_SOURCE_DIR "/tools/studies");
}

inline std::vector<EnvironmentChoice> environment_choices() {
  std::vector<EnvironmentChoice> choices = regretta::environment_choices();
  choices.push_back({"trace",
                     "trace",
                     {{"file", std::string("flight_delays_2001.csv")},
                      {"hold", std::int64_t{10}},
                      {"noise", std::string("bernoulli")}}});
  choices.push_back(
      {"rows of a file",
       "composed",
       {{"outcomes.kind", std::string("rows")}, {"outcomes.file", std::string("flight_delays_2001.csv")}}});
  return choices;
}

/// Every `step`th environment. `shift` selects the first: callers pass the number of the learner, so that all learners
/// together cover all environments. Every environment if REGRETTA_LONG is set.
inline std::vector<EnvironmentChoice> some_environments(std::int64_t shift, std::int64_t step = 3) {
  std::vector<EnvironmentChoice> choices = environment_choices();
  if (!plays_long()) std::erase_if(choices, [&](const auto&) { return shift++ % step != 0; });
  return choices;
}

}  // namespace regretta::tests
