#pragma once
/// The cells of tools/check/cells.hpp, and one whose means come from a file.

#include <cstdlib>

#include "regretta/tools/check/cells.hpp"

namespace regretta::tests {

using regretta::EnvironmentChoice;

/// REGRETTA_LONG=1 in the environment asks for tests that take long.
inline bool long_form() { return std::getenv("REGRETTA_LONG") != nullptr; }

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
  return choices;
}

}  // namespace regretta::tests
