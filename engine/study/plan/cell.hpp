#pragma once
/// A cell of a study, ready to run: one learner setting, one environment setting, one horizon.

#include <cstdint>
#include <deque>
#include <iterator>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/study/plan/content.hpp"
#include "regretta/engine/study/text/study.hpp"

namespace regretta {

/// The data that trials need (CellWork), shared by the cells that differ only in their learner: one environment setting
/// at one horizon. Facts can be expensive, so they are computed once, by the first thread that needs them. A setting
/// has one or more instances, which differ only in their adversary.
class SharedWork {
 public:
  /// `instances`: the adversaries of all instances, beginning with that of `work`; empty if `work` is the only one.
  explicit SharedWork(CellWork work, std::vector<PrepareMeasure> measures = {}, SharedContent content = nullptr,
                      std::vector<std::shared_ptr<const Adversary>> instances = {});

  /// The work of the first instance without facts and measures; cheap. It has the problem, adversary and checkpoints.
  const CellWork& without_facts() const { return work_; }
  std::int64_t instances() const { return std::ssize(prepared_); }
  /// The adversaries of all instances, in order.
  std::vector<const Adversary*> adversaries() const;
  /// The work of an instance with facts, which are computed on the first call. Thread-safe.
  const CellWork& prepared(std::int64_t instance = 0) const;
  /// The part of the content that these cells share.
  const SharedContent& content() const { return content_; }

 private:
  struct Instance {
    std::shared_ptr<const Adversary> adversary;
    std::once_flag once;
    CellWork prepared;
  };

  CellWork work_;  ///< without facts and measures
  std::vector<PrepareMeasure> measures_;
  SharedContent content_;
  mutable std::deque<Instance> prepared_;  ///< a deque, because a std::once_flag cannot be moved
};

struct Cell {
  std::int64_t index = 0;        ///< index in the plan
  SharedContent content;         ///< has two parts: the setting, then the learner
  std::int64_t first_trial = 0;  ///< number of the cell's first trial within its content
  std::int64_t setting = 0;      ///< index among the pairs of an environment setting and a horizon
  std::string learner;           ///< kind
  std::string learner_name;      ///< display name; the kind if the study gives none
  std::string environment;       ///< name; the kind if the study gives none
  std::string environment_kind;
  std::vector<Value> swept;  ///< one per Grid::swept_names; no value where the cell's plugins lack the parameter
  std::shared_ptr<const SharedWork> work;
  BoundLearner bound_learner;

  const Problem& problem() const { return work->without_facts().problem; }
  /// The work of the first instance with facts, which are computed on the first call. Thread-safe.
  const CellWork& prepared() const { return work->prepared(); }
  /// The same for the instance of a trial, which is numbered within the content.
  const CellWork& prepared_for(std::int64_t trial) const {
    return work->prepared(instance_of(trial, work->instances()));
  }
  /// Plays the trials first, ..., first + count - 1 of its content, each in its instance. Throws as RunTrials does.
  std::vector<TrialResult> play(std::int64_t first, std::int64_t count, const RunControl& control) const;
};

/// Estimated cost of one trial of `cell`, roughly in nanoseconds of processor time: proportional to the number of
/// rounds, and growing with the numbers of arms and constraints.
double model_cost(const Cell& cell);

}  // namespace regretta
