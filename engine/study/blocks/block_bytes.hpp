#pragma once
/// A block's results as bytes: curves as they are stored, and the checksum that tells when anything stored has changed.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "regretta/engine/study/blocks/block.hpp"

namespace regretta {

/// One way to write each number: every NaN is the quiet NaN, -0 is 0. A failed trial holds NaN throughout, and as many
/// curve points as its cell has checkpoints.
void make_canonical(BlockResult& block, std::size_t num_checkpoints);

/// Curves of a canonical block: trials x checkpoints x quantities, doubles, little-endian.
std::vector<std::byte> curve_bytes(const BlockResult& block);

/// Gives the trials of `block` their curves back; false if `bytes` has the wrong length for it.
bool read_curve_bytes(std::span<const std::byte> bytes, std::size_t num_checkpoints, BlockResult& block);

/// Appends what identifies a canonical trial, little-endian: number, quantities, round of failure (-1: none), length
/// and text of its message.
void append_trial(std::vector<std::byte>& out, const TrialResult& trial);

/// Appends its curve: checkpoints x quantities.
void append_curve(std::vector<std::byte>& out, const TrialResult& trial);

/// 16 hexadecimal digits: XXH3 over place, quantities, failures and curves of a canonical block.
std::string block_checksum(const BlockResult& block);

/// The same hash over a text.
std::string text_checksum(std::string_view text);

}  // namespace regretta
