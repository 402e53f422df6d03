#pragma once
/// Whether there is noise.

#include "regretta/engine/trial/contract/adversary.hpp"

namespace regretta {

/// Whether what is paid and observed are the means themselves.
inline bool values_are_means(const Adversary& adversary) {
  return adversary.noise.kind == NoiseKind::none && !adversary.noise.law && !adversary.outcomes;
}

}  // namespace regretta
