// Referees for packs of 4 and 16 lanes, at which the lane law is also tested. The engine has those for 1 and 8.

#include "regretta/engine/trial/round/round.hpp"

namespace regretta {
REGRETTA_REFEREES(Pack<4>)
REGRETTA_REFEREES(Pack<16>)
}  // namespace regretta
