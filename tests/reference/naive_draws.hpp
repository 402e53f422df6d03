#pragma once
/// A learner's draws, from the definitions of their distributions, in long double, with the engine's random words.

#include "regretta/tests/reference/naive_game.hpp"

namespace regretta::naive {

/// The draws of one trial's learner.
class LearnerDraws {
 public:
  LearnerDraws(std::uint64_t seed, std::uint32_t trial) : draws_(seed, trial) {}

  /// A uniform number in [0, 1).
  Number uniform(std::size_t t, int purpose, std::size_t index) const { return fraction(words(t, purpose, index, 0)); }

  /// A beta draw X / (X + Y) from two gamma draws, for shapes >= 1. X uses word pairs 1, 2, and so on, Y those from
  /// 33 on.
  Number beta(std::size_t t, int purpose, std::size_t index, Number a, Number b) const {
    const Number x = gamma(t, purpose, index, a, 0), y = gamma(t, purpose, index, b, 32);
    return x / (x + y);
  }

  /// The arm at position floor(u n) among the n arms that have the highest value up to rounding; u: a draw of round t
  /// for purpose 1, which is TieOrder::purpose.
  std::size_t highest(const Column& values, std::size_t t) const {
    const Number maximum = *std::max_element(values.begin(), values.end());
    std::vector<std::size_t> tied;
    for (std::size_t a = 0; a < values.size(); ++a)
      if (values[a] >= maximum - 1e-11L) tied.push_back(a);
    return tied[static_cast<std::size_t>(uniform(t, 1, 0) * static_cast<Number>(tied.size()))];
  }

 private:
  using Words = std::array<std::uint64_t, 2>;
  /// The word pair at an address (engine/real/randomness.hpp): 1 bit for the word, 6 bits for the pair, then the
  /// purpose.
  Words words(std::size_t t, int purpose, std::size_t index, int pair) const {
    Words words;
    for (int k = 0; k < 2; ++k)
      words[static_cast<std::size_t>(k)] =
          draws_.word(Stream::learner, static_cast<std::int64_t>(t), index, (purpose * 64 + pair) * 2 + k);
    return words;
  }
  /// The uniform number in the upper 52 bits of the first word.
  static Number fraction(const Words& words) { return static_cast<Number>(words[0] / 4096) / 0x1p52L; }
  /// The numbers (w + 1/2) / 2^32 for the lower and the upper half w of the second word.
  static Number lower(const Words& words) { return (static_cast<Number>(words[1] % 4294967296) + 0.5L) / 0x1p32L; }
  static Number upper(const Words& words) { return (static_cast<Number>(words[1] / 4294967296) + 0.5L) / 0x1p32L; }
  /// The method of Box and Muller. The sine of an angle in (-pi/2, pi/2) has the same distribution as that of a full
  /// turn.
  static Number normal(const Words& words) {
    const Number half_turns = lower(words) - 0.5L;
    return std::sqrt(-2 * std::log(1 - fraction(words))) * std::sin(3.14159265358979323846L * half_turns);
  }
  /// A gamma draw: the first accepted attempt of the method of Marsaglia and Tsang.
  Number gamma(std::size_t t, int purpose, std::size_t index, Number shape, int pair) const {
    const Number d = shape - 1 / 3.0L;
    for (;;) {
      const Words attempt = words(t, purpose, index, ++pair);
      const Number z = normal(attempt), root = 1 + z / std::sqrt(9 * d), u = upper(attempt);
      if (root <= 0) continue;
      const Number v = root * root * root;
      if (std::log(u) < z * z / 2 + d - d * v + d * std::log(v)) return d * v;
    }
  }

  Draws<double> draws_;
};

inline Column point_mass(std::size_t K, std::size_t arm) {
  Column x(K);
  x[arm] = 1;
  return x;
}

}  // namespace regretta::naive
