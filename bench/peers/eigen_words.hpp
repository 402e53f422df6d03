#pragma once
/// 32-bit random words in bulk for the Eigen peer, and recorded words in their place for replays.

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

namespace regretta::peers {

/// Eight xoshiro256++ generators in parallel (Blackman and Vigna), in loops that compilers vectorise.
class XoshiroWords {
 public:
  explicit XoshiroWords(std::uint64_t seed) {
    for (auto& part : state_)
      for (std::uint64_t& word : part) {  // splitmix64, as the authors advise
        seed += 0x9e3779b97f4a7c15U;
        std::uint64_t z = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        word = z ^ (z >> 31);
      }
  }
  /// n <= 128 words, readable up to the next multiple of 16; valid until the next call.
  const std::int32_t* take(std::size_t n) {
    if (next_ + n > size) refill();
    const std::int32_t* words = &words_[next_];
    next_ += n;
    return words;
  }
  /// In [0, 1).
  double unit() {
    const std::int32_t* words = take(2);
    return (static_cast<std::uint32_t>(words[0]) + (static_cast<std::uint32_t>(words[1]) >> 11) * 0x1p-21) * 0x1p-32;
  }

 private:
  static constexpr std::size_t size = 1024;
  using Lanes = std::array<std::uint64_t, 8>;

  void refill() {
    std::array<Lanes, 4> s = state_;
    for (std::size_t k = 0; k < size; k += 16) {
      Lanes words;
      for (std::size_t j = 0; j < 8; ++j) {
        const std::uint64_t sum = s[0][j] + s[3][j];
        words[j] = ((sum << 23) | (sum >> 41)) + s[0][j];
        const std::uint64_t t = s[1][j] << 17;
        s[2][j] ^= s[0][j];
        s[3][j] ^= s[1][j];
        s[1][j] ^= s[2][j];
        s[0][j] ^= s[3][j];
        s[2][j] ^= t;
        s[3][j] = (s[3][j] << 45) | (s[3][j] >> 19);
      }
      std::memcpy(&words_[k], words.data(), sizeof words);
    }
    state_ = s;
    next_ = 0;
  }

  std::array<Lanes, 4> state_{};
  std::array<std::int32_t, size + 16> words_{};
  std::size_t next_ = size;
};

/// p as a threshold: a word is below it with that probability.
inline std::int32_t threshold(double p) { return static_cast<std::int32_t>(p * 0x1p32 - 0x1p31); }

class RecordedWords {
 public:
  explicit RecordedWords(const double* draws) : next_(draws), words_(144) {}
  const std::int32_t* take(std::size_t n) {
    for (std::size_t k = 0; k < n; ++k) words_[k] = threshold(*next_++);
    return words_.data();
  }
  double unit() { return *next_++; }

 private:
  const double* next_;
  std::vector<std::int32_t> words_;
};

}  // namespace regretta::peers
