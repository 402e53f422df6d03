#pragma once
#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/real/native.hpp"

namespace regretta {

/// Adds every learner of this folder, its round loop as compiled for an instruction set: native::Baseline, or one that
/// the build holds besides (REGRETTA_INSTRUCTION_SETS).
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
