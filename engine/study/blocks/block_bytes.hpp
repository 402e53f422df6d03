#pragma once
/// The results of a block as bytes: as stored in study files, and the checksum that detects changes to stored
/// values.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "regretta/engine/study/blocks/block.hpp"

namespace regretta {

/// Gives every number a single representation: every NaN becomes the quiet NaN, and -0 becomes 0. A failed trial gets
/// NaN for all numbers of its `shape`.
void make_canonical(BlockResult& block, const TrialShape& shape);

/// The trials of a canonical block as stored, little-endian: the quantities (trials x quantities), the curves (trials x
/// checkpoints x quantities of curves), then for every failed trial its place in the block, the round of failure,
/// length and text of the message.
std::vector<std::byte> block_bytes(const BlockResult& block);

/// Inverse of block_bytes: the trials of `block`, whose range is given. False if `bytes` is not what block_bytes
/// returns for such a block.
bool read_block_bytes(std::span<const std::byte> bytes, const TrialShape& shape, BlockResult& block);

/// Appends a canonical trial without its curve, little-endian: number, quantities, round of failure (-1: none), length
/// and text of the message.
void append_trial(std::vector<std::byte>& out, const TrialResult& trial);

/// Appends the curve of a trial: checkpoints x quantities.
void append_curve(std::vector<std::byte>& out, const TrialResult& trial);

/// Trials of a block without a result, or without a feasible strategy.
struct BlockCounts {
  std::int64_t failed = 0;
  std::int64_t infeasible = 0;  ///< not failed, but OPT is NaN
  bool operator==(const BlockCounts&) const = default;
};
BlockCounts counts_of(const BlockResult& block);

/// 16 hexadecimal digits: XXH3 over content, first trial, number of trials and stored bytes of a block.
std::string block_checksum(std::int64_t content, std::int64_t first, std::int64_t trials,
                           std::span<const std::byte> bytes);

/// 16 hexadecimal digits: XXH3 of a text.
std::string text_checksum(std::string_view text);

}  // namespace regretta
