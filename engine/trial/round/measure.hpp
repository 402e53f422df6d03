#pragma once
/// Measures: per-trial quantities that a study adds to the built-in ones (`[study] measures`). A measure is a class
/// template over Real that watches the rounds of the trials in its lanes and reports a value for each:
///
///   template <class Real>
///   class MyMeasure {
///    public:
///     using Params = MyParams;                             // independent of Real; plugin/parameters.hpp
///     MyMeasure(const Params& params, const CellWork& work);
///     void add(const PlayedRound<Real>& round);            // once per round, t = 1, 2, ...
///     Real value(std::size_t checkpoint) const;            // called after the round of this checkpoint, from 0
///   };
///
/// A measure may use facts about the cell, which are computed once and shared by all trials:
///
///     using Facts = ...;
///     static Facts facts(const Params& params, const CellWork& work);  // may use work.facts
///     MyMeasure(const Params& params, const CellWork& work, const Facts& facts);
///
/// Referees call it through Measures; each object is used by one thread.

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <type_traits>
#include <vector>

#include "regretta/engine/real/real.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/engine/trial/contract/strategy_forms.hpp"
#include "regretta/engine/trial/round/cell_work.hpp"
#include "regretta/engine/trial/round/means.hpp"

namespace regretta {

/// A round as a measure sees it, per lane. Valid until the next round.
template <class Real>
struct PlayedRound {
  std::int64_t t = 0;               ///< 1..T
  Vector<Real> strategy;            ///< x_t, K
  Index<Real> arm{};                ///< a_t
  Means<Real> means;                ///< lbar_t and gbar_t
  Real expected_loss{0.0};          ///< lbar_t'x_t
  Vector<Real> expected_violation;  ///< gbar_{t,i}'x_t, m
  Real loss{0.0};                   ///< l_t(a_t)
  Vector<Real> violation;           ///< g_{t,i}(a_t), m
};

/// The interface of a measure for one pack of trials.
template <class Real>
class RunningMeasure {
 public:
  virtual ~RunningMeasure() = default;
  virtual void add(const PlayedRound<Real>& round) = 0;
  virtual Real value(std::size_t checkpoint) const = 0;
};

/// Makes a measure for the trials of one cell. Like the states of adversaries, measures are compiled for double and
/// StatePack only.
struct CellMeasure {
  std::function<std::unique_ptr<RunningMeasure<double>>(const CellWork&)> one_trial;
  std::function<std::unique_ptr<RunningMeasure<StatePack>>(const CellWork&)> pack;
};

namespace detail {

template <class M>
concept HasCellFacts = requires {
  typename M::Facts;
};

/// The facts of a measure, shared by all trials of the cell; null if it has none.
template <class M>
auto shared_facts(const typename M::Params& params, const CellWork& work) {
  if constexpr (HasCellFacts<M>)
    return std::make_shared<const typename M::Facts>(M::facts(params, work));
  else
    return nullptr;
}

template <template <class> class M, class Real, class SharedFacts>
class RunningMeasureOf final : public RunningMeasure<Real> {
 public:
  RunningMeasureOf(const typename M<double>::Params& params, const CellWork& work, SharedFacts facts)
      : facts_(std::move(facts)), measure_(make(params, work, facts_)) {}

  void add(const PlayedRound<Real>& round) override { measure_.add(round); }
  Real value(std::size_t checkpoint) const override { return measure_.value(checkpoint); }

 private:
  static M<Real> make(const typename M<double>::Params& params, const CellWork& work,
                      [[maybe_unused]] const SharedFacts& facts) {
    if constexpr (HasCellFacts<M<double>>)
      return M<Real>(params, work, *facts);
    else
      return M<Real>(params, work);
  }
  SharedFacts facts_;
  M<Real> measure_;
};

}  // namespace detail

/// Prepares the measure M for a cell whose facts are set.
template <template <class> class M>
CellMeasure cell_measure(const typename M<double>::Params& params, const CellWork& work) {
  const auto facts = detail::shared_facts<M<double>>(params, work);
  using SharedFacts = std::remove_const_t<decltype(facts)>;
  const auto maker = [&]<class Real>(std::type_identity<Real>) {
    return [=](const CellWork& cell) {
      return std::make_unique<detail::RunningMeasureOf<M, Real, SharedFacts>>(params, cell, facts);
    };
  };
  return {.one_trial = maker(std::type_identity<double>()), .pack = maker(std::type_identity<StatePack>())};
}

}  // namespace regretta

namespace regretta::detail {

/// A measure for a round loop of any instruction set or width: as many StatePack measures as cover its lanes.
template <class Real>
class RepackedMeasure final : public RunningMeasure<Real> {
 public:
  RepackedMeasure(const CellMeasure& measure, const CellWork& work) {
    for (Part& part : parts_) part.measure = measure.pack(work);
  }

  void add(const PlayedRound<Real>& round) override {
    for (std::size_t n = 0; n < parts_.size(); ++n) {
      PlayedRound<StatePack>& part = parts_[n].round;
      part.t = round.t;
      part.arm = Parts::part_of_arms(round.arm, n);
      part.expected_loss = Parts::part(round.expected_loss, n);
      part.loss = Parts::part(round.loss, n);
      Parts::copy_part(round.strategy, n, part.strategy);
      Parts::copy_part(round.means.loss, n, part.means.loss);
      Parts::copy_part(round.means.violation, n, part.means.violation);
      Parts::copy_part(round.expected_violation, n, part.expected_violation);
      Parts::copy_part(round.violation, n, part.violation);
      parts_[n].measure->add(part);
    }
  }
  Real value(std::size_t checkpoint) const override {
    return Parts::joined([&](std::size_t n) { return parts_[n].measure->value(checkpoint); });
  }

 private:
  using Parts = Repacking<Real>;
  struct Part {
    std::unique_ptr<RunningMeasure<StatePack>> measure;
    PlayedRound<StatePack> round;
  };
  std::array<Part, Parts::packs> parts_;
};

template <class Real>
std::unique_ptr<RunningMeasure<Real>> make_running_measure(const CellMeasure& measure, const CellWork& work) {
  if constexpr (std::is_same_v<Real, double>)
    return measure.one_trial(work);
  else if constexpr (std::is_same_v<Real, StatePack>)
    return measure.pack(work);
  else
    return std::make_unique<RepackedMeasure<Real>>(measure, work);
}

/// All measures of the trials that a referee plays. Passes every round to each of them and stores their values at the
/// checkpoints.
template <class Real>
class Measures {
 public:
  explicit Measures(const CellWork& work) {
    for (const auto& measure : work.measures) measures_.push_back(make_running_measure<Real>(*measure, work));
    if (empty()) return;
    round_.strategy.resize(work.problem.num_arms);
    round_.means.loss.resize(work.problem.num_arms);
    round_.means.violation.resize(work.problem.num_constraints, work.problem.num_arms);
    round_.expected_violation.resize(work.problem.num_constraints);
    round_.violation.resize(work.problem.num_constraints);
    values_.reserve(measures_.size() * work.checkpoints.size());
  }

  bool empty() const { return measures_.empty(); }
  std::size_t size() const { return measures_.size(); }

  /// Passes round t to every measure. violation_of(i) is g_{t,i}(a_t).
  template <class RoundMeans, class ViolationOf>
  [[gnu::noinline]] void add(std::int64_t t, const Vector<Real>& x, const Index<Real>& arm, const RoundMeans& means,
                             Real loss, ViolationOf violation_of) {
    round_.t = t;
    round_.strategy = x;
    round_.arm = arm;
    round_.loss = loss;
    for (Eigen::Index a = 0; a < x.size(); ++a) round_.means.loss[a] = Real(means.loss()[a]);
    for (Eigen::Index e = 0; e < round_.means.violation.size(); ++e)
      round_.means.violation.data()[e] = Real(means.violation()[e]);
    round_.expected_loss = expected(round_.means.loss.data(), x);
    for (Eigen::Index i = 0; i < round_.violation.size(); ++i) {
      round_.expected_violation[i] = expected(round_.means.violation.data() + i * x.size(), x);
      round_.violation[i] = violation_of(static_cast<int>(i));
    }
    for (auto& measure : measures_) measure->add(round_);
  }
  void snapshot() {
    const std::size_t checkpoint = values_.size() / measures_.size();
    for (const auto& measure : measures_) values_.push_back(measure->value(checkpoint));
  }

  /// The value of a measure at a checkpoint, in lane k.
  double value(std::size_t checkpoint, std::size_t measure, int k) const {
    return lane(values_[checkpoint * measures_.size() + measure], k);
  }

 private:
  std::vector<std::unique_ptr<RunningMeasure<Real>>> measures_;
  PlayedRound<Real> round_;
  std::vector<Real> values_;  ///< checkpoints x measures
};

}  // namespace regretta::detail
