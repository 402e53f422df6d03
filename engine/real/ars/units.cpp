#include "regretta/engine/real/ars/ars.hpp"

#include <array>
#include <bit>

#include "regretta/engine/real/ars/loops.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#endif

namespace regretta::ars {

// AES in plain C++: for processors without AES instructions, and as the reference for the others.

namespace {

/// Product by x in GF(2^8).
constexpr std::uint8_t doubled(std::uint8_t a) { return static_cast<std::uint8_t>(a << 1U ^ (a >= 0x80 ? 0x1B : 0)); }

/// FIPS 197, section 5.1.1: the inverse in GF(2^8), then an affine map.
constexpr std::array<std::uint8_t, 256> substitution() {
  std::array<std::uint8_t, 256> result{};
  std::uint8_t p = 1, q = 1;  // p runs through all elements but 0; q = 1 / p
  do {
    p = static_cast<std::uint8_t>(p ^ doubled(p));                                    // times 3
    for (const unsigned n : {1U, 2U, 4U}) q = static_cast<std::uint8_t>(q ^ q << n);  // divided by 3
    if (q >= 0x80) q ^= 0x09;
    const auto rotated = [q](int n) { return std::rotl(q, n); };
    result[p] = static_cast<std::uint8_t>(q ^ rotated(1) ^ rotated(2) ^ rotated(3) ^ rotated(4) ^ 0x63);
  } while (p != 1);
  result[0] = 0x63;
  return result;
}
constexpr std::array<std::uint8_t, 256> substituted = substitution();

/// Contribution of a byte in row 0 to its column after substitution and mixing of columns (FIPS 197, section 5.1.3).
constexpr std::array<std::uint32_t, 256> mixed_bytes() {
  std::array<std::uint32_t, 256> result{};
  for (std::size_t a = 0; a < 256; ++a) {
    const std::uint32_t s = substituted[a], twice = doubled(substituted[a]);
    result[a] = twice | s << 8U | s << 16U | (s ^ twice) << 24U;
  }
  return result;
}
constexpr std::array<std::uint32_t, 256> mixed = mixed_bytes();

/// A block as four columns, as in FIPS 197.
struct Columns {
  static constexpr int blocks = 1;
  struct Register {
    std::uint32_t column[4];
  };

  static Register load(const std::uint64_t* p) { return repeat(p[0], p[1]); }
  static void store(std::uint64_t* p, const Register& a) {
    p[0] = a.column[0] | std::uint64_t{a.column[1]} << 32U;
    p[1] = a.column[2] | std::uint64_t{a.column[3]} << 32U;
  }
  static Register repeat(std::uint64_t low, std::uint64_t high) {
    return {{static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(low >> 32U), static_cast<std::uint32_t>(high),
             static_cast<std::uint32_t>(high >> 32U)}};
  }
  /// Adds 1 to the low half.
  static Register next(Register a) {
    a.column[1] += ++a.column[0] == 0 ? 1 : 0;
    return a;
  }
  static Register exclusive_or(Register a, const Register& b) {
    for (int c = 0; c < 4; ++c) a.column[c] ^= b.column[c];
    return a;
  }
  static Register round(const Register& a, Register key) {
    for (int c = 0; c < 4; ++c)
      for (int row = 0; row < 4; ++row) key.column[c] ^= std::rotl(mixed[shifted(a, c, row)], 8 * row);
    return key;
  }
  static Register last_round(const Register& a, Register key) {
    for (int c = 0; c < 4; ++c)
      for (int row = 0; row < 4; ++row)
        key.column[c] ^= std::uint32_t{substituted[shifted(a, c, row)]} << static_cast<unsigned>(8 * row);
    return key;
  }
  static Register low_half_of(const Register& a) { return {{a.column[0], a.column[1], 0, 0}}; }
  static Register high_half_of(const Register& a) { return {{a.column[2], a.column[3], 0, 0}}; }
  static Register halves(const Register& low, const Register& high) {
    return {{low.column[0], low.column[1], high.column[2], high.column[3]}};
  }

 private:
  /// The byte in this column and row after the rows have been shifted.
  static std::size_t shifted(const Register& a, int column, int row) {
    return a.column[(column + row) % 4] >> static_cast<unsigned>(8 * row) & 0xFFU;
  }
};

}  // namespace

Functions plain_functions() { return functions_over<Columns>(); }

namespace {

Functions functions(Unit unit) {
  if (!has(unit)) return plain_functions();
  switch (unit) {
    case Unit::plain:
      return plain_functions();
    case Unit::aes:
      return aes_functions();
    case Unit::vaes:
      return vaes_functions();
  }
  return plain_functions();
}

#if defined(__x86_64__)
bool processor_has_aes() { return __builtin_cpu_supports("aes"); }
bool detects_vaes() {  // clang 14's __builtin_cpu_supports does not know "vaes"
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __builtin_cpu_supports("avx2") && __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (c & bit_VAES) != 0;
}
bool processor_has_vaes() {
  static const bool has_vaes = detects_vaes();  // once: on a virtual machine, cpuid takes 20 microseconds
  return has_vaes;
}
#elif defined(__aarch64__) && defined(__linux__)
bool processor_has_aes() { return (getauxval(AT_HWCAP) & 1UL << 3U) != 0; }  // HWCAP_AES
bool processor_has_vaes() { return false; }
#else
bool processor_has_aes() { return false; }
bool processor_has_vaes() { return false; }
#endif

}  // namespace

Keys keys_of(std::uint64_t seed) {
  Keys keys;
  std::uint64_t low = seed, high = 0;
  for (Key& key : keys.key) {
    key[0] = low;
    key[1] = high;
    low += 0x9E3779B97F4A7C15U;
    high += 0xBB67AE8584CAA73BU;
  }
  return keys;
}

bool has(Unit unit) {
  switch (unit) {
    case Unit::plain:
      return true;
    case Unit::aes:
      return processor_has_aes() && aes_functions().encrypt != nullptr;
    case Unit::vaes:
      return processor_has_aes() && processor_has_vaes() && vaes_functions().encrypt != nullptr;
  }
  return false;
}

Unit best_unit() { return has(Unit::vaes) ? Unit::vaes : has(Unit::aes) ? Unit::aes : Unit::plain; }

Loops loops(Unit unit, int pairs) {
  const auto size = static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(pairs)));
  const Loops found = functions(unit).loops[size];
  return found.same != nullptr ? found : functions(Unit::aes).loops[size];  // null: one register holds more pairs
}

void encrypt(Unit unit, Key& block, const Key* keys, int count) { functions(unit).encrypt(block, keys, count); }

}  // namespace regretta::ars
