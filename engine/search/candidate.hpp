#pragma once
/// The candidates of a search, and the tables of a results file that keep them: `candidate`, with each as it was
/// proposed, and the key `search` of table `study`, with what they were searched for.

#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "regretta/engine/search/dimension.hpp"
#include "regretta/engine/study/file/database.hpp"

namespace regretta {

struct Candidate {
  std::int64_t number = 0;      ///< from 1
  std::int64_t generation = 0;  ///< those that were proposed together; from 0
  std::string proposer;         ///< "first" of those that were given, "random", or the optimiser with its version
  Point point;
  std::string refusal;         ///< why it is not played; "": it is
  bool is_finalist = false;    ///< it has fresh trials
  std::vector<Point> forms{};  ///< itself and simpler ones (ablation.hpp), which have trials of their own; empty: none
};

/// Entrant::label of its trials in the race, of its fresh trials, and of those of its forms, by their place.
inline std::string label_of(const Candidate& one) { return std::to_string(one.number); }
inline std::string fresh_label(const Candidate& one) { return std::to_string(one.number) + "-fresh"; }
inline std::string form_label(const Candidate& one, std::size_t place) {
  return fmt::format("{}-form{}", one.number, place);
}

/// The trace that a file holds; empty without one. Throws StudyFileError for one that has changed.
std::vector<Candidate> stored_candidates(const Database& database);

/// Writes all of it anew, in one transaction. `search`: what it is a trace of, as JSON text.
void store_candidates(const Database& database, const std::string& search, const std::vector<Candidate>& candidates);

/// The text that store_candidates was given; "" without one.
std::string stored_search(const Database& database);

/// False for what a search leaves that was killed before it began: no file, or one without tables.
bool holds_a_study(const std::string& path);

}  // namespace regretta
