#pragma once
/// Computes what a trial reports from its running sums. Included only by round.hpp.

#include <type_traits>

#include "regretta/engine/trial/books/books.hpp"
#include "regretta/engine/trial/books/cell_work.hpp"
#include "regretta/engine/trial/books/measures.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/engine/trial/means/adaptive_path.hpp"
#include "regretta/engine/trial/report/result.hpp"

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
