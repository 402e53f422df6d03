#pragma once
/// Records every round of one trial, including what its learner did not see. Means and noise are functions of the
/// trial, the round and the strategies so far, so everything can be recomputed from the strategies. Used by `regretta
/// replay`.

#include <functional>
#include <optional>

#include "regretta/engine/trial/means/uncorrupted_violations.hpp"
#include "regretta/engine/trial/play/round_watcher.hpp"

namespace regretta {

/// One round. Valid only during the call that passes it on.
struct RoundRecord {
  std::int64_t t = 0;
  Vector<double> x;                    ///< x_t, K
  int arm = 0;                         ///< a_t, from 0
  Vector<double> mean_loss;            ///< lbar_t, K
  Vector<double> loss;                 ///< l_t, realised, K: every arm, whether revealed or not
  Matrix<double> mean_violation;       ///< gbar_t, m x K
  Matrix<double> violation;            ///< g_t, realised, m x K
  Matrix<double> uncorrupted;          ///< gbar_t before the environment's corruption, m x K; empty: there is none
  const Internals* learner = nullptr;  ///< the learner's state after the round
};

/// Watches a trial and calls `visit` at the end of every round.
class RoundRecorder final : public RoundWatcher {
 public:
  RoundRecorder(const CellWork& work, std::int64_t trial, std::function<void(const RoundRecord&)> visit);
  void begins(std::int64_t t, const Vector<double>& x, int arm) override;
  void ends(std::int64_t t, const Internals& learner) override;

 private:
  using Full = FullFeedback<double>;
  using Bandit = BanditFeedback<double>;
  std::unique_ptr<Referee<double, Full>> means_, realised_;  ///< the same trial without noise, and with it
  std::unique_ptr<Referee<double, Bandit>> played_;          ///< determines the arm
  std::shared_ptr<const Adversary> adversary_;
  std::optional<UncorruptedViolations<double>> uncorrupted_;
  std::function<void(const RoundRecord&)> visit_;
  RoundRecord round_;
};

}  // namespace regretta
