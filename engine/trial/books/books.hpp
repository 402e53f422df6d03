#pragma once
/// The running sums that the quantities of engine/trial/PROTOCOL.md are computed from, for W trials, their values at
/// the checkpoints, and what a trial reports from them. The referee (round.hpp) fills them in.

#include <array>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "regretta/engine/real/real.hpp"
#include "regretta/engine/trial/books/adaptive_path.hpp"
#include "regretta/engine/trial/books/cell_work.hpp"
#include "regretta/engine/trial/books/measure.hpp"
#include "regretta/engine/trial/books/quantity_list.hpp"
#include "regretta/engine/trial/contract/quantity.hpp"
#include "regretta/engine/trial/contract/reported.hpp"
#include "regretta/engine/trial/contract/result.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"

namespace regretta {

/// Per round: one add_loss, one add_violation per constraint, then close.
template <class Real>
class Books {
 public:
  /// The quantities on curves at one checkpoint, in the order of CurvePoint; regrets without OPT.
  using Snapshot = std::array<Real, num_curve_quantities>;

  Books(int num_constraints, std::vector<std::int64_t> checkpoints)
      : checkpoints_(std::move(checkpoints)),
        positive_(Vector<Real>::Constant(num_constraints, Real(0.0))),
        cancelling_(positive_),
        realised_(positive_),
        mixture_positive_(positive_),
        mixture_cancelling_(positive_) {
    snapshots_.reserve(checkpoints_.size());
  }

  void add_loss(Real realised, Real expected) {
    loss_ += realised;
    expected_loss_ += expected;
  }
  /// expected = gbar_{t,i}'x_t, realised = g_{t,i}(a_t).
  void add_violation(int i, Real expected, Real realised) {
    positive_[i] += max(expected, Real(0.0));
    cancelling_[i] += expected;
    realised_[i] += realised;
  }
  /// expected = gbar_{t,i}'x for a meta-learner's mixture x, which is not what it plays.
  void add_mixture_violation(int i, Real expected) {
    mixture_positive_[i] += max(expected, Real(0.0));
    mixture_cancelling_[i] += expected;
  }
  /// Ends round t; returns true at a checkpoint.
  bool close(std::int64_t t) {
    if (t != checkpoints_[snapshots_.size()]) return false;
    snapshot();
    return true;
  }

  /// What a sum of the table has come to (Source, Term): the greatest over the constraints, or the losses, without OPT.
  Real sum(const QuantityInfo& info) const {
    if (info.source == Source::losses) return info.term == Term::realised ? loss_ : expected_loss_;
    const bool mixed = info.source == Source::mixture;
    switch (info.term) {
      case Term::realised:
        return greatest(realised_);
      case Term::expected:
        return greatest(mixed ? mixture_cancelling_ : cancelling_);
      case Term::positive:
        return greatest(mixed ? mixture_positive_ : positive_);
    }
    __builtin_unreachable();
  }

  const std::vector<std::int64_t>& checkpoints() const { return checkpoints_; }
  const std::vector<Snapshot>& snapshots() const { return snapshots_; }

 private:
  /// Out of the way of the round loop.
  [[gnu::cold, gnu::noinline]] void snapshot() {
    Snapshot& point = snapshots_.emplace_back();
    for (std::size_t q = 0; q < point.size(); ++q) point[q] = sum(quantity_info(curve_quantities[q]));
  }
  static Real greatest(const Vector<Real>& sums) {
    Real result = sums[0];
    for (Eigen::Index i = 1; i < sums.size(); ++i) result = max(sums[i], result);
    return result;
  }

  std::vector<std::int64_t> checkpoints_;
  std::vector<Snapshot> snapshots_;
  Real loss_{0.0};
  Real expected_loss_{0.0};
  Vector<Real> positive_;
  Vector<Real> cancelling_;
  Vector<Real> realised_;
  Vector<Real> mixture_positive_;
  Vector<Real> mixture_cancelling_;
};

/// Enters what plugins report of their own (reported.hpp) in the results of trials, one per lane. Names that are not in
/// the table, or that the engine computes, are passed over.
template <class Real>
void enter_reported(std::vector<TrialResult>& trials, const QuantityList& quantities, const Reported<Real>& reported) {
  for (const auto& [name, value] : reported) {
    const auto quantity = quantities.find(name);
    if (!quantity || quantities[*quantity].source < Source::plugin) continue;
    for (std::size_t k = 0; k < trials.size(); ++k) trials[k][*quantity] = lane(value, static_cast<int>(k));
  }
}

}  // namespace regretta

namespace regretta::detail {

/// Takes the place of AdaptivePath for oblivious adversaries, where CellFacts has everything.
struct NoPath {
  template <class... T>
  explicit NoPath(const T&...) {}
};

/// Fills in the measures of lane k and their columns of the curve.
template <class Real>
void report_measures(TrialResult& trial, const CellWork& work, const Measures<Real>& measures, int k) {
  const std::vector<Quantity>& columns = work.quantities.on_curve();
  for (std::size_t q = 0; q < measures.size(); ++q)
    trial[measure_quantity(q)] = measures.value(trial.curve.size() - 1, q, k);
  for (std::size_t column = num_curve_quantities; column < columns.size(); ++column)
    for (std::size_t c = 0; c < trial.curve.size(); ++c)
      trial.curve[c][column] = measures.value(c, index_of(columns[column]) - num_quantities, k);
}

/// Fills in the quantities and the curve of lane k. path: AdaptivePath or NoPath. mixes: the learner has a mixture.
template <class Real, class Path>
void report(TrialResult& trial, const CellWork& work, const Books<Real>& books, const Path& path, bool mixes, int k) {
  static constexpr bool adaptive = !std::is_same_v<Path, NoPath>;
  const CellFacts& facts = *work.facts;
  double opt = not_a_number;
  for (std::size_t c = 0; c < books.snapshots().size(); ++c) {
    opt = facts.opt[c];
    if constexpr (adaptive) opt = path.opt(c, books.checkpoints()[c], k);
    const std::span<double> point = trial.curve.add_point();
    for (std::size_t q = 0; q < num_curve_quantities; ++q) {
      const bool of_losses = quantity_info(curve_quantities[q]).source == Source::losses;
      point[q] = lane(books.snapshots()[c][q], k) - (of_losses ? opt : 0);
    }
  }
  for (QuantityInfo info : quantity_infos) {
    if (info.source == Source::mixture && !mixes) info.source = Source::violations;
    trial[info.quantity] =
        info.is_sum() ? lane(books.sum(info), k) - (info.source == Source::losses ? opt : 0) : info.absent;
  }
  trial[Quantity::opt] = opt;
  trial[Quantity::corruption] = facts.corruption;
  trial[Quantity::corruption_exact] = 1;
  trial[Quantity::rho] = facts.rho;
  trial[Quantity::rho_pure] = facts.rho_pure;
  if constexpr (adaptive) path.report(trial, work.problem.horizon, k);
}

}  // namespace regretta::detail
