#pragma once
/// Adds parts of one's own to the environments that ship: a loss or violation process, a corruption, a noise law.
/// tests/consumer/parts.hpp has examples. `entry` gives name, summary and source. Each function throws
/// std::invalid_argument if there is a part of that name.

#include <memory>
#include <string>
#include <utility>

#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/environments/processes/parts.hpp"

namespace regretta {

/// `losses.kind = NAME`: a MeanProcess whose rows are K numbers, Rows(const Rows::Params&, const PartContext&).
template <MeanProcess Rows>
void add_losses(Catalogue& catalogue, EnvironmentEntry entry) {
  catalogue.add_part(losses_entry<Rows>(std::move(entry)));
}

/// `violations.kind = NAME`: a MeanProcess whose rows are m x K numbers, Rows(const Rows::Params&, const PartContext&).
template <MeanProcess Rows>
void add_violations(Catalogue& catalogue, EnvironmentEntry entry) {
  catalogue.add_part(violations_entry<Rows>(std::move(entry)));
}

/// `corruption.kind = NAME`, applied last: apply(const Params&, seed of the study, Adversary&).
template <class Params, class Apply>
void add_corruption(Catalogue& catalogue, EnvironmentEntry entry, Apply apply) {
  catalogue.add_part(part_entry<Params>("corruption", std::move(entry), apply));
}

/// `noise = NAME`, with parameters called noise_...: Law(const Law::Params&), with templates loss(u, mean) and
/// violation(u, mean) over Real (engine/trial/contract/adversary.hpp).
template <class Law>
void add_noise(Catalogue& catalogue, EnvironmentEntry entry) {
  using Params = typename Law::Params;
  catalogue.add_part(
      part_entry<Params>("noise", std::move(entry), [](const Params& params, std::uint64_t, Adversary& adversary) {
        adversary.noise = {.law = std::make_shared<const NoiseLawOf<Law>>(Law(params))};
      }));
}

}  // namespace regretta
