#include "regretta/engine/trial/report/result.hpp"

#include <fmt/format.h>

namespace regretta {

Failure left_simplex(std::int64_t round, double sum, double least) {
  return {round, fmt::format("strategy left the simplex (sum {:f}, least entry {:f}; expected sum 1 and no negative "
                             "entry)",
                             sum, least)};
}

}  // namespace regretta
