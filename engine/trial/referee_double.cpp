#include "regretta/engine/trial/round.hpp"

namespace regretta {
REGRETTA_REFEREES(double)
}  // namespace regretta
