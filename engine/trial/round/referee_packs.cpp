#include "regretta/engine/trial/round/round.hpp"

namespace regretta {
REGRETTA_REFEREES(Pack<8>)
#if defined(REGRETTA_HERE_AVX512)
REGRETTA_REFEREES(Pack<16>)
#endif
}  // namespace regretta
