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
///     Real value(std::size_t checkpoint) const;            // after the round of this checkpoint, from 0
///   };
///
/// It may have facts of the cell, which are computed once and shared by all trials:
///
///     using Facts = ...;
///     static Facts facts(const Params& params, const CellWork& work);  // work.facts is set
///     MyMeasure(const Params& params, const CellWork& work, const Facts& facts);
///
/// Referees call it through Measures (measures.hpp); each object is used by one thread.

#include <cstdint>
#include <functional>
#include <memory>
#include <type_traits>

#include "regretta/engine/real/real.hpp"
#include "regretta/engine/trial/books/cell_work.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"

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

/// A measure of one pack of trials.
template <class Real>
class Measuring {
 public:
  virtual ~Measuring() = default;
  virtual void add(const PlayedRound<Real>& round) = 0;
  virtual Real value(std::size_t checkpoint) const = 0;
};

/// Makes measures for the trials of one cell. Like states of adversaries they are compiled for StatePack only.
struct CellMeasure {
  std::function<std::unique_ptr<Measuring<double>>(const CellWork&)> one_trial;
  std::function<std::unique_ptr<Measuring<StatePack>>(const CellWork&)> pack;
};

namespace detail {

template <class M>
concept HasCellFacts = requires {
  typename M::Facts;
};

/// Shared by all trials of the cell; null if the measure has none.
template <class M>
auto shared_facts(const typename M::Params& params, const CellWork& work) {
  if constexpr (HasCellFacts<M>) {
    return std::make_shared<const typename M::Facts>(M::facts(params, work));
  } else {
    return nullptr;
  }
}

template <template <class> class M, class Real, class SharedFacts>
class MeasuringOf final : public Measuring<Real> {
 public:
  MeasuringOf(const typename M<double>::Params& params, const CellWork& work, SharedFacts facts)
      : facts_(std::move(facts)), measure_(make(params, work, facts_)) {}

  void add(const PlayedRound<Real>& round) override { measure_.add(round); }
  Real value(std::size_t checkpoint) const override { return measure_.value(checkpoint); }

 private:
  static M<Real> make(const typename M<double>::Params& params, const CellWork& work,
                      [[maybe_unused]] const SharedFacts& facts) {
    if constexpr (HasCellFacts<M<double>>) {
      return M<Real>(params, work, *facts);
    } else {
      return M<Real>(params, work);
    }
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
      return std::make_unique<detail::MeasuringOf<M, Real, SharedFacts>>(params, cell, facts);
    };
  };
  return {.one_trial = maker(std::type_identity<double>()), .pack = maker(std::type_identity<StatePack>())};
}

}  // namespace regretta
