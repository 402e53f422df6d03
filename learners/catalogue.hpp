#pragma once
#include "regretta/engine/real/native.hpp"
#include "regretta/engine/study/catalogue.hpp"

namespace regretta {

/// Adds every learner of this folder, its round loop as compiled for an instruction set: native::V3, or, where this
/// build holds it (REGRETTA_WITH_AVX512), native::Avx512.
template <class Isa>
void add_learners(Catalogue& catalogue);
template <>
void add_learners<native::V3>(Catalogue& catalogue);
template <>
void add_learners<native::Avx512>(Catalogue& catalogue);

}  // namespace regretta
