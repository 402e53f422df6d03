// draws_statistics [NUMBERS]: statistical tests of the draws. Prints a table, and fails if a p-value is below 1e-6.
// NUMBERS is the number of 32-bit numbers in the test of correlations for each of the four orders in which words are
// read (orders.hpp), by default 2.5e9.
//
// Every test has many statistics z, each of 2^20 samples or more (a count, or a sum of products), so that z is nearly
// standard normal if the words are independent and uniform. One p-value is for the largest |z|, by the union bound. The
// other is for the sum of z^2, which is nearly normal because there are many.

#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>

#include "regretta/tests/draws/orders.hpp"

namespace regretta {
namespace {

bool failed = false;

void report(const std::string& name, double samples, const std::vector<double>& z) {
  double largest = 0, squares = 0;
  for (const double value : z) {
    largest = std::max(largest, std::abs(value));
    squares += value * value;
  }
  const auto cells = static_cast<double>(z.size());
  const double p_largest = std::min(1.0, cells * std::erfc(largest / std::sqrt(2.0)));
  const double excess = (squares - cells) / std::sqrt(2 * cells);
  const double p_squares = std::erfc(std::abs(excess) / std::sqrt(2.0));
  failed |= p_largest < 1e-6 || p_squares < 1e-6;
  std::printf("%-34s %9.3g %7.0f %10.2f %8.2g %12.3f %8.2g\n", name.c_str(), samples, cells, largest, p_largest,
              squares / cells, p_squares);
  std::fflush(stdout);
}

struct Address {
  std::uint64_t seed = 0;
  std::uint32_t trial = 0, round = 0, group = 0, purpose = 0;

  std::uint64_t word() const {
    return Draws<double>(seed, trial)
        .word(static_cast<Stream>(purpose & 0xFFU), round, group, static_cast<int>(purpose >> 8U));
  }
  /// Flips one of the 180 bits of seed, trial, round, group and purpose (stream: 8 bits; the lowest 12 of
  /// the 24 bits of the part).
  void flip(int bit) {
    if (bit < 64) {
      seed ^= std::uint64_t{1} << bit;
    } else {
      std::uint32_t* const fields[] = {&trial, &round, &group, &purpose};
      *fields[(bit - 64) / 32] ^= 1U << (bit - 64) % 32;
    }
  }
};
constexpr int address_bits = 180;

/// A random address with small numbers, as in studies.
Address random_address(std::mt19937_64& random) {
  const auto below = [&](unsigned n) { return static_cast<std::uint32_t>(random() % n); };
  return {below(1000), below(10'000), below(1'000'000), below(100), below(5) | below(4) << 8U};
}

/// Tests how often each bit of a word changes when one bit of its address changes: 180 x 64 cells.
void avalanche(int samples) {
  std::mt19937_64 random(1);
  std::vector<std::int64_t> changed(address_bits * 64);
  for (int n = 0; n < samples; ++n) {
    const Address address = random_address(random);
    const std::uint64_t before = address.word();
    for (int bit = 0; bit < address_bits; ++bit) {
      Address flipped = address;
      flipped.flip(bit);
      const std::uint64_t flips = before ^ flipped.word();
      for (int k = 0; k < 64; ++k) changed[static_cast<std::size_t>(bit * 64 + k)] += flips >> k & 1U;
    }
  }
  std::vector<double> z;
  for (const std::int64_t count : changed)
    z.push_back((2 * static_cast<double>(count) - samples) / std::sqrt(static_cast<double>(samples)));
  report("avalanche of address bits", samples, z);
}

/// Counts how often bit i of the first word of a pair differs from bit j of the second: 64 x 64 cells.
class Agreement {
 public:
  void add(std::uint64_t first, std::uint64_t second) {
    for (std::size_t k = 0; k < 64; ++k) {  // bit `filled_` of row k is bit k of the word
      rows_[0][k] |= (first >> k & 1U) << filled_;
      rows_[1][k] |= (second >> k & 1U) << filled_;
    }
    if (++filled_ < 64) return;
    for (std::size_t i = 0; i < 64; ++i)
      for (std::size_t j = 0; j < 64; ++j) differ_[64 * i + j] += std::popcount(rows_[0][i] ^ rows_[1][j]);
    samples_ += 64;
    rows_ = {};
    filled_ = 0;
  }
  /// Reports the test. within: the words of a pair are equal, so that only i < j is used.
  void report_as(const std::string& name, bool within = false) const {
    std::vector<double> z;
    const auto n = static_cast<double>(samples_);
    for (std::size_t i = 0; i < 64; ++i)
      for (std::size_t j = within ? i + 1 : 0; j < 64; ++j)
        z.push_back((2 * static_cast<double>(differ_[64 * i + j]) - n) / std::sqrt(n));
    report(name, n, z);
  }

 private:
  std::array<std::array<std::uint64_t, 64>, 2> rows_{};
  std::array<std::int64_t, 4096> differ_{};
  std::int64_t samples_ = 0;
  unsigned filled_ = 0;
};

/// Compares bits within a word, and between words of trials 2k and 2k + 1 (the two halves of an AES block), of
/// adjacent arms and of adjacent rounds.
void agreements(int samples) {
  std::mt19937_64 random(2);
  Agreement halves, within, arms, rounds;
  for (int n = 0; n < samples; ++n) {
    Address address = random_address(random);
    address.trial &= ~1U;
    const std::uint64_t word = address.word();
    within.add(word, word);
    Address next = address;
    ++next.trial;
    halves.add(word, next.word());
    next = address;
    ++next.group;
    arms.add(word, next.word());
    next = address;
    ++next.round;
    rounds.add(word, next.word());
  }
  within.report_as("pairs of bits of a word", true);
  halves.report_as("pairs of bits of a block's halves");
  arms.report_as("pairs of bits, arms a and a + 1");
  rounds.report_as("pairs of bits, rounds t and t + 1");
}

constexpr std::size_t lags = 64;

/// Tests the correlations of the 32-bit numbers of an order at lags 1 to 64: 64 cells.
void correlations(std::size_t order, double numbers) {
  constexpr std::size_t piece = 4096;
  std::array<float, lags + piece> x{};  // the last 64 numbers of the previous piece, then a piece
  std::array<double, lags> sums{};
  const auto pieces = static_cast<std::uint64_t>(numbers / piece) + 1;
  for (std::uint64_t p = 0; p < pieces; ++p) {
    std::copy(x.end() - lags, x.end(), x.begin());
    std::size_t k = lags;
    words_by(orders[order], p * piece / 2, piece / 2, [&](std::uint64_t word) {
      x[k++] = static_cast<float>(static_cast<std::int32_t>(word)) * 0x1p-32F;
      x[k++] = static_cast<float>(static_cast<std::int32_t>(word >> 32U)) * 0x1p-32F;
    });
    for (std::size_t lag = 1; lag <= lags; ++lag) {
      std::array<float, 16> sum{};
      for (std::size_t i = lags; i < lags + piece; i += sum.size())
        for (std::size_t s = 0; s < sum.size(); ++s) sum[s] += x[i + s] * x[i + s - lag];
      for (const float value : sum) sums[lag - 1] += static_cast<double>(value);
    }
  }
  const double n = static_cast<double>(pieces) * piece;
  std::vector<double> z;
  for (const double sum : sums) z.push_back(12 * sum / std::sqrt(n));  // a product of two numbers has variance 1 / 144
  report("lags 1 to 64, by " + std::string(order_names[order]), n, z);
}

}  // namespace
}  // namespace regretta

int main(int argc, char** argv) {
  const double numbers = argc > 1 ? std::atof(argv[1]) : 2.5e9;
  std::printf("%-34s %9s %7s %10s %8s %12s %8s\n", "test", "samples", "cells", "largest |z|", "p", "mean z^2", "p");
  regretta::avalanche(1 << 20);
  regretta::agreements(1 << 24);
  for (std::size_t order = 0; order < std::size(regretta::orders); ++order) regretta::correlations(order, numbers);
  return regretta::failed ? 1 : 0;
}
