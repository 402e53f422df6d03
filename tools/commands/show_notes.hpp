#pragma once
/// What `show` says below its tables.

#include <cstdint>
#include <string>
#include <vector>

#include "regretta/engine/evidence/tables/results.hpp"

namespace regretta {

struct ShowNotes {
  bool sure = false;
  bool has_bounds = false;  ///< whether bounds are printed
  bool has_regret = false;
  std::vector<double> needed{};   ///< trials_for_5_percent of the means that are printed
  std::string best{};             ///< who is, as `rank` says it; may be empty
  std::string file{}, program{};  ///< as the commands in the notes name them
};

std::vector<std::string> notes_of(const Results& study, const ShowNotes& shown);

}  // namespace regretta
