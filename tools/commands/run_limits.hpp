#pragma once
/// How many trials `run --more` and `run --minutes` mean.

#include <cstdint>
#include <string>

#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

/// The trials per cell of this file with so many more. Where an addition of as many is under way, it is that one.
std::int64_t trials_with_more(const std::string& path, std::int64_t more);

/// Sets the most trials per cell to what the minutes allow by the speed measured now, or to what they once were in the
/// file, if it has this rule.
void limit_by_minutes(Plan& plan, double minutes, const std::string& out, int threads);

}  // namespace regretta
