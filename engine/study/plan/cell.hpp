#pragma once
/// A cell of a study, ready to run: one learner setting, one environment setting, one horizon.

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"

namespace regretta {

/// Shared by the cells that differ only in their learner (one environment setting, one horizon). Facts can be
/// expensive, so they are computed once, on first use, by whichever thread asks first.
class SharedWork {
 public:
  explicit SharedWork(CellWork work, std::vector<PrepareMeasure> measures = {}, std::string content = "")
      : work_(std::move(work)), measures_(std::move(measures)), content_(std::move(content)) {}

  /// Without facts; cheap. For --dry-run and for sizes.
  const CellWork& without_facts() const { return work_; }
  /// With facts. Thread-safe.
  const CellWork& prepared() const;
  /// 16 hexadecimal digits of the environment's name, settings and means, and of the horizon.
  const std::string& content() const { return content_; }

 private:
  CellWork work_;  ///< without facts and measures
  std::vector<PrepareMeasure> measures_;
  std::string content_;
  mutable std::once_flag once_;
  mutable CellWork prepared_;
};

struct Cell {
  std::int64_t index = 0;    ///< in the plan
  std::string content;       ///< 32 hexadecimal digits: those of its setting, then those of the learner's settings
  std::string learner;       ///< kind
  std::string learner_name;  ///< as displayed; the kind if the study gives no name
  std::string environment;   ///< name; the kind if the study gives none
  std::string environment_kind;
  std::vector<Value> swept;       ///< one per Grid::swept_names; no value where the cell's plugins lack the parameter
  Settings learner_settings;      ///< the parameters that the study sets: one value each, of the parameter's type
  Settings environment_settings;  ///< likewise
  std::shared_ptr<const SharedWork> work;
  BoundLearner bound_learner;

  const Problem& problem() const { return work->without_facts().problem; }
  /// CellWork with facts, computed on the first call. Thread-safe.
  const CellWork& prepared() const { return work->prepared(); }
};

}  // namespace regretta
