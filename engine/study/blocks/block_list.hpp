#pragma once
/// A list of blocks that takes little memory however long it is: the blocks that a run must play, that a file holds, or
/// that a shard owns.

#include <cstdint>
#include <functional>
#include <iterator>
#include <vector>

#include "regretta/engine/study/blocks/block.hpp"

namespace regretta {

/// Blocks in a given order. Consecutive blocks of a cell are kept as one stretch. Reading is thread-safe.
class BlockList {
 public:
  /// Consecutive trials of a cell in blocks of `per_block`; the last block may be shorter.
  struct Stretch {
    std::int64_t cell = 0;
    std::int64_t first = 0;  ///< trial
    std::int64_t trials = 0;
    std::int64_t per_block = 1;
    std::int64_t before = 0;  ///< blocks before this stretch

    std::int64_t blocks() const { return (trials + per_block - 1) / per_block; }
    BlockRange block(std::int64_t k) const;  ///< 0 <= k < blocks()
  };

  /// Appends a block.
  void add(const BlockRange& block);
  /// Appends `trials` trials of a cell, from `first` on.
  void add_trials(std::int64_t cell, std::int64_t first, std::int64_t trials, std::int64_t per_block);
  /// Sorts by falling cost of a cell's trials. Stretches of the same cost take turns, block by block, so that a run
  /// that is stopped has got about as far in each of these cells. Nothing may be appended afterwards.
  void sort_by_cost(const std::function<double(std::int64_t cell)>& cost);

  bool empty() const { return stretches_.empty(); }
  std::int64_t size() const { return size_; }
  std::int64_t trials() const;
  BlockRange operator[](std::int64_t k) const;  ///< 0 <= k < size()
  const std::vector<Stretch>& stretches() const { return stretches_; }

  class Iterator {
   public:
    using value_type = BlockRange;
    using difference_type = std::ptrdiff_t;
    Iterator() = default;
    Iterator(const BlockList* list, std::int64_t k) : list_(list), k_(k) {}
    BlockRange operator*() const { return (*list_)[k_]; }
    Iterator& operator++() {
      ++k_;
      return *this;
    }
    Iterator operator++(int) { return {list_, k_++}; }
    bool operator==(const Iterator& other) const { return k_ == other.k_; }

   private:
    const BlockList* list_ = nullptr;
    std::int64_t k_ = 0;
  };
  Iterator begin() const { return {this, 0}; }
  Iterator end() const { return {this, size()}; }

 private:
  /// Blocks of `stretches` stretches that take turns, from block `round` of each on.
  struct Turns {
    std::int64_t before = 0;  ///< blocks before these
    std::size_t first = 0;    ///< stretch
    std::int64_t stretches = 0;
    std::int64_t round = 0;
  };

  std::vector<Stretch> stretches_;
  std::vector<Turns> turns_;  ///< empty: one stretch after the other
  std::int64_t size_ = 0;
};

/// What is left to play of `planned`, both ordered by cell and first trial: blocks, or parts of blocks, whose trials
/// are not in `saved`, whose blocks may have any size. Where `saved` ends within a pack, the block that ends there is
/// played anew, with the trials that it lacks: half a pack costs as much as a whole one.
BlockList left_to_play(const BlockList& planned, const BlockList& saved);

}  // namespace regretta
