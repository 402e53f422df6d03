#pragma once
/// A block: one or more whole packs of consecutive trials of one cell (layout.hpp). Blocks are the unit of work, of
/// saving, and of what a killed run loses. This file converts results to the bytes that study files store, computes the
/// checksums that detect changes to them, and compares results bit by bit (`regretta verify`, `replay`, `compare`).

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "regretta/engine/trial/contract/result.hpp"
#include "regretta/engine/trial/round/quantity_list.hpp"

namespace regretta {

/// Trials first, ..., first + count - 1, numbered within `cell` or, in lists of blocks, within the cell's content
/// (layout.hpp). `first` is a multiple of pack_trials, except in parts of a block.
struct BlockRange {
  std::int64_t cell = 0;
  std::int64_t first = 0;
  int count = 0;

  std::int64_t end() const { return first + count; }
  auto operator<=>(const BlockRange&) const = default;
};

struct BlockResult {
  BlockRange range;
  std::vector<TrialResult> trials;  ///< in trial order; size range.count
  double seconds = 0;               ///< wall time of the worker; for information, not part of the checksum
  double processor_seconds = 0;     ///< processor time of the worker; not saved
};

/// Gives every number a single representation: every NaN becomes the quiet NaN, and -0 becomes 0. A failed trial gets
/// NaN for all numbers of its `shape`.
void make_canonical(BlockResult& block, const TrialShape& shape);

/// The stored bytes of a canonical block, little-endian: the quantities (trials x quantities), the curves (trials x
/// checkpoints x quantities of curves), then for every failed trial its index in the block, the round of failure, and
/// length and text of the message.
std::vector<std::byte> block_bytes(const BlockResult& block);

/// Inverse of block_bytes: sets the trials of `block`, whose range must be set. Returns false if block_bytes cannot
/// have returned `bytes` for such a block.
bool read_block_bytes(std::span<const std::byte> bytes, const TrialShape& shape, BlockResult& block);

/// Appends a canonical trial without its curve, little-endian: number, quantities, round of failure (-1: none), and
/// length and text of the message.
void append_trial(std::vector<std::byte>& out, const TrialResult& trial);

/// Appends the curve of a trial: checkpoints x quantities.
void append_curve(std::vector<std::byte>& out, const TrialResult& trial);

/// Numbers of failed trials and of infeasible trials of a block.
struct BlockCounts {
  std::int64_t failed = 0;
  std::int64_t infeasible = 0;  ///< trials that did not fail, but whose OPT is NaN
  bool operator==(const BlockCounts&) const = default;
};
BlockCounts counts_of(const BlockResult& block);

/// 16 hexadecimal digits: XXH3 over content, first trial, number of trials and stored bytes of a block.
std::string block_checksum(std::int64_t content, std::int64_t first, std::int64_t trials,
                           std::span<const std::byte> bytes);

/// 16 hexadecimal digits: XXH3 of a text.
std::string text_checksum(std::string_view text);

/// `x` in hexadecimal, such as "0x1.8p+3", as printf writes it with %a in the C locale; "inf" or "nan" if not finite.
std::string hex_text(double x);
/// `x` in hexadecimal and decimal, such as "0x1.8p+3 (12)". Different numbers give different texts.
std::string exact_text(double x);

/// The first difference between two canonical results of the same trials, such as "trial 9: regret was 0x1.8p+3 (12)
/// and is now 0x1.9p+3 (12.5)"; empty if all bits agree. Times are not compared.
std::optional<std::string> difference_in_bits(const QuantityList& quantities, const BlockResult& stored,
                                              const BlockResult& now);

}  // namespace regretta
