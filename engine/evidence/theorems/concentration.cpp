#include "regretta/engine/evidence/theorems/concentration.hpp"

#include <algorithm>
#include <cmath>

#include "regretta/engine/study/blocks/run.hpp"
#include "regretta/engine/trial/play/round_record.hpp"

namespace regretta {
namespace {

/// The rows of an oblivious adversary averaged over all rounds.
std::vector<double> average(const MeanRows& rows, std::size_t width, std::int64_t horizon) {
  std::vector<double> row(width), sum(width);
  for (std::int64_t t = 1; t <= horizon;) {
    const std::int64_t until = std::min(rows.same_until(t), horizon);
    rows.read(rows.row_at(t), row);
    for (std::size_t k = 0; k < width; ++k) sum[k] += row[k] * static_cast<double>(until - t + 1);
    t = until + 1;
  }
  for (double& x : sum) x /= static_cast<double>(horizon);
  return sum;
}

/// The same for one trial with an adaptive adversary, whose means depend on the learner. Replays the trial.
std::vector<double> average(const Cell& cell, std::int64_t trial, const std::atomic<bool>& stop) {
  const Problem& problem = cell.problem();
  Matrix<double> sum = Matrix<double>::Zero(problem.num_constraints, problem.num_arms);
  RoundRecorder recorder(cell.prepared_for(trial), trial,
                         [&sum](const RoundRecord& round) { sum += round.mean_violation; });
  advance_alone(cell, trial, {.stop = &stop, .watcher = &recorder});
  std::vector<double> means;
  for (Eigen::Index i = 0; i < sum.rows(); ++i)
    for (Eigen::Index a = 0; a < sum.cols(); ++a) means.push_back(sum(i, a) / static_cast<double>(problem.horizon));
  return means;
}

class Watcher final : public RoundWatcher {
 public:
  Watcher(const Problem& problem, const std::vector<double>& means, double corruption)
      : num_arms_(static_cast<std::size_t>(problem.num_arms)),
        root_(4 * std::sqrt(problem.log_term())),
        corruption_(corruption),
        share_of_corruption_(corruption / static_cast<double>(problem.horizon)),
        means_(means) {}

  void begins(std::int64_t, const Vector<double>&, int) override {}
  void ends(std::int64_t t, const Internals& learner) override {
    if (t == 1) find_columns(learner.names());
    if (!ghat_) return;
    for (std::size_t a = 0; a < num_arms_; ++a) {
      const double n = pulls_ ? learner.values()[*pulls_ + a] : static_cast<double>(t);
      if (n < 1) continue;
      const double allowed = root_ / std::sqrt(n) + corruption_ / n + share_of_corruption_;
      for (std::size_t e = a; e < means_.size(); e += num_arms_)
        worst_ = std::max(worst_, std::abs(learner.values()[*ghat_ + e] - means_[e]) / allowed);
    }
  }
  std::optional<double> worst() const { return ghat_ ? std::optional(worst_) : std::nullopt; }

 private:
  void find_columns(const std::vector<std::string>& names) {
    const auto column = [&names](const char* name) -> std::optional<std::size_t> {
      const auto found = std::ranges::find(names, name);
      return found == names.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - names.begin()));
    };
    ghat_ = column("ghat1_1");
    pulls_ = column("pulls_1");
  }

  std::size_t num_arms_;
  double root_;
  double corruption_;
  double share_of_corruption_;
  const std::vector<double>& means_;
  std::optional<std::size_t> ghat_, pulls_;  ///< the first column of each
  double worst_ = 0;
};

}  // namespace

Concentration::Concentration(const Cell& cell) : cell_(cell) {
  for (const Adversary* adversary : cell.work->adversaries())
    if (adversary->oblivious())
      means_.push_back(average(adversary->violations,
                               static_cast<std::size_t>(adversary->num_constraints * adversary->num_arms),
                               adversary->horizon));
}

std::optional<double> Concentration::worst_share(std::int64_t trial, double corruption,
                                                 const std::atomic<bool>& stop) const {
  const std::vector<double> means =
      means_.empty() ? average(cell_, trial, stop)
                     : means_.at(static_cast<std::size_t>(instance_of(trial, cell_.work->instances())));
  Watcher watcher(cell_.problem(), means, corruption);
  advance_alone(cell_, trial, {.stop = &stop, .watcher = &watcher});
  return watcher.worst();
}

}  // namespace regretta
