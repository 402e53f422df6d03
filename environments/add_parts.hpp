#pragma once
/// Adds parts of one's own to the environments that ship: a loss or violation process, a modulation, a corruption, a
/// noise law. `regretta new losses` (violations, modulation, corruption, noise) writes an example of each. Each
/// function throws std::invalid_argument if the catalogue has no environments yet, or a part of that name.

#include <memory>
#include <utility>

#include "regretta/engine/trial/contract/noise_law.hpp"
#include "regretta/environments/parts/parts.hpp"

namespace regretta {

void add_loss_kind(Catalogue& catalogue, PartKind<LossPart> kind);
void add_violation_kind(Catalogue& catalogue, PartKind<ViolationPart> kind);
void add_modulation_kind(Catalogue& catalogue, ChangeKind kind);
void add_corruption_kind(Catalogue& catalogue, ChangeKind kind);
void add_noise_kind(Catalogue& catalogue, NoiseLawKind kind);

/// `losses.kind = NAME`: a MeanProcess whose rows are K numbers, Rows(const Rows::Params&, const PartContext&).
template <MeanProcess Rows>
void add_losses(Catalogue& catalogue, PartText text) {
  using Params = typename Rows::Params;
  const auto build = [](const Settings& settings, const PartContext& known) {
    need_arms(known);
    return LossPart{known.num_arms, Rows(detail::read<Params>(settings), known), {}};
  };
  add_loss_kind(catalogue, {detail::component<Params>("losses", "losses.", std::move(text)), false, build});
}

/// `violations.kind = NAME`: a MeanProcess whose rows are m x K numbers, Rows(const Rows::Params&, const PartContext&).
template <MeanProcess Rows>
void add_violations(Catalogue& catalogue, PartText text) {
  using Params = typename Rows::Params;
  const auto build = [](const Settings& settings, const PartContext& context) {
    PartContext known = context;
    need_arms(known);
    if (known.num_constraints == 0) known.num_constraints = 1;
    return ViolationPart{known.num_arms, known.num_constraints, Rows(detail::read<Params>(settings), known)};
  };
  add_violation_kind(catalogue,
                     {detail::component<Params>("violations", "violations.", std::move(text)), false, build});
}

/// `modulation.kind = NAME`, applied before corruption.
template <class Params, class Apply>
void add_modulation(Catalogue& catalogue, PartText text, Apply apply) {
  add_modulation_kind(catalogue, change_kind<Params>("modulation", std::move(text), apply));
}

/// `corruption.kind = NAME`, applied last.
template <class Params, class Apply>
void add_corruption(Catalogue& catalogue, PartText text, Apply apply) {
  add_corruption_kind(catalogue, change_kind<Params>("corruption", std::move(text), apply));
}

/// `noise = NAME`, with parameters called noise_...: Law(const Law::Params&), with templates loss(u, mean) and
/// violation(u, mean) over Real (engine/trial/contract/noise_law.hpp).
template <class Law>
void add_noise(Catalogue& catalogue, PartText text) {
  using Params = typename Law::Params;
  add_noise_kind(catalogue,
                 {detail::component<Params>("noise", "noise_", std::move(text)), [](const Settings& settings) {
                    return std::make_shared<const NoiseLawOf<Law>>(Law(detail::read<Params>(settings)));
                  }});
}

}  // namespace regretta
