#include "regretta/engine/trial/round.hpp"

namespace regretta {
REGRETTA_REFEREES(Pack<4>)
}  // namespace regretta
