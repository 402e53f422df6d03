#pragma once
/// Entry point of this folder. Called by the standard catalogue (tools/), once, before any study is read.

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/real/native.hpp"

namespace regretta {

/// Adds every learner of this folder, with round loops compiled for the instruction set Isa: native::Baseline, or one
/// of the additional sets of the build (REGRETTA_INSTRUCTION_SETS).
template <class Isa>
void add_learners(Catalogue& catalogue);
template <>
void add_learners<native::Generic>(Catalogue& catalogue);
template <>
void add_learners<native::V3>(Catalogue& catalogue);
template <>
void add_learners<native::Avx512>(Catalogue& catalogue);
template <>
void add_learners<native::Neon>(Catalogue& catalogue);

}  // namespace regretta
