#pragma once
/// Noise laws that the round loops call through an interface: those of plugins, and the beta law. Used by noise.hpp.

#include <utility>

#include "regretta/engine/trial/contract/adversary.hpp"

namespace regretta {

/// Maps a uniform draw u in (0, 1) and a mean to a value whose expectation is that mean, lane by lane. Called from many
/// threads.
class NoiseLaw {
 public:
  virtual ~NoiseLaw() = default;
  virtual double loss(double u, double mean) const = 0;              ///< in [0, 1]
  virtual double violation(int i, double u, double mean) const = 0;  ///< of constraint i, in [-1, 1]
  virtual StatePack loss(const StatePack& u, const StatePack& mean) const = 0;
  virtual StatePack violation(int i, const StatePack& u, const StatePack& mean) const = 0;
};

/// A law whose functions are templates over Real: law.loss(u, mean) and law.violation(u, mean).
template <class Law>
class NoiseLawOf final : public NoiseLaw {
 public:
  explicit NoiseLawOf(Law law) : law_(std::move(law)) {}
  double loss(double u, double mean) const override { return law_.loss(u, mean); }
  double violation(int, double u, double mean) const override { return law_.violation(u, mean); }
  StatePack loss(const StatePack& u, const StatePack& mean) const override { return law_.loss(u, mean); }
  StatePack violation(int, const StatePack& u, const StatePack& mean) const override { return law_.violation(u, mean); }

 private:
  Law law_;
};

}  // namespace regretta
