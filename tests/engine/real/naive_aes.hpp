#pragma once
/// AES from its definition (FIPS 197), byte by byte; shares nothing with engine/real/ars.

#include <array>
#include <cstdint>
#include <vector>

namespace regretta::naive {

using Bytes = std::array<std::uint8_t, 16>;  ///< byte 4 c + r is in row r of column c

/// Product in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1.
inline unsigned product(unsigned a, unsigned b) {
  unsigned result = 0;
  for (; b != 0; b /= 2) {
    if (b % 2 == 1) result ^= a;
    a *= 2;
    if (a >= 256) a ^= 0x11B;
  }
  return result;
}

inline std::uint8_t substitute(unsigned a) {
  static const auto table = [] {
    std::array<std::uint8_t, 256> all{};
    for (unsigned x = 0; x < 256; ++x) {
      unsigned inverse = 0;
      while (x != 0 && product(x, inverse) != 1) ++inverse;
      for (unsigned bit = 0; bit < 8; ++bit) {
        unsigned sum = 0x63U >> bit;
        for (const unsigned from : {bit, bit + 4, bit + 5, bit + 6, bit + 7}) sum ^= inverse >> from % 8;
        all[x] = static_cast<std::uint8_t>(all[x] | (sum & 1U) << bit);
      }
    }
    return all;
  }();
  return table[a];
}

inline Bytes add(Bytes a, const Bytes& b) {
  for (std::size_t k = 0; k < 16; ++k) a[k] ^= b[k];
  return a;
}

inline Bytes mix_columns(const Bytes& a) {
  Bytes result;
  for (std::size_t k = 0; k < 16; ++k) {
    const std::size_t column = k / 4 * 4;
    const auto at = [&](std::size_t rows) { return unsigned{a[column + (k + rows) % 4]}; };
    result[k] = static_cast<std::uint8_t>(product(2, at(0)) ^ product(3, at(1)) ^ at(2) ^ at(3));
  }
  return result;
}

/// keys.size() - 1 rounds; the last one does not mix columns.
inline Bytes encrypt(Bytes block, const std::vector<Bytes>& keys) {
  block = add(block, keys[0]);
  for (std::size_t r = 1; r < keys.size(); ++r) {
    Bytes shifted;
    for (std::size_t k = 0; k < 16; ++k) shifted[k] = substitute(block[(k + 4 * (k % 4)) % 16]);
    block = add(r + 1 < keys.size() ? mix_columns(shifted) : shifted, keys[r]);
  }
  return block;
}

/// The keys of AES-128.
inline std::vector<Bytes> key_schedule(const Bytes& key) {
  std::vector<Bytes> keys = {key};
  unsigned constant = 1;
  for (int r = 1; r <= 10; ++r, constant = product(constant, 2)) {
    Bytes next = keys.back();
    for (std::size_t k = 0; k < 4; ++k) next[k] ^= substitute(keys.back()[12 + (k + 1) % 4]);
    next[0] = static_cast<std::uint8_t>(next[0] ^ constant);
    for (std::size_t k = 4; k < 16; ++k) next[k] ^= next[k - 4];
    keys.push_back(next);
  }
  return keys;
}

}  // namespace regretta::naive
