#include "regretta/engine/real/draws.hpp"

#include <gtest/gtest.h>

#include <random>

#include "regretta/tests/engine/real/naive_aes.hpp"

namespace regretta {
namespace {

constexpr ars::Unit units[] = {ars::Unit::plain, ars::Unit::aes, ars::Unit::vaes};

/// The bytes of a block, first byte first.
ars::Key& set(ars::Key& block, const naive::Bytes& bytes) {
  block[0] = block[1] = 0;
  for (std::size_t k = 0; k < 16; ++k) block[k / 8] |= std::uint64_t{bytes[k]} << 8 * (k % 8);
  return block;
}
naive::Bytes bytes_of(std::uint64_t low, std::uint64_t high) {
  naive::Bytes bytes;
  for (std::size_t k = 0; k < 16; ++k) bytes[k] = static_cast<std::uint8_t>((k < 8 ? low : high) >> 8 * (k % 8));
  return bytes;
}

// FIPS 197, appendix C.1: ten rounds, with the standard's key schedule.
TEST(Ars, UnitsEncryptAsTheStandard) {
  naive::Bytes text, key;
  for (std::size_t k = 0; k < 16; ++k) {
    key[k] = static_cast<std::uint8_t>(k);
    text[k] = static_cast<std::uint8_t>(0x11 * k);
  }
  const naive::Bytes want = {0x69, 0xc4, 0xe0, 0xd8, 0x6a, 0x7b, 0x04, 0x30,
                             0xd8, 0xcd, 0xb7, 0x80, 0x70, 0xb4, 0xc5, 0x5a};
  const auto schedule = naive::key_schedule(key);
  EXPECT_EQ(naive::encrypt(text, schedule), want);
  ars::Key keys[11];
  for (std::size_t r = 0; r < 11; ++r) set(keys[r], schedule[r]);
  for (const ars::Unit unit : units) {
    ars::Key block;
    ars::encrypt(unit, set(block, text), keys, 10);
    EXPECT_EQ(bytes_of(block[0], block[1]), want) << static_cast<int>(unit);
  }
}

// Known-answer vectors of Random123 (kat_vectors, ars4x32 10): the keys advance as ours do.
TEST(Ars, KnownAnswers) {
  const auto check = [](std::array<std::uint64_t, 2> counter, std::array<std::uint64_t, 2> key,
                        std::array<std::uint64_t, 2> want) {
    ars::Key keys[11];
    for (std::uint64_t r = 0; r < 11; ++r) {
      keys[r][0] = key[0] + r * 0x9E3779B97F4A7C15U;
      keys[r][1] = key[1] + r * 0xBB67AE8584CAA73BU;
    }
    for (const ars::Unit unit : units) {
      ars::Key block = {counter[0], counter[1]};
      ars::encrypt(unit, block, keys, 10);
      EXPECT_EQ(block[0], want[0]);
      EXPECT_EQ(block[1], want[1]);
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
    std::array<std::uint64_t, 16> trials{}, what{}, own{};
    for (std::size_t k = 1; k < 16; k += 2) trials[k] = random() << 32U;
    for (std::uint64_t& one : what) one = first + random() % 5;
    for (const int pairs : {1, 2, 4, 8}) {
      const std::size_t width = 2 * static_cast<std::size_t>(pairs);
      std::array<std::uint64_t, 80> plain{}, found{};
      ars::loops(ars::Unit::plain, pairs).same(plain.data(), 5, first, round, trials.data(), keys);
      for (const ars::Unit unit : units) {
        const ars::Loops loops = ars::loops(unit, pairs);
        loops.same(found.data(), 5, first, round, trials.data(), keys);
        EXPECT_EQ(found, plain);
        loops.own(own.data(), what.data(), round, trials.data(), keys);
        for (std::size_t k = 0; k < width; ++k) EXPECT_EQ(own[k], plain[(what[k] - first) * width + k]);
      }
    }
  }
}

TEST(Draws, WordIsHalfOfSevenRoundsOnTheAddress) {
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
    std::uint64_t want = 0;
    for (std::size_t k = 0; k < 8; ++k) want |= std::uint64_t{block[8 * (trial % 2) + k]} << 8 * k;
    EXPECT_EQ(Draws<double>(seed, trial).word(Stream::values, round, group, part), want);
  }
}

template <class P>
void expect_lanes_are_trials() {
  const Draws<P> pack(99, 40);
  const auto words = pack.word(Stream::values, 12345, 3, 2);
  std::vector<typename Draws<P>::Block> arms(7);
  pack.values(12345, 2, arms);
  Index<P> own;
  for (std::size_t k = 0; k < own.size(); ++k) own[k] = static_cast<std::int32_t>(k * k % 7);
  const auto of_own = pack.values_of(12345, own, 2);
  for (int k = 0; k < lanes<P>; ++k) {
    const Draws<double> alone(99, 40 + static_cast<std::uint32_t>(k));
    EXPECT_EQ(lane(Draws<P>::uniform(words), k), Draws<double>::uniform(alone.word(Stream::values, 12345, 3, 2)));
    EXPECT_EQ(lane(Draws<P>::uniform52(words), k), Draws<double>::uniform52(alone.word(Stream::values, 12345, 3, 2)));
    for (int a = 0; a < 7; ++a) {
      const auto want = alone.values_at(12345, a, 2);
      for (std::size_t v = 0; v < 2; ++v) {
        EXPECT_EQ(lane(pack.uniforms(arms[static_cast<std::size_t>(a)])[v], k), want[v]);
        EXPECT_EQ(lane(pack.values_at(12345, a, 2)[v], k), want[v]);
        if (own[static_cast<std::size_t>(k)] == a) {
          EXPECT_EQ(lane(of_own[v], k), want[v]);
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

TEST(Draws, RevealedDrawEqualsThatOfTheArm) {
  for (const std::uint32_t trial : {2U, 3U}) {
    const Draws<double> draws(7, trial);
    std::vector<Draws<double>::Block> arms(23);
    draws.values(17, 1, arms);
    for (int a = 0; a < 23; ++a) {
      const auto word = draws.word(Stream::values, 17, static_cast<std::uint64_t>(a), 1);
      const std::array<double, 2> want = {Draws<double>::uniform(word), Draws<double>::uniform(word >> 32)};
      EXPECT_EQ(draws.values_of(17, {a}, 1), want);
      EXPECT_EQ(draws.uniforms(arms[static_cast<std::size_t>(a)]), want);
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
