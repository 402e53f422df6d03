// Referees for packs of 4 and 16 lanes, for tests of the lane law. The engine has referees for 1 and 8 lanes.

#include "regretta/engine/trial/round/round.hpp"

namespace regretta {
REGRETTA_REFEREES(Pack<4>)
REGRETTA_REFEREES(Pack<16>)
}  // namespace regretta
