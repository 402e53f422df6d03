#pragma once
/// Study + Catalogue -> cells. Every error of a study surfaces in `make_plan`, before anything is written.

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/study/text/study.hpp"

namespace regretta {

/// What the cells of one environment point (setting x horizon) share: cells with different learners hold the same
/// SharedWork. Facts can be expensive, so they are computed when first asked for, once, by whichever thread asks.
class SharedWork {
 public:
  explicit SharedWork(CellWork work) : work_(std::move(work)) {}
  SharedWork(const SharedWork&) = delete;
  SharedWork& operator=(const SharedWork&) = delete;

  /// Without facts: cheap, for --dry-run and for sizes.
  const CellWork& sketch() const { return work_; }
  /// With facts; safe from any number of threads.
  const CellWork& prepared() const;

 private:
  CellWork work_;  ///< facts stay null
  mutable std::once_flag once_;
  mutable CellWork prepared_;
};

/// One learner setting x one environment setting x one horizon.
struct Cell {
  std::int64_t index = 0;    ///< place in Plan::cells
  std::string learner;       ///< kind
  std::string learner_name;  ///< as displayed, else kind
  std::string environment;   ///< name, else kind
  std::string environment_kind;
  /// This cell's values of the plan's swept parameters, named "learner.PARAM" or "environment.PARAM", in the order of
  /// Plan::swept_names; a parameter that this cell's plugins lack is absent.
  std::vector<std::pair<std::string, Value>> parameters;
  Settings learner_settings;      ///< one value each, of the parameter's type; what the study leaves out is left out
  Settings environment_settings;  ///< likewise
  std::shared_ptr<const SharedWork> work;
  BoundLearner learner_bound;

  const Problem& problem() const { return work->sketch().problem; }
  /// CellWork with facts; computed on the first call, safe from any thread.
  const CellWork& prepared() const { return work->prepared(); }
};

/// A study ready to run.
struct Plan {
  Study study;
  std::vector<Cell> cells;  ///< environment-major: environments x their grids x horizons x learners x their grids
  std::vector<std::string> swept_names;  ///< columns of exports: the cells' parameters, learner.* then environment.*
  nlohmann::ordered_json resolved;  ///< every effective setting, defaults included; two equal ones give equal results
};

/// The most cells a study may have.
inline constexpr std::int64_t max_cells = 1'000'000;

/// Throws StudyError. Builds every adversary and binds every learner, but computes no facts.
Plan make_plan(const Study& study, const Catalogue& catalogue);

/// Compares two `resolved`: empty if equal, else the first key that differs, with both values, such as
/// "study.trials was 64 and is now 128".
std::optional<std::string> first_difference(const nlohmann::ordered_json& stored, const nlohmann::ordered_json& now);

}  // namespace regretta
