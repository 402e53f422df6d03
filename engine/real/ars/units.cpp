#include "regretta/engine/real/ars/units.hpp"

#include <bit>

#include "regretta/engine/real/ars/loops.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#endif

namespace regretta::ars {
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
bool asks_for_vaes() {  // clang 14's __builtin_cpu_supports does not know the name
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __builtin_cpu_supports("avx2") && __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (c & bit_VAES) != 0;
}
bool processor_has_vaes() {
  static const bool answer = asks_for_vaes();  // once: a virtual machine takes 20 microseconds to answer
  return answer;
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
  return found.same != nullptr ? found : functions(Unit::aes).loops[size];  // a register holds more than one pair
}

void encrypt(Unit unit, Key& block, const Key* keys, int count) { functions(unit).encrypt(block, keys, count); }

}  // namespace regretta::ars
