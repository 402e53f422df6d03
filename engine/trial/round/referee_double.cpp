#include "regretta/engine/trial/round/round.hpp"

namespace regretta {
REGRETTA_REFEREES(double)
}  // namespace regretta
