#pragma once
/// What a search has found, as its results file keeps it for figures: key `found` of table `study`. It follows from the
/// candidates and their trials, and is written anew whenever a search ends.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "regretta/engine/search/outcome.hpp"
#include "regretta/engine/study/file/database.hpp"

namespace regretta {

struct FoundRecord {
  struct AimOf {
    std::string text;
    bool up = true;
  };
  /// A dimension of the space.
  struct Parameter {
    std::string path;                  ///< Dimension::path
    std::vector<std::string> choices;  ///< empty: a number from low to high
    double low = 0, high = 0;
    bool is_log = false;
  };
  /// In the race, after its last trials there.
  struct Played {
    std::int64_t candidate = 0, trials = 0;
    std::vector<double> aims;  ///< means
    bool meets_all = true;     ///< the constraints, in the mean
    /// Of each parameter: its number, or the place of its choice; NaN: a choice makes it meaningless.
    std::vector<double> values{};
  };
  /// On fresh trials.
  struct Judged {
    std::int64_t candidate = 0;
    std::vector<FoundMean> aims;
    bool meets_all = true;  ///< as is shown
    std::optional<FrontStanding> standing{};
  };
  std::vector<AimOf> aims;
  std::vector<Parameter> parameters{};  ///< empty: of a file from before they were kept
  std::int64_t fresh = 0;               ///< trials
  double confidence = 0;                ///< of all intervals together
  std::vector<Played> played;
  std::vector<Judged> judged;  ///< best first
};

using RaceValue = std::function<RaceScore(std::size_t candidate)>;  ///< after its last trials in the race

FoundRecord record_of(const SearchSpace& space, const SearchRules& rules, const SearchOutcome& outcome,
                      const std::vector<Candidate>& candidates, const Race& race, const RaceValue& value);

void store_found(const Database& database, const FoundRecord& record);

/// For a search that goes on.
void forget_found(const Database& database);

/// Empty of a file that is no finished search. Throws StudyFileError for one that is damaged.
std::optional<FoundRecord> stored_found(const Database& database);

}  // namespace regretta
