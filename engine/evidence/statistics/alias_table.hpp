#pragma once
/// Values drawn with given probabilities. Used by bootstrap_tail.cpp.

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace regretta {

/// Walker's alias method: draws an index with one 32-bit word, each with a probability proportional to its weight.
class AliasTable {
 public:
  explicit AliasTable(std::vector<double> weights) : entries_(weights.size()) {
    const auto n = weights.size();
    const double mean = std::accumulate(weights.begin(), weights.end(), 0.0) / static_cast<double>(n);
    std::vector<std::size_t> small, large;
    for (std::size_t k = 0; k < n; ++k) {
      weights[k] /= mean;
      entries_[k] = {std::uint64_t{1} << 32U, k};
      (weights[k] < 1 ? small : large).push_back(k);
    }
    while (!small.empty() && !large.empty()) {
      const std::size_t low = small.back(), high = large.back();
      small.pop_back();
      entries_[low] = {static_cast<std::uint64_t>(0x1p32 * weights[low]), high};
      weights[high] -= 1 - weights[low];
      if (weights[high] < 1) {
        large.pop_back();
        small.push_back(high);
      }
    }
  }
  std::size_t operator()(std::uint64_t word) const {
    const std::uint64_t product = (word & 0xffffffffU) * entries_.size();
    const Entry& entry = entries_[product >> 32U];
    return (product & 0xffffffffU) < entry.own ? product >> 32U : entry.other;
  }

 private:
  struct Entry {
    std::uint64_t own;  ///< of 2^32
    std::size_t other;
  };
  std::vector<Entry> entries_;
};

}  // namespace regretta
