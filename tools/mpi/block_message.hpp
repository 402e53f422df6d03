#pragma once
/// A block's results on their way from one rank to another: CBOR, every bit of a double kept.

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "regretta/engine/study/blocks/block.hpp"

namespace regretta {

std::vector<std::uint8_t> block_message(std::size_t part, const BlockResult& block);

/// Throws nlohmann::json::exception for what is no block message.
std::pair<std::size_t, BlockResult> read_block_message(std::span<const std::uint8_t> bytes);

}  // namespace regretta
