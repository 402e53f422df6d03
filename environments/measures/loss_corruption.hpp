#pragma once
/// `loss-corruption`: by how much losses differ from fixed ones, summed over rounds and arms, as C is of violations.

#include <vector>

#include "regretta/engine/plugin/no_params.hpp"
#include "regretta/engine/trial/books/measure.hpp"
#include "regretta/engine/trial/hindsight/visits.hpp"

namespace regretta {

/// sum_t sum_a |lbar_t(a) - l0(a)|, where l0(a) is the lower median of the losses over t, with an adaptive adversary of
/// the oblivious ones. No fixed losses make it smaller, as long as adaptive stages move each in fewer than half of the
/// rounds.
template <class Real>
class LossCorruption {
 public:
  using Params = NoParams;
  using Facts = std::vector<double>;  ///< l0, K
  static Facts facts(const Params&, const CellWork& work) {
    Visits visits(work.adversary->losses, static_cast<std::size_t>(work.problem.num_arms));
    visits.advance(work.problem.horizon);
    VisitedRows visited(visits);
    Facts medians;
    visited.for_each_column(
        [&](std::size_t, std::span<const double> values) { medians.push_back(visited.lower_median(values)); });
    return medians;
  }

  LossCorruption(const Params&, const CellWork&, const Facts& l0) : l0_(&l0) {}

  void add(const PlayedRound<Real>& round) {
    Real moved(0.0);
    for (Eigen::Index a = 0; a < round.means.loss.size(); ++a)
      moved += abs(round.means.loss[a] - Real((*l0_)[static_cast<std::size_t>(a)]));
    sum_ += moved;
  }
  Real value(std::size_t) const { return sum_; }

 private:
  const Facts* l0_;
  Real sum_{0.0};
};

}  // namespace regretta
