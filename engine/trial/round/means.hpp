#pragma once
/// The means of the current round: common to all trials (oblivious adversaries) or per lane (adaptive ones). Used by
/// round.hpp, which calls enter(t, x_t) and leave(a_t) in every round; rows are laid out as in adversary.hpp.

#include <algorithm>
#include <array>
#include <memory>
#include <type_traits>
#include <vector>

#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/engine/trial/contract/strategy_forms.hpp"

namespace regretta {

/// Copies lanes, bit for bit, between the packs of a round loop and StatePack, for which adversaries and measures are
/// compiled.
template <class Real>
struct Repacking {
  static constexpr std::size_t width = lanes<StatePack>;
  /// The number of StatePacks that cover the lanes of Real.
  static constexpr std::size_t packs = (lanes<Real> + width - 1) / width;

  /// The lane of Real that lane k of pack n copies; surplus lanes copy the last one.
  static std::size_t lane_of(std::size_t n, std::size_t k) {
    return std::min(n * width + k, static_cast<std::size_t>(lanes<Real>) - 1);
  }

  static StatePack part(const Real& from, std::size_t n) {
    std::array<double, static_cast<std::size_t>(lanes<Real>)> values;
    from.store(values.data());
    std::array<double, width> lanes_of_part;
    for (std::size_t k = 0; k < width; ++k) lanes_of_part[k] = values[lane_of(n, k)];
    return StatePack::load(lanes_of_part.data());
  }
  /// `to` is resized to the shape of `from`.
  template <class From, class To>
  static void copy_part(const From& from, std::size_t n, To& to) {
    to.resize(from.rows(), from.cols());
    for (Eigen::Index e = 0; e < from.size(); ++e) to.data()[e] = part(from.data()[e], n);
  }
  static Index<StatePack> part_of_arms(const Index<Real>& arm, std::size_t n) {
    Index<StatePack> arms;
    for (std::size_t k = 0; k < arms.size(); ++k) arms[k] = arm[lane_of(n, k)];
    return arms;
  }

  /// The Real whose lanes are those of the packs value_of(0), value_of(1), ...
  static Real joined(auto value_of) {
    std::array<double, packs * width> values;
    for (std::size_t n = 0; n < packs; ++n) value_of(n).store(values.data() + n * width);
    return Real::load(values.data());
  }
};

/// The state of an adaptive adversary for a round loop of any instruction set or width. States are compiled for
/// StatePack only, so this class holds as many of them as cover the lanes of Real.
template <class Real>
class RepackedState final : public Adaptive<Real> {
 public:
  explicit RepackedState(const AdaptiveStage& stage) {
    for (Part& part : parts_) part.state = stage.pack();
  }

  void move(std::int64_t t, const Vector<Real>& strategy, Means<Real>& means) override {
    for (std::size_t n = 0; n < parts_.size(); ++n) {
      Part& part = parts_[n];
      Parts::copy_part(strategy, n, part.strategy);
      Parts::copy_part(means.loss, n, part.means.loss);
      Parts::copy_part(means.violation, n, part.means.violation);
      part.state->move(t, part.strategy, part.means);
    }
    for (Eigen::Index a = 0; a < means.loss.size(); ++a)
      means.loss[a] = Parts::joined([this, a](std::size_t n) { return parts_[n].means.loss[a]; });
    for (Eigen::Index e = 0; e < means.violation.size(); ++e)
      means.violation.data()[e] =
          Parts::joined([this, e](std::size_t n) { return parts_[n].means.violation.data()[e]; });
  }
  void played(const Index<Real>& arm) override {
    for (std::size_t n = 0; n < parts_.size(); ++n) parts_[n].state->played(Parts::part_of_arms(arm, n));
  }
  Reported<Real> reported() const override {
    std::array<Reported<StatePack>, Parts::packs> reports;
    for (std::size_t n = 0; n < parts_.size(); ++n) reports[n] = parts_[n].state->reported();
    Reported<Real> joined_values;
    for (std::size_t q = 0; q < reports[0].size(); ++q)
      joined_values.emplace_back(reports[0][q].first,
                                 Parts::joined([&](std::size_t n) { return reports[n][q].second; }));
    return joined_values;
  }

 private:
  using Parts = Repacking<Real>;
  struct Part {
    std::unique_ptr<Adaptive<StatePack>> state;
    Vector<StatePack> strategy;
    Means<StatePack> means;
  };
  std::array<Part, Parts::packs> parts_;
};

/// The state of a stage for a round loop over Real.
template <class Real>
std::unique_ptr<Adaptive<Real>> make_state(const AdaptiveStage& stage) {
  if constexpr (std::is_same_v<Real, double>)
    return stage.one_trial();
  else if constexpr (std::is_same_v<Real, StatePack>)
    return stage.pack();
  else
    return std::make_unique<RepackedState<Real>>(stage);
}

/// Reads a MeanRows round by round. Reads a row only if the preceding round visited another one.
class RowReader {
 public:
  RowReader(const MeanRows& rows, std::size_t width) : rows_(&rows), values_(width) {}
  /// Loads the row of round t unless it is loaded already. Rounds must not decrease.
  void enter(std::int64_t t) {
    if (t <= same_until_) return;
    same_until_ = rows_->same_until(t);
    const std::int64_t row = rows_->row_at(t);
    if (row == row_) return;
    row_ = row;
    rows_->read(row, values_);
  }
  const double* data() const { return values_.data(); }
  std::int64_t row() const { return row_; }

 private:
  const MeanRows* rows_;
  std::vector<double> values_;
  std::int64_t same_until_ = 0;
  std::int64_t row_ = -1;
};

/// The mean losses lbar_t and mean violations gbar_t as plain doubles, the same for every trial.
template <class Real>
class ObliviousMeans {
 public:
  using Mean = double;
  static constexpr bool adaptive = false;
  explicit ObliviousMeans(const Adversary& adversary)
      : losses_(adversary.losses, static_cast<std::size_t>(adversary.num_arms)),
        violations_(adversary.violations, static_cast<std::size_t>(adversary.num_arms * adversary.num_constraints)) {}

  /// Loads the means of round t; an oblivious adversary ignores x_t.
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
  /// The numbers of the rows that loss() and violation() hold.
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
  void enter(std::int64_t t, const auto& x) {
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

/// The mean violations that a trial would have had without the environment's corruption, round by round. They are
/// computed from the same strategies and arms, through the same adaptive stages except those of the corruption. Without
/// corruption, they are the means of the trial. Call enter() once per round, t = 1, 2, ..., and then leave().
template <class Real>
class UncorruptedViolations {
 public:
  explicit UncorruptedViolations(const Adversary& adversary)
      : means_(adversary.uncorrupted ? *adversary.uncorrupted : adversary) {}

  void enter(std::int64_t t, const Vector<Real>& strategy) { means_.enter(t, InLanes<Real>{strategy}); }
  /// Ends the round in which these arms were played.
  void leave(const Index<Real>& arm) { means_.leave(arm); }
  /// Entry i K + a: the mean violation of constraint i by arm a in this round, in [-1, 1].
  const Real* data() const { return means_.violation(); }

 private:
  AdaptiveMeans<Real> means_;
};

}  // namespace regretta
