#pragma once
/// What is kept of a finished study to compare later studies with: enough for every test of regression.hpp, little
/// enough to commit. From a study file, or from a baseline (baseline.hpp).

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/engine/study/text/study.hpp"

namespace regretta {

struct RecordedCell {
  CellLabel label;          ///< without checkpoints
  std::int64_t trials = 0;  ///< saved
  std::string digest{};     ///< of them, as `regretta digest --cells` has it

  // Of the recorded trials, the first ones; indexed by trial.
  std::vector<std::string> trial_hashes{};               ///< of quantities, curve and failure; "": not saved
  std::vector<std::int64_t> failed{};                    ///< ascending
  std::map<Quantity, std::vector<double>> values{};      ///< NaN where there is none
  std::array<std::string, num_quantities + 1> hashes{};  ///< of all values of each quantity; last, of the curves
};

struct RecordedStudy {
  std::string file{};     ///< it comes from
  std::string name{};     ///< of the study
  std::string version{};  ///< of Regretta, which decides what the bits are
  std::string digest{};
  std::int64_t trials = 0;   ///< planned, per cell; with a stop rule, at most
  std::int64_t planned = 0;  ///< of all cells
  std::int64_t saved = 0;    ///< of all cells
  std::uint64_t seed = 0;
  nlohmann::ordered_json resolved{};
  std::vector<std::string> swept{};
  std::vector<Quantity> quantities{};  ///< with values
  std::vector<RecordedCell> cells{};

  bool whole() const { return saved == planned; }
};

struct RecordOptions {
  std::vector<Quantity> quantities = {Quantity::regret, Quantity::violation};
  std::int64_t most_trials = max_trials;  ///< of each cell
};

/// Reads every block. Throws StudyFileError as StudyReader does.
RecordedStudy record_study(const StudyReader& study, const RecordOptions& options = {});

/// The cells of both, by learner, environment, problem and swept parameters, whatever their order; of several alike,
/// the first one with the first one.
struct MatchedCells {
  struct Pair {
    const RecordedCell* before;
    const RecordedCell* now;
  };
  std::vector<Pair> pairs;  ///< in the order of the old ones
  std::vector<const RecordedCell*> only_old;
  std::vector<const RecordedCell*> only_new;
};
MatchedCells match_cells(const RecordedStudy& before, const RecordedStudy& now);

/// Why the bits of what both hold need not be the same; empty if they must be: the same resolved study (but for its
/// name and its number of trials), computed by the same version.
std::optional<std::string> why_bits_may_differ(const RecordedStudy& before, const RecordedStudy& now);

/// Trials that differ in any bit, of those that both hold; `first` says where, such as "cell 2 (...): trial 9: regret
/// was 0x1.8p+3 (12) and is now 0x1.9p+3 (12.5)".
struct DifferentBits {
  std::int64_t trials = 0;
  std::int64_t of = 0;
  std::int64_t cells = 0;
  std::string first;
};
DifferentBits different_bits(const RecordedStudy& now, const MatchedCells& cells);

/// "cell 3 (conomd-fs in random-instance, learner.beta = 0.4, T = 1000)"
std::string cell_name(const RecordedStudy& study, const RecordedCell& cell);

}  // namespace regretta
