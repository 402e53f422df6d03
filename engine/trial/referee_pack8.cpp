#include "regretta/engine/trial/round.hpp"

namespace regretta {
REGRETTA_REFEREES(Pack<8>)
}  // namespace regretta
