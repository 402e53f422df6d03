#pragma once
#include <vector>

namespace regretta {

/// Holm's step-down procedure (Scandinavian Journal of Statistics 6, 1979): the p-values adjusted for being a family,
/// in the order given. To reject those at most alpha errs anywhere with probability alpha at most, however the tests
/// depend on each other.
std::vector<double> holm_adjusted(const std::vector<double>& p_values);

}  // namespace regretta
