#pragma once
/// The cells of tools/check/cells.hpp, and one whose means come from a file.

#include <cstdlib>

#include "regretta/tools/check/cells.hpp"

namespace regretta::tests {

using regretta::EnvironmentChoice;

/// If REGRETTA_LONG=1 is in the environment.
inline bool plays_long() { return std::getenv("REGRETTA_LONG") != nullptr; }

/// Rounds of a test: `most` if it plays long, a quarter of the usual ones with sanitizers, which take twelve times as
/// long. (The largest corruption budget, 500, needs more than 416.)
inline std::int64_t rounds(std::int64_t usual, std::int64_t most) {
  if (plays_long()) return most;
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

/// Every `step`th, beginning with the one of this number, so that tests with others together meet all. Every one if
/// REGRETTA_LONG=1.
inline std::vector<EnvironmentChoice> some_environments(std::int64_t first, std::int64_t step = 3) {
  std::vector<EnvironmentChoice> choices = environment_choices();
  if (!plays_long()) std::erase_if(choices, [&](const auto&) { return first++ % step != 0; });
  return choices;
}

}  // namespace regretta::tests
