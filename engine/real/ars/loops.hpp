#pragma once
/// The loops of ars.hpp as templates over a kind of register. Each kind has a source file that includes this header and
/// is compiled with the flags for its instructions. Unnamed namespaces keep these files from sharing a function.

#include "regretta/engine/real/ars/ars.hpp"

namespace regretta::ars {

/// The functions that each of these source files provides.
struct Functions {
  Loops loops[4];  ///< for 1, 2, 4 and 8 pairs; null where a register holds more pairs than that
  void (*encrypt)(Key& block, const Key* keys, int count) = nullptr;
};
Functions plain_functions();
Functions aes_functions();   ///< null if this program is compiled without these instructions
Functions vaes_functions();  ///< null in the same case

namespace {

/// V: a kind of register, which holds V::blocks blocks.
template <class V, int pairs>
struct LoopsOver {
  using R = typename V::Register;
  static constexpr int registers = pairs / V::blocks;
  static constexpr int step = 2 * V::blocks;  ///< words in a register

  template <int n>
  static inline void encrypt(R (&x)[n], const R (&key)[rounds + 1]) {
    for (int r = 1; r < rounds; ++r)
      for (R& block : x) block = V::round(block, key[r]);
    for (R& block : x) block = V::last_round(block, key[rounds]);
  }

  static void same(std::uint64_t* words, std::int64_t count, std::uint64_t id, std::uint64_t round,
                   const std::uint64_t* trials, const Keys& keys) {
    R key[rounds + 1], start[registers];
    for (int r = 0; r <= rounds; ++r) key[r] = V::repeat(keys.key[r][0], keys.key[r][1]);
    for (int i = 0; i < registers; ++i) start[i] = V::exclusive_or(V::load(trials + step * i), key[0]);
    R address = V::repeat(id, round);
    for (; count > 0; --count, address = V::next(address), words += 2 * pairs) {
      R x[registers];
      for (int i = 0; i < registers; ++i) x[i] = V::exclusive_or(start[i], address);
      encrypt(x, key);
      for (int i = 0; i < registers; ++i) V::store(words + step * i, x[i]);
    }
  }

  /// Encrypts one block for each trial, and keeps only the trial's half of it.
  static void per_trial(std::uint64_t* words, const std::uint64_t* ids, std::uint64_t round,
                        const std::uint64_t* trials, const Keys& keys) {
    R key[rounds + 1], x[2 * registers];
    for (int r = 0; r <= rounds; ++r) key[r] = V::repeat(keys.key[r][0], keys.key[r][1]);
    const R address = V::exclusive_or(V::repeat(0, round), key[0]);
    for (int i = 0; i < registers; ++i) {
      const R start = V::exclusive_or(V::load(trials + step * i), address);
      const R both_ids = V::load(ids + step * i);
      x[i] = V::exclusive_or(start, V::low_half_of(both_ids));
      x[registers + i] = V::exclusive_or(start, V::high_half_of(both_ids));
    }
    encrypt(x, key);
    for (int i = 0; i < registers; ++i) V::store(words + step * i, V::halves(x[i], x[registers + i]));
  }
};

template <class V, int pairs>
Loops loops_over() {
  if constexpr (pairs < V::blocks) {
    return {};
  } else {
    return {LoopsOver<V, pairs>::same, LoopsOver<V, pairs>::per_trial};
  }
}

template <class V>
void encrypt_one(Key& block, const Key* keys, int count) {
  std::uint64_t words[2 * V::blocks] = {block[0], block[1]};
  typename V::Register x = V::exclusive_or(V::load(words), V::repeat(keys[0][0], keys[0][1]));
  for (int r = 1; r < count; ++r) x = V::round(x, V::repeat(keys[r][0], keys[r][1]));
  V::store(words, V::last_round(x, V::repeat(keys[count][0], keys[count][1])));
  block[0] = words[0];
  block[1] = words[1];
}

template <class V>
Functions functions_over() {
  return {{loops_over<V, 1>(), loops_over<V, 2>(), loops_over<V, 4>(), loops_over<V, 8>()}, encrypt_one<V>};
}

}  // namespace
}  // namespace regretta::ars
