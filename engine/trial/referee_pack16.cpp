#include "regretta/engine/trial/round.hpp"

namespace regretta {
REGRETTA_REFEREES(Pack<16>)
}  // namespace regretta
