#pragma once
/// The means of the current round: common to all trials (oblivious adversaries) or per lane (adaptive ones). Used by
/// round.hpp, which calls enter(t, x_t) and leave(a_t) in every round; rows are laid out as in mean_rows.hpp.

#include <memory>
#include <vector>

#include "regretta/engine/trial/means/repacked_state.hpp"

namespace regretta {

/// Reads a MeanRows round by round, accessing it only when the row changes.
class RowReader {
 public:
  RowReader(const MeanRows& rows, std::size_t width) : rows_(&rows), values_(width) {}
  /// Loads the row of round t; returns false if it is still the previous row. Rounds must not decrease.
  bool enter(std::int64_t t) {
    if (t <= until_) return false;
    until_ = rows_->same_until(t);
    const std::int64_t row = rows_->row_at(t);
    if (row == row_) return false;
    row_ = row;
    rows_->read(row, values_);
    return true;
  }
  const double* data() const { return values_.data(); }
  std::int64_t row() const { return row_; }

 private:
  const MeanRows* rows_;
  std::vector<double> values_;
  std::int64_t until_ = 0;
  std::int64_t row_ = -1;
};

/// lbar_t and gbar_t as plain doubles, the same for every trial.
template <class Real>
class ObliviousMeans {
 public:
  using Mean = double;
  static constexpr bool adaptive = false;
  explicit ObliviousMeans(const Adversary& adversary)
      : losses_(adversary.losses, static_cast<std::size_t>(adversary.num_arms)),
        violations_(adversary.violations, static_cast<std::size_t>(adversary.num_arms * adversary.num_constraints)) {}

  /// x_t is not known to the adversary.
  template <class Form>
  void enter(std::int64_t t, const Form&) {
    enter(t);
  }
  void enter(std::int64_t t) {
    losses_.enter(t);
    violations_.enter(t);
  }
  void leave(const Index<Real>&) {}
  const double* loss() const { return losses_.data(); }
  const double* violation() const { return violations_.data(); }
  /// The rows of the tables that loss() and violation() hold.
  std::array<std::int64_t, 2> rows() const { return {losses_.row(), violations_.row()}; }

 private:
  RowReader losses_;
  RowReader violations_;
};

/// lbar_t and gbar_t per lane, after all adaptive stages.
template <class Real>
class AdaptiveMeans {
 public:
  using Mean = Real;
  static constexpr bool adaptive = true;
  explicit AdaptiveMeans(const Adversary& adversary) : base_(adversary) {
    means_.loss.resize(adversary.num_arms);
    means_.violation.resize(adversary.num_constraints, adversary.num_arms);
    for (const AdaptiveStage& stage : adversary.adaptive) stages_.push_back(make_state<Real>(stage));
  }

  /// x: x_t in one of its forms.
  template <class Form>
  void enter(std::int64_t t, const Form& x) {
    base_.enter(t);
    for (Eigen::Index a = 0; a < means_.loss.size(); ++a) means_.loss[a] = Real(base_.loss()[a]);
    for (Eigen::Index e = 0; e < means_.violation.size(); ++e) means_.violation.data()[e] = Real(base_.violation()[e]);
    for (auto& stage : stages_) stage->move(t, x.vector(), means_);
  }
  void leave(const Index<Real>& arm) {
    for (auto& stage : stages_) stage->played(arm);
  }
  const Real* loss() const { return means_.loss.data(); }
  const Real* violation() const { return means_.violation.data(); }
  const std::vector<std::unique_ptr<Adaptive<Real>>>& stages() const { return stages_; }

 private:
  ObliviousMeans<Real> base_;
  Means<Real> means_;
  std::vector<std::unique_ptr<Adaptive<Real>>> stages_;
};

}  // namespace regretta
