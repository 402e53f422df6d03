#include "regretta/engine/trial/round/noise.hpp"

#include <utility>
#include <vector>

#include "regretta/engine/trial/hindsight/hindsight.hpp"

namespace regretta {
namespace {

class CostLaw final : public NoiseLaw {
 public:
  CostLaw(std::shared_ptr<const NoiseLaw> law, std::vector<CostScale> scales)
      : law_(std::move(law)), scales_(std::move(scales)) {}

  double loss(double u, double mean) const override { return law_->loss(u, mean); }
  StatePack loss(const StatePack& u, const StatePack& mean) const override { return law_->loss(u, mean); }
  double violation(int i, double u, double mean) const override { return realised(i, u, mean); }
  StatePack violation(int i, const StatePack& u, const StatePack& mean) const override { return realised(i, u, mean); }

 private:
  template <class Real>
  Real realised(int i, const Real& u, const Real& mean) const {
    const CostScale& scale = scales_[static_cast<std::size_t>(i)];
    return scale.violation(law_->loss(u, scale.cost(mean)));
  }

  std::shared_ptr<const NoiseLaw> law_;
  std::vector<CostScale> scales_;
};

std::shared_ptr<const NoiseLaw> law_in_unit_interval(const CellWork& work) {
  switch (work.adversary->noise.kind) {
    case NoiseKind::bernoulli:
      return std::make_shared<NoiseLawOf<BernoulliNoise>>(BernoulliNoise(work));
    case NoiseKind::uniform:
      return std::make_shared<NoiseLawOf<UniformNoise>>(UniformNoise(work));
    case NoiseKind::none:
      return std::make_shared<NoiseLawOf<NoNoise>>(NoNoise(work));
    case NoiseKind::beta:
      break;
  }
  return nullptr;
}

}  // namespace

bool has_law(const CellWork& work) {
  const Adversary& adversary = *work.adversary;
  const Noise& noise = adversary.noise;
  return noise.law || noise.kind == NoiseKind::beta || adversary.outcomes || !adversary.budgets.empty() ||
         (!adversary.costs.empty() && noise.kind != NoiseKind::none);
}

std::shared_ptr<const NoiseLaw> law_of(const CellWork& work) {
  const std::shared_ptr<const NoiseLaw> law =
      work.facts->noise_law ? work.facts->noise_law : law_in_unit_interval(work);
  if (work.adversary->costs.empty()) return law;
  return std::make_shared<CostLaw>(law, work.adversary->costs);
}

}  // namespace regretta
