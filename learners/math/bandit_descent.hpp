#pragma once
/// Mirror descent under bandit feedback, where one arm changes in a round: trials are held in lanes or, with many arms,
/// in rows (plays_in_rows), in which a trial whose projection does not move costs no pass over its arms.

#include <variant>

#include "regretta/learners/math/mirror_descent.hpp"
#include "regretta/learners/math/row_weights.hpp"

namespace regretta {

/// Its functions are those of MirrorDescent.
template <class Real>
class BanditDescent {
 public:
  BanditDescent(const Problem& problem, double eta)
      : form_(plays_in_rows(problem) ? Form(std::in_place_type<Rows>, problem, eta)
                                     : Form(std::in_place_type<Lanes>, problem, eta)) {}

  const Vector<Real>& strategy() const {
    return with(*this, [](const auto& x) -> const Vector<Real>& { return x.strategy(); });
  }
  /// See PlaysInRows.
  const RowStrategy<Real>* rows() const {
    const Rows* rows = std::get_if<Rows>(&form_);
    return rows != nullptr ? &rows->weights().strategy() : nullptr;
  }

  PlayedLoss<Real> estimate_losses(const BanditFeedback<Real>& round) const {
    return with(*this, [&](const auto& x) { return x.estimate_losses(round); });
  }
  KlSolution<Real> argmin(const PlayedLoss<Real>& l, const ConstraintSet<Real>& X) {
    return with(*this, [&](auto& x) { return x.argmin(l, X); });
  }
  void assign(const KlSolution<Real>& solution, const UniformShare& share = {}) {
    with(*this, [&](auto& x) { x.assign(solution, share); });
  }

  const ProjectionCounts<Real>& counts() const {
    return with(*this, [](const auto& x) -> const ProjectionCounts<Real>& { return x.counts(); });
  }

 private:
  using Lanes = MirrorDescent<Real>;
  using Rows = MirrorDescent<Real, RowWeights<Real>>;
  using Form = std::variant<Lanes, Rows>;

  template <class Self, class Use>
  REGRETTA_INLINE static decltype(auto) with(Self& self, Use use) {
    auto* rows = std::get_if<Rows>(&self.form_);
    return rows != nullptr ? use(*rows) : use(*std::get_if<Lanes>(&self.form_));
  }

  Form form_;
};

}  // namespace regretta
