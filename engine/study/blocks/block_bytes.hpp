#pragma once
/// The results of a block as bytes: curves as stored in study files, and the checksum that detects changes to stored
/// values.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "regretta/engine/study/blocks/block.hpp"

namespace regretta {

/// Gives every number a single representation: every NaN becomes the quiet NaN, and -0 becomes 0. A failed trial gets
/// NaN for all quantities and for `num_checkpoints` curve points.
void make_canonical(BlockResult& block, std::size_t num_checkpoints);

/// The curves of a canonical block: trials x checkpoints x quantities, as little-endian doubles.
std::vector<std::byte> curve_bytes(const BlockResult& block);

/// Inverse of curve_bytes: sets the curves of `block`, whose trials are given. False if `bytes` has the wrong length.
bool read_curve_bytes(std::span<const std::byte> bytes, std::size_t num_checkpoints, BlockResult& block);

/// Appends a canonical trial without its curve, little-endian: number, quantities, round of failure (-1: none), length
/// and text of the message.
void append_trial(std::vector<std::byte>& out, const TrialResult& trial);

/// Appends the curve of a trial: checkpoints x quantities.
void append_curve(std::vector<std::byte>& out, const TrialResult& trial);

/// 16 hexadecimal digits: XXH3 over range, quantities, failures and curves of a canonical block.
std::string block_checksum(const BlockResult& block);

/// 16 hexadecimal digits: XXH3 of a text.
std::string text_checksum(std::string_view text);

}  // namespace regretta
