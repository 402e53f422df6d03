#pragma once
/// The results of a block as a message between ranks. Used by ranks.cpp.

#include <cstddef>
#include <span>
#include <vector>

#include "regretta/engine/study/blocks/block.hpp"

namespace regretta {

/// Makes `block` canonical, as it is stored.
std::vector<std::byte> block_message(BlockResult& block, const TrialShape& shape);

/// Throws std::invalid_argument if the bytes are not a block message.
BlockResult read_block_message(std::span<const std::byte> bytes);

}  // namespace regretta
