// The engine contains referees for single trials and for eight lanes; the lane law is also tested at other widths.

#include "regretta/engine/trial/round/round.hpp"

namespace regretta {
REGRETTA_REFEREES(Pack<4>)
REGRETTA_REFEREES(Pack<16>)
}  // namespace regretta
