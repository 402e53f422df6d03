#pragma once
/// The paper's concentration lemma over all rounds, arms and constraints of a trial, which nothing that is saved tells:
/// the trial is played again and watched.

#include <atomic>
#include <optional>
#include <vector>

#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

/// How far the estimates of a trial ever were from the truth, as a share of what the lemma allows: the largest
///   |ghat_{t,i}(a) - (1/T) sum_t gbar_{t,i}(a)| / (4 sqrt(L / n) + C / n + C / T)
/// over rounds t, arms a that have been observed (n = t with full feedback, N_t(a) with bandit feedback) and
/// constraints i. The lemma: above 1 with probability delta at most. Empty if the learner shows no ghat.
class Concentration {
 public:
  explicit Concentration(const Cell& cell);

  /// corruption: C of that trial. Throws Interrupted once `stop` is set. From any thread.
  std::optional<double> worst_share(std::int64_t trial, double corruption, const std::atomic<bool>& stop) const;

 private:
  const Cell& cell_;
  std::vector<double> means_;  ///< over all rounds, m x K by constraint; empty: adaptive, another one in every trial
};

}  // namespace regretta
