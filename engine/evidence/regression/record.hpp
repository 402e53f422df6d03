#pragma once
/// The record of a study for later comparisons: hashes of all results, and the values of some quantities. It is read
/// from a study file or from a baseline (baseline.hpp).

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/study/text/study.hpp"

namespace regretta {

struct RecordedCell {
  CellLabel label;          ///< label of the cell, without checkpoints
  std::int64_t trials = 0;  ///< number of saved trials
  std::string digest{};     ///< digest of all saved trials, as printed by `regretta digest --cells`
  std::map<std::string, std::string> plugins{};  ///< hashes of users' plugins by name, such as "learner mine"

  // Only the first trials are recorded in detail (RecordOptions::most_trials). Lists are indexed by trial.
  std::vector<std::string> trial_hashes{};              ///< hash of quantities, curve and failure; "" if not saved
  std::vector<std::int64_t> failed{};                   ///< failed trials, ascending
  std::map<std::string, std::vector<double>> values{};  ///< values by quantity; NaN if a trial has no value
  std::vector<std::string>
      hashes{};  ///< hash of all values of each quantity of the study; last, the hash of the curves
};

struct RecordedStudy {
  std::string file{};  ///< the file from which the record was read
  std::string name{};
  std::string version{};  ///< version of Regretta; equal bits are promised only for equal versions
  std::string engine{};   ///< engine_identity() of the program that played the study; "" if unknown
  std::string digest{};
  std::int64_t trials = 0;   ///< planned per cell; with a stop rule, the maximum
  std::int64_t planned = 0;  ///< planned trials of all cells
  std::int64_t saved = 0;    ///< saved trials of all cells
  std::uint64_t seed = 0;
  nlohmann::ordered_json resolved{};
  std::vector<std::string> swept{};
  std::vector<std::string> quantities{};  ///< quantities with recorded values
  std::vector<RecordedCell> cells{};

  bool whole() const { return saved == planned; }
  std::int64_t instances() const;  ///< Study::instances
  /// The names of the built-in quantities and of the study's measures.
  std::vector<std::string> all_quantities() const;
};

struct RecordOptions {
  std::vector<std::string> quantities = {"regret", "violation"};
  std::int64_t most_trials = max_trials;  ///< maximum number of trials recorded per cell
};

/// Records a study; reads every block. Throws std::invalid_argument for unknown quantities, and StudyFileError as
/// Results does.
RecordedStudy record_study(const Results& study, const RecordOptions& options = {});

/// The cells of two studies, matched by learner, environment, problem and swept parameters, whatever their order. Cells
/// with the same key are matched in order.
struct MatchedCells {
  struct Pair {
    const RecordedCell* before;
    const RecordedCell* now;
  };
  std::vector<Pair> pairs;  ///< matching cells, in the order of the old cells
  std::vector<const RecordedCell*> only_old;
  std::vector<const RecordedCell*> only_new;
};
MatchedCells match_cells(const RecordedStudy& before, const RecordedStudy& now);

/// Why the bits of common trials of these cells may differ; empty if they must agree. They must agree if the same
/// version played the same resolved study. The study's name, its number of trials, and the parameters of plugins that
/// occur only in other cells may differ.
std::optional<std::string> why_bits_may_differ(const RecordedStudy& before, const RecordedStudy& now,
                                               const std::vector<MatchedCells::Pair>& cells);

/// The plugins whose hashes differ between the two cells, or that occur in only one of them; none if one has no trials.
std::vector<std::string> changed_plugins(const MatchedCells::Pair& cell);

/// Bitwise differences between the trials that cells of two studies have in common.
struct DifferentBits {
  std::int64_t trials = 0;  ///< number of trials that differ in any bit
  std::int64_t compared_trials = 0;
  std::int64_t cells = 0;  ///< number of cells with such trials
  std::int64_t compared_cells = 0;
  std::string first;  ///< the first difference, such as "cell 2 (...): trial 9: regret was 12 and is now 12.5"
};
DifferentBits different_bits(const RecordedStudy& now, const std::vector<MatchedCells::Pair>& cells);

/// A cell as text, such as "cell 3 (conomd-fs in random-instance, learner.beta = 0.4, T = 1000)".
std::string cell_name(const RecordedStudy& study, const RecordedCell& cell);

}  // namespace regretta
