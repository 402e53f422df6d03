#pragma once
/// The common cell as the engine plays it, and the learners with its parameters.

#include <memory>
#include <span>

#include "regretta/engine/trial/checkpoints.hpp"
#include "regretta/engine/trial/hindsight.hpp"
#include "regretta/engine/trial/learner.hpp"
#include "regretta/engine/trial/play.hpp"
#include "regretta/tools/commands/common_cell.hpp"

namespace regretta {

/// One row for all rounds.
struct OneRow {
  std::vector<double> values;
  std::int64_t horizon;
  std::int64_t num_rows() const { return 1; }
  std::int64_t row_at(std::int64_t) const { return 0; }
  std::int64_t same_until(std::int64_t) const { return horizon; }
  void read(std::int64_t, std::span<double> out) const { std::copy(values.begin(), values.end(), out.begin()); }
};

inline CellWork common_cell_work(const CommonCell& cell) {
  Adversary adversary;
  adversary.num_arms = cell.num_arms;
  adversary.num_constraints = cell.num_constraints;
  adversary.horizon = cell.horizon;
  adversary.losses = MeanRows(OneRow{cell.loss, cell.horizon});
  adversary.violations = MeanRows(OneRow{cell.violation, cell.horizon});
  adversary.noise.kind = NoiseKind::bernoulli;
  CellWork work;
  work.problem = {.horizon = cell.horizon,
                  .num_arms = cell.num_arms,
                  .num_constraints = cell.num_constraints,
                  .delta = CommonCell::delta};
  work.seed = 1;
  work.checkpoints = log_spaced_checkpoints(cell.horizon, 32);
  work.facts = std::make_shared<const CellFacts>(compute_facts(adversary, work.checkpoints));
  work.adversary = std::make_shared<const Adversary>(std::move(adversary));
  return work;
}

template <template <class> class L, class Real>
L<Real> make_for_common_cell(const CellWork& work) {
  typename L<Real>::Params params;
  if constexpr (requires { params.confidence_scale; }) params.confidence_scale = CommonCell::confidence_scale;
  if constexpr (NeedsOracle<L<Real>>) {
    return L<Real>(work.problem, params, work.facts->oracle());
  } else {
    return L<Real>(work.problem, params);
  }
}

}  // namespace regretta
