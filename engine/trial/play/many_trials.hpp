#pragma once
/// Plays many trials side by side through plain arrays, for learners in other languages
/// (engine/plugin/batch_learner.hpp), and for games that a caller plays step by step. Results are the same, bit
/// for bit, as if the round loop (play.hpp) played the same strategies. Each object is used by one thread.

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "regretta/engine/real/randomness.hpp"
#include "regretta/engine/trial/contract/result.hpp"
#include "regretta/engine/trial/round/cell_work.hpp"

namespace regretta {

enum class FeedbackModel { full, bandit_losses, bandit };
inline constexpr std::array feedback_models = {FeedbackModel::full, FeedbackModel::bandit_losses,
                                               FeedbackModel::bandit};
/// The name of a model: "full", "bandit losses", "bandit".
std::string_view text_of(FeedbackModel model);

/// Arrays to which the feedback of a round is written, for n trials, K arms and m constraints.
struct RoundFeedback {
  std::int64_t* arm = nullptr;  ///< n, from 0; null with full feedback
  double* loss = nullptr;       ///< n; n x K with full feedback
  double* violation = nullptr;  ///< n x m with bandit feedback; otherwise n x m x K
};

/// Memory for the arrays of a RoundFeedback.
class FeedbackBuffer {
 public:
  FeedbackBuffer(const Problem& problem, FeedbackModel model, int count);
  RoundFeedback round() { return {arm_.empty() ? nullptr : arm_.data(), loss_.data(), violation_.data()}; }

 private:
  std::vector<std::int64_t> arm_;
  std::vector<double> loss_, violation_;
};

/// The distributions from which a learner can draw (engine/real/randomness.hpp).
enum class Law { uniform, normal, exponential, gamma, beta };

/// Draws that all n trials make at once: `columns` numbers for each trial, with the indices 0, ..., columns - 1.
struct DrawRequest {
  Law law = Law::uniform;
  int purpose = 0;  ///< DrawName::purpose
  std::int64_t columns = 1;
  const double* a = nullptr;  ///< n x columns: the shape of gamma, or the first shape of beta; else ignored
  const double* b = nullptr;  ///< n x columns: the second shape of beta; else ignored
};

/// Plays n = `count` trials round by round. Arrays are row-major, with a row for each trial.
class ManyTrials {
 public:
  /// Trials first, ..., first + count - 1 of a cell whose facts are set.
  ManyTrials(const CellWork& work, FeedbackModel model, std::int64_t first, int count);
  /// Trials of cells that differ in their adversary: work_of(trial) is the cell of a trial.
  using WorkOf = std::function<const CellWork&(std::int64_t trial)>;
  ManyTrials(const WorkOf& work_of, FeedbackModel model, std::int64_t first, int count);
  ManyTrials(ManyTrials&&) noexcept;
  ~ManyTrials();

  int count() const { return count_; }
  /// Reports all further rounds to `watcher`, which must outlive this object. Throws unless count() is 1.
  void watch(RoundWatcher& watcher);
  /// The learner's draws of round t, n x columns. Throws std::out_of_range as Randomness does.
  void draw(std::int64_t t, const DrawRequest& request, double* drawn) const;
  /// Plays round t (1, 2, ... in order) with strategies x, n x K. A strategy outside the simplex marks its trial
  /// as failed.
  void play(std::int64_t t, const double* x, const RoundFeedback& seen);
  /// Plays round t with point masses: arms has n numbers in 0, ..., K - 1, one per trial.
  void play(std::int64_t t, const std::int64_t* arms, const RoundFeedback& seen);
  /// One result per trial. Call after round T.
  std::vector<TrialResult> results();

  class Group;
  template <class Real>
  struct Strategies;

 private:
  std::vector<std::unique_ptr<Group>> groups_;  ///< single trials and packs, in the order of the trials
  int count_;
};

}  // namespace regretta
