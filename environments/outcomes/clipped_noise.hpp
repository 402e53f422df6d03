#pragma once
/// Laws of noise made of clipped normals (clipped_normal.hpp), and rows of their means.

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "regretta/engine/trial/contract/cost_scale.hpp"
#include "regretta/engine/trial/contract/mean_rows.hpp"
#include "regretta/environments/outcomes/clipped_normal.hpp"

namespace regretta {

/// Clipped normals with exactly the given means. Violations that are not those of costs have twice the range.
struct ClippedLaw {
  std::shared_ptr<const ClippedNormal> unit, half;  ///< on [0, 1], and on [-1, 1] scaled to it
  explicit ClippedLaw(double sd)
      : unit(std::make_shared<const ClippedNormal>(sd)), half(std::make_shared<const ClippedNormal>(sd / 2)) {}

  template <class Real>
  Real loss(const Real& u, const Real& mean) const {
    return unit->with_mean(u, mean);
  }
  template <class Real>
  Real violation(const Real& u, const Real& mean) const {
    return fma(half->with_mean(u, fma(mean, Real(0.5), Real(0.5))), Real(2.0), Real(-1.0));
  }
};

/// Clipped normals around the given means, which are then not theirs.
struct AroundNominal {
  std::shared_ptr<const ClippedNormal> unit, half;
  explicit AroundNominal(double sd)
      : unit(std::make_shared<const ClippedNormal>(sd)), half(std::make_shared<const ClippedNormal>(sd / 2)) {}

  template <class Real>
  Real loss(const Real& u, const Real& mean) const {
    return unit->around(u, mean);
  }
  template <class Real>
  Real violation(const Real& u, const Real& mean) const {
    return fma(half->around(u, fma(mean, Real(0.5), Real(0.5))), Real(2.0), Real(-1.0));
  }
};

/// The rows of a process that states nominal means, with the true ones in their place.
class TrueMeans {
 public:
  enum class Of { losses, violations, costs };
  /// scales: of costs, one for each constraint.
  TrueMeans(MeanRows nominal, ClippedLaw law, Of what, std::vector<CostScale> scales, std::size_t num_arms)
      : nominal_(std::move(nominal)),
        law_(std::move(law)),
        what_(what),
        scales_(std::move(scales)),
        num_arms_(num_arms) {}

  std::int64_t num_rows() const { return nominal_.num_rows(); }
  std::int64_t row_at(std::int64_t t) const { return nominal_.row_at(t); }
  std::int64_t same_until(std::int64_t t) const { return nominal_.same_until(t); }
  void read(std::int64_t row, std::span<double> out) const {
    nominal_.read(row, out);
    for (std::size_t e = 0; e < out.size(); ++e) out[e] = true_mean(out[e], e / num_arms_);
  }

 private:
  double true_mean(double nominal, std::size_t constraint) const {
    switch (what_) {
      case Of::losses:
        return law_.unit->true_mean(nominal);
      case Of::violations:
        return 2 * law_.half->true_mean((nominal + 1) / 2) - 1;
      case Of::costs:
        break;
    }
    return scales_[constraint].violation(law_.unit->true_mean(scales_[constraint].cost(nominal)));
  }

  MeanRows nominal_;
  ClippedLaw law_;
  Of what_;
  std::vector<CostScale> scales_;
  std::size_t num_arms_;
};
static_assert(MeanProcess<TrueMeans>);

}  // namespace regretta
