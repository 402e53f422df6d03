#pragma once
/// A digest of the environments' means, which reveals that a trace has been edited.

#include <cstdint>
#include <string>
#include <vector>

#include "regretta/engine/trial/contract/adversary.hpp"

namespace regretta {

/// 16 hexadecimal digits that cover the adversaries' rows of means and the rounds in which they are visited: all rows
/// of a trace, but only a sample where a large grid of long tables would take too long.
std::string means_digest(const std::vector<const Adversary*>& adversaries);
/// The same of at most `rows_each` rows and visits of each.
std::string means_digest(const std::vector<const Adversary*>& adversaries, std::int64_t rows_each);

}  // namespace regretta
