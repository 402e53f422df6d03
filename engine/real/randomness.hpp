#pragma once
/// Random draws for a learner or a random mean process. A draw is a pure function of its address: seed, trial, round,
/// and the name (purpose and index) that the caller chooses. There is no state: a name gives the same number every
/// time, and no draw depends on other draws. Lane k of a pack equals the draw of its trial alone.
///
///   random.beta({.purpose = posterior, .index = arm}, successes + Real(1.0), failures + Real(1.0))
///
/// Different draws of a round need different names: a uniform and a normal draw of the same name use the same random
/// bits. A name outside its range would coincide with the name of another draw, so it throws std::out_of_range.

#include <array>
#include <stdexcept>

#include "regretta/engine/real/draws.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta::detail {

// Gamma draws by acceptance and rejection, lane by lane.

/// Shape that is drawn in place of `shape`: shape + 1 if that is below 1; the draw is then multiplied by U^(1 / shape).
template <class Real>
REGRETTA_INLINE Real lifted(const Real& shape) {
  return select(shape < Real(1.0), shape + Real(1.0), shape);
}

/// Constants of a shape >= 1, in the notation of Marsaglia and Tsang.
template <class Real>
struct GammaShape {
  REGRETTA_INLINE static GammaShape of(const Real& shape) {
    const Real d = shape - Real(1.0 / 3);
    return {d, Real(1.0 / 3) / sqrt(d)};
  }
  Real d{0.0}, c{0.0};
};

/// One draw by rejection (Marsaglia and Tsang 2000). Each attempt has a normal z and a uniform u, and proposes d t^3,
/// where t = 1 + x and x = c z. It is accepted if ln u < d (3 ln(1 + x) - 3 x + 3/2 x^2 - x^3): in at least 95% of
/// attempts.
template <class Real>
class GammaAttempts {
 public:
  REGRETTA_INLINE void start(const GammaShape<Real>& shape) {
    shape_ = shape;
    result_ = shape.d;
    pending_ = shape.d > Real(0.0);
  }
  /// Begins an attempt. Returns whether any lane needs decide(), which takes two logarithms. Nearly all attempts are
  /// accepted by a bound without logarithms: with s = max(-x, 0), the right-hand side above is at least
  /// -d x^4 (3/4 + 3/5 s / (1 - s)), as its derivative shows, and 1 / (1 - s) <= 1 + 2 s for s <= 1/2.
  REGRETTA_INLINE bool propose(const Real& z, const Real& u) {
    z_ = z;
    u_ = u;
    const Real x = shape_.c * z, square = x * x, s = max(-x, Real(0.0));
    t_ = fma(shape_.c, z, Real(1.0));
    const Real least = shape_.d * square * square * fma(s, fma(s, Real(1.2), Real(0.6)), Real(0.75));
    accepted_ = (u < Real(1.0) - least) & (s <= Real(0.5));
    return any(pending_ & !accepted_);
  }
  /// Decides the attempt exactly.
  REGRETTA_INLINE void decide() {
    const Real log_cube = Real(3.0) * log_of_normal(max(t_, Real(1e-300)));
    const Mask<Real> below = log_of_normal(u_) < fma(Real(0.5), z_ * z_, shape_.d * (Real(1.0) - cube() + log_cube));
    accepted_ = accepted_ | below;
  }
  /// Ends the attempt. Returns whether any lane needs a further attempt.
  REGRETTA_INLINE bool settle() {
    const Mask<Real> positive = t_ > Real(0.0), taken = accepted_ & positive & pending_;
    result_ = select(taken, shape_.d * cube(), result_);
    pending_ = pending_ & !taken;
    return any(pending_);
  }
  /// The draw; d in lanes that accepted no attempt.
  const Real& result() const { return result_; }

 private:
  REGRETTA_INLINE Real cube() const { return t_ * t_ * t_; }

  GammaShape<Real> shape_;
  Real z_{0.0}, t_{0.0}, u_{0.0}, result_{0.0};
  Mask<Real> pending_{}, accepted_{};
};

/// Draws n gammas together, which takes little longer than drawing one. propose(k, attempt, gamma) must call
/// gamma.propose with random numbers that depend only on k, the index of the gamma, and on attempt (1, 2, ...). Thus
/// the result of a lane does not depend on other lanes.
template <int max_attempts, std::size_t n, class Real, class Propose>
REGRETTA_INLINE std::array<Real, n> draw_gammas(const std::array<GammaShape<Real>, n>& shapes, Propose propose) {
  std::array<GammaAttempts<Real>, n> gammas;
  each<n>([&](auto k) REGRETTA_FLAT { gammas[k].start(shapes[k]); });
  std::array<bool, n> is_undecided;
  each<n>([&](auto k) REGRETTA_FLAT { is_undecided[k] = propose(k, 1, gammas[k]); });
  each<n>([&](auto k) REGRETTA_FLAT {
    if (is_undecided[k]) gammas[k].decide();
    for (int attempt = 2; gammas[k].settle() && attempt <= max_attempts; ++attempt)
      if (propose(k, attempt, gammas[k])) gammas[k].decide();
  });
  std::array<Real, n> results;
  each<n>([&](auto k) REGRETTA_FLAT { results[k] = gammas[k].result(); });
  return results;
}

}  // namespace regretta::detail

namespace regretta {

/// The name of a draw within its round.
struct DrawName {
  int purpose = 0;         ///< any number below 2^17
  std::int64_t index = 0;  ///< index of an arm, for example; below 2^32
};

/// The parameters of a beta distribution, each at least 1e-3, prepared for draws. Worth reusing for several draws,
/// because the preparation takes two square roots and divisions.
template <class Real>
struct BetaShape {
  REGRETTA_INLINE static BetaShape of(const Real& a, const Real& b) {
    return {a, b, detail::GammaShape<Real>::of(detail::lifted(a)), detail::GammaShape<Real>::of(detail::lifted(b))};
  }
  Real a{0.0}, b{0.0};
  detail::GammaShape<Real> gamma_shape_a, gamma_shape_b;
};

/// The draws of one round.
template <class Real>
class Randomness {
 public:
  /// `draws` must outlive this object.
  Randomness(const Draws<Real>& draws, std::int64_t round, Stream stream = Stream::learner)
      : draws_(&draws), round_(round), stream_(stream) {}

  /// A uniform draw: a multiple of 2^-52 in [0, 1).
  REGRETTA_INLINE Real uniform(DrawName name) const {
    check(name);
    return fraction(word(name, 0, 0));
  }
  /// True with probability p, to within 2^-52.
  REGRETTA_INLINE Mask<Real> bernoulli(DrawName name, const Real& p) const { return uniform(name) < p; }
  /// An exponential draw with mean 1.
  REGRETTA_INLINE Real exponential(DrawName name) const {
    check(name);
    return -log_uniform(word(name, 0, 0));
  }
  /// A normal draw with mean 0 and variance 1.
  REGRETTA_INLINE Real normal(DrawName name) const {
    check(name);
    return normal_from(words(name, 0));
  }

  /// A gamma draw with scale 1; `shape` is at least 1e-3. May underflow to 0 if the shape is small.
  Real gamma(DrawName name, const Real& shape) const {
    check(name);
    const Real drawn = gammas<1>(name, {detail::GammaShape<Real>::of(detail::lifted(shape))}, {words(name, 1)})[0];
    return any(shape < Real(1.0)) ? drawn * exp(log_boost(words(name, 0), shape)) : drawn;
  }
  /// A beta draw; a and b are at least 1e-3.
  Real beta(DrawName name, const Real& a, const Real& b) const { return beta(name, BetaShape<Real>::of(a, b)); }
  Real beta(DrawName name, const BetaShape<Real>& shape) const {
    check(name);
    return beta_from(name, shape, {words(name, 1), words(name, 1 + pieces_per_gamma)});
  }
  /// The draws of beta() for indices 0 to K - 1 of `purpose`, at less cost: drawn[a] has the shape `shape_of(a)`.
  void betas(int purpose, auto shape_of, Vector<Real>& drawn) const {
    const int num_arms = static_cast<int>(drawn.size());
    check({purpose, num_arms - 1});
    std::array<std::array<typename Draws<Real>::Block, batch_size>, 4> blocks;  // first attempts, two words each
    const auto word = [&](int k, int j) REGRETTA_FLAT {
      return draws_->lane_words(blocks[static_cast<std::size_t>(k)][static_cast<std::size_t>(j)]);
    };
    for (int first = 0; first < num_arms; first += batch_size) {
      const int count = std::min(batch_size, num_arms - first);
      for (int k = 0; k < 4; ++k)
        draws_->blocks(stream_, round_, static_cast<std::uint64_t>(first),
                       part(purpose, 1 + k / 2 * pieces_per_gamma, k % 2),
                       std::span(blocks[static_cast<std::size_t>(k)].data(), static_cast<std::size_t>(count)));
      for (int j = 0; j < count; ++j)
        drawn[first + j] = beta_from({purpose, first + j}, shape_of(first + j),
                                     {Words{word(0, j), word(1, j)}, Words{word(2, j), word(3, j)}});
    }
  }
  /// The index of an arm, drawn in proportion to weights >= 0 that are not all 0.
  Real categorical(DrawName name, const Vector<Real>& weights) const {
    Real total(0.0), running(0.0), index(0.0);
    for (const Real& weight : weights) total += weight;
    const Real threshold = uniform(name) * total;
    for (Eigen::Index a = 0; a + 1 < weights.size(); ++a) {
      running += weights[a];
      index += select(running <= threshold, Real(1.0), Real(0.0));
    }
    return index;
  }

 private:
  /// The 128 random bits of a piece; pieces are explained below.
  struct Words {
    Word<Real> first, second;
  };

  // A draw uses pieces of two words. An address has 24 bits for the part (Draws): the lowest is the index of the word,
  // the next 6 are the index of the piece, and the others are the purpose. Most draws use piece 0 only. Attempts at the
  // first gamma of a draw use pieces 1 to 31, attempts at the second gamma 33 to 63.
  static constexpr int max_attempts = 31;
  static constexpr int pieces_per_gamma = 32;
  static constexpr int batch_size = 16;  ///< number of betas whose words are drawn together
  REGRETTA_INLINE static void check(DrawName name) {
    if (static_cast<std::uint32_t>(name.purpose) >> 17 != 0 || static_cast<std::uint64_t>(name.index) >> 32 != 0)
        [[unlikely]]
      throw std::out_of_range("the purpose of a draw is 0 to 131071 (2^17 - 1), its index 0 to 4294967295 (2^32 - 1)");
  }
  REGRETTA_INLINE Word<Real> word(DrawName name, int piece, int word_index) const {
    return draws_->word(stream_, round_, static_cast<std::uint64_t>(name.index), part(name.purpose, piece, word_index));
  }
  static int part(int purpose, int piece, int word_index) { return purpose << 7 | piece << 1 | word_index; }
  REGRETTA_INLINE Words words(DrawName name, int piece) const { return {word(name, piece, 0), word(name, piece, 1)}; }
  REGRETTA_INLINE static Real fraction(Word<Real> word) { return Draws<Real>::uniform52(word); }
  /// The logarithm of a uniform draw in (0, 1].
  REGRETTA_INLINE static Real log_uniform(Word<Real> word) { return log_of_normal(Real(1.0) - fraction(word)); }
  /// A normal draw by Box and Muller, from the first word and the low half of the second. The angle is uniform in a
  /// half turn around 0: its sine has the same distribution as that of a uniform angle in a full turn.
  REGRETTA_INLINE static Real normal_from(const Words& words) {
    const Real turns = fma(Draws<Real>::uniform(words.second), Real(0.5), Real(-0.25));
    return sqrt(Real(-2.0) * log_uniform(words.first)) * detail::sin_of_quarter(turns);
  }

  /// The logarithm of the factor U^(1 / shape) for shapes below 1 (lifted); 0 for others.
  REGRETTA_INLINE static Real log_boost(const Words& words, const Real& shape) {
    return select(shape < Real(1.0), log_uniform(words.first) / shape, Real(0.0));
  }
  /// n gamma draws; `first`: words of the first attempt at each of them.
  template <std::size_t n>
  REGRETTA_INLINE std::array<Real, n> gammas(DrawName name, const std::array<detail::GammaShape<Real>, n>& shapes,
                                             const std::array<Words, n>& first) const {
    const auto propose = [](const Words& bits, auto& gamma) REGRETTA_FLAT {
      return gamma.propose(normal_from(bits), Draws<Real>::uniform(shift_right<32>(bits.second)));
    };
    return detail::draw_gammas<max_attempts>(shapes, [&](int k, int attempt, auto& gamma) REGRETTA_FLAT {
      return propose(attempt == 1 ? first[static_cast<std::size_t>(k)] : words(name, pieces_per_gamma * k + attempt),
                     gamma);
    });
  }
  REGRETTA_INLINE Real beta_from(DrawName name, const BetaShape<Real>& shape, const std::array<Words, 2>& first) const {
    const auto [x, y] = gammas<2>(name, {shape.gamma_shape_a, shape.gamma_shape_b}, first);
    Real odds = y / x;
    if (any((shape.a < Real(1.0)) | (shape.b < Real(1.0)))) {
      const Words boosts = words(name, 0), swapped{boosts.second, boosts.first};
      odds = odds * exp(log_boost(swapped, shape.b) - log_boost(boosts, shape.a));
    }
    return Real(1.0) / (Real(1.0) + odds);
  }

  const Draws<Real>* draws_;
  std::int64_t round_;
  Stream stream_;
};

}  // namespace regretta
