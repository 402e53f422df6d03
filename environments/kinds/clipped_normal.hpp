#pragma once
/// `noise = "clipped-normal"`: a normal draw around a nominal mean, clipped to the range of the value. Its true mean
/// differs from the nominal one near the ends of the range. Laws of noise made of them, and rows of their means.

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/real/real.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/engine/trial/contract/problem.hpp"

namespace regretta {

/// Phi(x), to 1e-15. The C library's functions differ between machines.
double normal_probability(double x);

/// The inverse of Phi for u in (0, 1): algorithm AS 241 (Wichura, Applied Statistics 37, 1988), to 1e-15, for the
/// resolution of noise: not nearer to 0 or 1 than e^-25.
template <class Real>
Real normal_quantile(const Real& u) {
  const auto ratio = [](const Real& x, const double(&a)[8], const double(&b)[8]) {
    Real above(a[7]), below(b[7]);
    for (int k = 6; k >= 0; --k) {
      above = fma(above, x, Real(a[k]));
      below = fma(below, x, Real(b[k]));
    }
    return above / below;
  };
  static constexpr double a[8] = {3.3871328727963666080e0,  1.3314166789178437745e+2, 1.9715909503065514427e+3,
                                  1.3731693765509461125e+4, 4.5921953931549871457e+4, 6.7265770927008700853e+4,
                                  3.3430575583588128105e+4, 2.5090809287301226727e+3};
  static constexpr double b[8] = {1.0,
                                  4.2313330701600911252e+1,
                                  6.8718700749205790830e+2,
                                  5.3941960214247511077e+3,
                                  2.1213794301586595867e+4,
                                  3.9307895800092710610e+4,
                                  2.8729085735721942674e+4,
                                  5.2264952788528545610e+3};
  static constexpr double c[8] = {1.42343711074968357734e0,  4.63033784615654529590e0, 5.76949722146069140550e0,
                                  3.64784832476320460504e0,  1.27045825245236838258e0, 2.41780725177450611770e-1,
                                  2.27238449892691845833e-2, 7.74545014278341407640e-4};
  static constexpr double d[8] = {1.0,
                                  2.05319162663775882187e0,
                                  1.67638483018380384940e0,
                                  6.89767334985100004550e-1,
                                  1.48103976427480074590e-1,
                                  1.51986665636164571966e-2,
                                  5.47593808499534494600e-4,
                                  1.05075007164441684324e-9};
  const Real q = u - Real(0.5);
  const Real central = q * ratio(fma(-q, q, Real(0.180625)), a, b);
  const Real tail = ratio(sqrt(-log(min(u, Real(1.0) - u))) - Real(1.6), c, d);
  const Real outside = select(q < Real(0.0), -tail, tail);
  return select(abs(q) < Real(0.425), central, outside);
}

/// On [0, 1], with standard deviation sd before clipping.
class ClippedNormal {
 public:
  explicit ClippedNormal(double sd);

  /// The mean of what this nominal mean gives. It grows with it.
  double true_mean(double nominal) const;

  /// Around this nominal mean, which is not its mean.
  template <class Real>
  Real around(const Real& u, const Real& nominal) const {
    return clipped(nominal, normal_quantile(u));
  }
  /// With exactly this mean: between those of the two nearest of a grid, the value for the same u in proportion.
  template <class Real>
  Real with_mean(const Real& u, const Real& mean) const {
    const Real position = min(max(mean, Real(0.0)), Real(1.0)) * Real(cells);
    const Index<Real> at = to_index(min(position, Real(cells - 1.0)));
    Index<Real> next = at;
    for (auto& k : next) ++k;
    const Real z = normal_quantile(u), low = clipped(gather<Real>(nominal_.data(), at), z);
    return fma(position - from_index<Real>(at), clipped(gather<Real>(nominal_.data(), next), z) - low, low);
  }

 private:
  static constexpr int cells = 1024;
  double within(double nominal) const;  ///< the probability that nothing is clipped
  template <class Real>
  Real clipped(const Real& nominal, const Real& z) const {
    return min(max(fma(Real(sd_), z, nominal), Real(0.0)), Real(1.0));
  }

  double sd_;
  std::vector<double> nominal_;  ///< of the true means 0, 1 / cells, ..., 1
};

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
