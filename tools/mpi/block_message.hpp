#pragma once
/// The results of a block as a message between ranks, in CBOR, which keeps every bit of a double. Used by ranks.cpp.

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "regretta/engine/study/blocks/block.hpp"

namespace regretta {

std::vector<std::uint8_t> block_message(std::size_t part, const BlockResult& block);

/// Throws nlohmann::json::exception if the bytes are not a block message.
std::pair<std::size_t, BlockResult> read_block_message(std::span<const std::uint8_t> bytes);

}  // namespace regretta
