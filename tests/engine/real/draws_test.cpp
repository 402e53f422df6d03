#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "regretta/engine/real/draws.hpp"

/// A naive AES, byte by byte, from its definition (FIPS 197). It shares no code with engine/real/ars.
namespace regretta::naive {
namespace {

using Bytes = std::array<std::uint8_t, 16>;  ///< byte 4 c + r is in row r of column c

/// Product in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1.
unsigned product(unsigned a, unsigned b) {
  unsigned result = 0;
  for (; b != 0; b /= 2) {
    if (b % 2 == 1) result ^= a;
    a *= 2;
    if (a >= 256) a ^= 0x11B;
  }
  return result;
}

/// The S-box of AES: the inverse in GF(2^8), then an affine map of bits.
std::uint8_t substitute(unsigned a) {
  static const auto table = [] {
    std::array<std::uint8_t, 256> values{};
    for (unsigned x = 0; x < 256; ++x) {
      unsigned inverse = 0;
      while (x != 0 && product(x, inverse) != 1) ++inverse;
      for (unsigned bit = 0; bit < 8; ++bit) {
        unsigned sum = 0x63U >> bit;
        for (const unsigned source_bit : {bit, bit + 4, bit + 5, bit + 6, bit + 7}) sum ^= inverse >> source_bit % 8;
        values[x] = static_cast<std::uint8_t>(values[x] | (sum & 1U) << bit);
      }
    }
    return values;
  }();
  return table[a];
}

Bytes exclusive_or(Bytes a, const Bytes& b) {
  for (std::size_t k = 0; k < 16; ++k) a[k] ^= b[k];
  return a;
}

Bytes mix_columns(const Bytes& a) {
  Bytes result;
  for (std::size_t k = 0; k < 16; ++k) {
    const std::size_t column = k / 4 * 4;
    const auto byte = [&](std::size_t rows) { return unsigned{a[column + (k + rows) % 4]}; };
    result[k] = static_cast<std::uint8_t>(product(2, byte(0)) ^ product(3, byte(1)) ^ byte(2) ^ byte(3));
  }
  return result;
}

/// Encrypts `block` in keys.size() - 1 rounds. The last round does not mix columns.
Bytes encrypt(Bytes block, const std::vector<Bytes>& keys) {
  block = exclusive_or(block, keys[0]);
  for (std::size_t r = 1; r < keys.size(); ++r) {
    Bytes shifted;
    for (std::size_t k = 0; k < 16; ++k) shifted[k] = substitute(block[(k + 4 * (k % 4)) % 16]);
    block = exclusive_or(r + 1 < keys.size() ? mix_columns(shifted) : shifted, keys[r]);
  }
  return block;
}

/// The round keys of AES-128.
std::vector<Bytes> key_schedule(const Bytes& key) {
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

}  // namespace
}  // namespace regretta::naive

namespace regretta {
namespace {

constexpr ars::Unit units[] = {ars::Unit::plain, ars::Unit::aes, ars::Unit::vaes};

/// Sets a block to these bytes; byte 0 is the lowest byte of block[0].
ars::Key& set_block(ars::Key& block, const naive::Bytes& bytes) {
  block[0] = block[1] = 0;
  for (std::size_t k = 0; k < 16; ++k) block[k / 8] |= std::uint64_t{bytes[k]} << 8 * (k % 8);
  return block;
}
naive::Bytes bytes_of(std::uint64_t low, std::uint64_t high) {
  naive::Bytes bytes;
  for (std::size_t k = 0; k < 16; ++k) bytes[k] = static_cast<std::uint8_t>((k < 8 ? low : high) >> 8 * (k % 8));
  return bytes;
}

// The example of FIPS 197, appendix C.1: ten rounds, with the standard's key schedule.
TEST(Ars, EveryUnitEncryptsTheExampleOfFips197) {
  naive::Bytes text, key;
  for (std::size_t k = 0; k < 16; ++k) {
    key[k] = static_cast<std::uint8_t>(k);
    text[k] = static_cast<std::uint8_t>(0x11 * k);
  }
  const naive::Bytes expected = {0x69, 0xc4, 0xe0, 0xd8, 0x6a, 0x7b, 0x04, 0x30,
                                 0xd8, 0xcd, 0xb7, 0x80, 0x70, 0xb4, 0xc5, 0x5a};
  const auto schedule = naive::key_schedule(key);
  EXPECT_EQ(naive::encrypt(text, schedule), expected);
  ars::Key keys[11];
  for (std::size_t r = 0; r < 11; ++r) set_block(keys[r], schedule[r]);
  for (const ars::Unit unit : units) {
    ars::Key block;
    ars::encrypt(unit, set_block(block, text), keys, 10);
    EXPECT_EQ(bytes_of(block[0], block[1]), expected) << static_cast<int>(unit);
  }
}

// Known-answer vectors of Random123 (kat_vectors, ars4x32 10), whose round keys differ by the constants used here.
TEST(Ars, EveryUnitGivesTheKnownAnswersOfRandom123) {
  const auto check = [](std::array<std::uint64_t, 2> counter, std::array<std::uint64_t, 2> key,
                        std::array<std::uint64_t, 2> expected) {
    ars::Key keys[11];
    for (std::uint64_t r = 0; r < 11; ++r) {
      keys[r][0] = key[0] + r * 0x9E3779B97F4A7C15U;
      keys[r][1] = key[1] + r * 0xBB67AE8584CAA73BU;
    }
    for (const ars::Unit unit : units) {
      ars::Key block = {counter[0], counter[1]};
      ars::encrypt(unit, block, keys, 10);
      EXPECT_EQ(block[0], expected[0]);
      EXPECT_EQ(block[1], expected[1]);
    }
  };
  check({0, 0}, {0, 0}, {0x506401ef8d73ee19U, 0x0cbe9c0d13c2dbe4U});
  check({0x85a308d3243f6a88U, 0x0370734413198a2eU}, {0x299f31d0a4093822U, 0xec4e6c89082efa98U},
        {0x8357ad74a516e7d6U, 0x8763fff35b59b3ecU});
  check({~0UL, ~0UL}, {~0UL, 0}, {0x9f635551bb3743b1U, 0xa19478a9ecbc87fcU});
}

TEST(Ars, EveryLoopGivesTheSameWords) {
  std::mt19937_64 random(1);
  for (int n = 0; n < 500; ++n) {
    const ars::Keys keys = ars::keys_of(random());
    const std::uint64_t round = random() >> 32U, first = random() >> 1U;
    std::array<std::uint64_t, 16> trials{}, indices{}, selected{};
    for (std::size_t k = 1; k < 16; k += 2) trials[k] = random() << 32U;
    for (std::uint64_t& index : indices) index = first + random() % 5;
    for (const int pairs : {1, 2, 4, 8}) {
      const std::size_t width = 2 * static_cast<std::size_t>(pairs);
      std::array<std::uint64_t, 80> plain{}, found{};
      ars::loops(ars::Unit::plain, pairs).same(plain.data(), 5, first, round, trials.data(), keys);
      for (const ars::Unit unit : units) {
        const ars::Loops loops = ars::loops(unit, pairs);
        found.fill(0), selected.fill(0);
        loops.same(found.data(), 5, first, round, trials.data(), keys);
        EXPECT_EQ(found, plain);
        loops.per_trial(selected.data(), indices.data(), round, trials.data(), keys);
        for (std::size_t k = 0; k < width; ++k) EXPECT_EQ(selected[k], plain[(indices[k] - first) * width + k]);
      }
    }
  }
}

TEST(Draws, WordIsHalfOfTheAddressAfterSevenRoundsOfAes) {
  std::mt19937_64 random(5);
  for (int n = 0; n < 500; ++n) {
    const std::uint64_t seed = random(), group = static_cast<std::uint32_t>(random());
    const auto trial = static_cast<std::uint32_t>(random());
    const auto round = static_cast<std::uint32_t>(random());
    const int part = static_cast<int>(random() % 9);
    std::vector<naive::Bytes> keys;
    for (std::uint64_t r = 0; r <= 7; ++r)
      keys.push_back(bytes_of(seed + r * 0x9E3779B97F4A7C15U, r * 0xBB67AE8584CAA73BU));
    const std::uint64_t low = group | std::uint64_t{1U | static_cast<std::uint32_t>(part) << 8U} << 32U;
    const std::uint64_t high = round | std::uint64_t{trial / 2} << 32U;
    const naive::Bytes block = naive::encrypt(bytes_of(low, high), keys);
    std::uint64_t expected = 0;
    for (std::size_t k = 0; k < 8; ++k) expected |= std::uint64_t{block[8 * (trial % 2) + k]} << 8 * k;
    EXPECT_EQ(Draws<double>(seed, trial).word(Stream::values, round, group, part), expected);
  }
}

template <class P>
void expect_lanes_are_trials() {
  const Draws<P> pack(99, 40);
  const auto words = pack.word(Stream::values, 12345, 3, 2);
  std::vector<typename Draws<P>::Block> arms(7);
  pack.values(12345, 2, arms);
  Index<P> arm_of_lane;
  for (std::size_t k = 0; k < arm_of_lane.size(); ++k) arm_of_lane[k] = static_cast<std::int32_t>(k * k % 7);
  const auto drawn = pack.values_of(12345, arm_of_lane, 2);
  for (int k = 0; k < lanes<P>; ++k) {
    const Draws<double> alone(99, 40 + static_cast<std::uint32_t>(k));
    EXPECT_EQ(lane(Draws<P>::uniform(words), k), Draws<double>::uniform(alone.word(Stream::values, 12345, 3, 2)));
    EXPECT_EQ(lane(Draws<P>::uniform52(words), k), Draws<double>::uniform52(alone.word(Stream::values, 12345, 3, 2)));
    for (int a = 0; a < 7; ++a) {
      const auto expected = alone.values_at(12345, a, 2);
      for (std::size_t v = 0; v < 2; ++v) {
        EXPECT_EQ(lane(pack.uniforms(arms[static_cast<std::size_t>(a)])[v], k), expected[v]);
        EXPECT_EQ(lane(pack.values_at(12345, a, 2)[v], k), expected[v]);
        if (arm_of_lane[static_cast<std::size_t>(k)] == a) {
          EXPECT_EQ(lane(drawn[v], k), expected[v]);
        }
      }
    }
  }
}

TEST(Draws, LanesAreConsecutiveTrials) {
  expect_lanes_are_trials<Pack<4>>();
  expect_lanes_are_trials<Pack<8>>();
  expect_lanes_are_trials<Pack<16>>();
}

TEST(Draws, TheDrawsOfAnArmAreTheHalvesOfItsWord) {
  for (const std::uint32_t trial : {2U, 3U}) {
    const Draws<double> draws(7, trial);
    std::vector<Draws<double>::Block> arms(23);
    draws.values(17, 1, arms);
    for (int a = 0; a < 23; ++a) {
      const auto word = draws.word(Stream::values, 17, static_cast<std::uint64_t>(a), 1);
      const std::array<double, 2> expected = {Draws<double>::uniform(word), Draws<double>::uniform(word >> 32)};
      EXPECT_EQ(draws.values_of(17, {a}, 1), expected);
      EXPECT_EQ(draws.uniforms(arms[static_cast<std::size_t>(a)]), expected);
    }
  }
}

TEST(Draws, UniformsStayInsideTheirInterval) {
  EXPECT_EQ(Draws<double>::uniform(0), 0x1p-33);
  EXPECT_EQ(Draws<double>::uniform(0xffffffffU), 1 - 0x1p-33);
  EXPECT_EQ(Draws<double>::uniform52(0), 0.0);
  EXPECT_EQ(Draws<double>::uniform52(~std::uint64_t{0}), 1 - 0x1p-52);
}

}  // namespace
}  // namespace regretta
