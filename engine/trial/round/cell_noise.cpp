#include "regretta/engine/trial/round/cell_noise.hpp"

#include <type_traits>
#include <utility>
#include <vector>

namespace regretta {
namespace {

/// A law for constraints that are costs: another law, applied to the costs.
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

}  // namespace

bool uses_law_noise(const CellWork& work) {
  const Adversary& adversary = *work.adversary;
  return std::holds_alternative<std::shared_ptr<const NoiseLaw>>(adversary.noise) || adversary.outcomes ||
         !adversary.budgets.empty() || (!adversary.costs.empty() && !std::holds_alternative<NoNoise>(adversary.noise));
}

std::shared_ptr<const NoiseLaw> noise_law_of(const CellWork& work) {
  const auto behind_interface = [](const auto& law) -> std::shared_ptr<const NoiseLaw> {
    if constexpr (requires { law->loss(0.5, 0.5); }) return law;  // already a pointer to a NoiseLaw
    if constexpr (!requires { law->loss(0.5, 0.5); })
      return std::make_shared<const NoiseLawOf<std::remove_cvref_t<decltype(law)>>>(law);
  };
  const auto law = std::visit(behind_interface, work.adversary->noise);
  if (work.adversary->costs.empty()) return law;
  return std::make_shared<CostLaw>(law, work.adversary->costs);
}

}  // namespace regretta
