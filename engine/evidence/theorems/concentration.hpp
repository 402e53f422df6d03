#pragma once
/// Checks the paper's concentration lemma for a trial, over all rounds, arms and constraints. Study files do not store
/// the estimates, so the trial is replayed and watched. Used by the theorem ledger.

#include <atomic>
#include <optional>
#include <vector>

#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

/// The largest error of the estimates in a trial, relative to what the lemma allows: the maximum of
///   |ghat_{t,i}(a) - (1/T) sum_t gbar_{t,i}(a)| / (4 sqrt(L / n) + C / n + C / T)
/// over rounds t, arms a that have been observed (n = t with full feedback, N_t(a) with bandit feedback) and
/// constraints i. By the lemma, it exceeds 1 with probability at most delta. Empty if the learner shows no ghat.
class Concentration {
 public:
  /// Keeps a reference to the cell.
  explicit Concentration(const Cell& cell);

  /// `corruption` is the C of the trial. Throws Interrupted once `stop` is set. Thread-safe.
  std::optional<double> worst_share(std::int64_t trial, double corruption, const std::atomic<bool>& stop) const;

 private:
  const Cell& cell_;
  /// Of each instance, over all rounds, m x K by constraint; empty if adaptive: differs between trials.
  std::vector<std::vector<double>> means_;
};

}  // namespace regretta
