#pragma once
/// Master algorithms over instances of NS-SOPS, from their definitions, in long double: the probabilities of the
/// instances, round by round. Roots by bisection.

#include "regretta/tests/reference/naive_optimistic.hpp"

namespace regretta::naive {

/// 1 / (u_j + s_j z) with the z for which they sum to 1.
inline Column log_barrier(const Column& u, const Column& s) {
  Number low = -HUGE_VALL;
  for (std::size_t j = 0; j < u.size(); ++j) low = std::max(low, (1 - u[j]) / s[j]);
  const auto weights = [&](Number z) {
    Column w;
    for (std::size_t j = 0; j < u.size(); ++j) w.push_back(1 / (u[j] + s[j] * z));
    return w;
  };
  const auto excess = [&](Number z) {
    Number sum = -1;
    for (const Number weight : weights(z)) sum += weight;
    return sum;
  };
  Number high = low + 1;
  while (excess(high) > 0) high = low + 2 * (high - low);
  for (int step = 0; step < 200; ++step) {
    const Number middle = (low + high) / 2;
    (excess(middle) > 0 ? low : high) = middle;
  }
  return weights(high);
}

class Meta {
 public:
  Meta(const Game& game, bool corral, Number confidence_scale)
      : game_(game), corral_(corral), scale_(confidence_scale) {
    const auto T = static_cast<Number>(game.horizon());
    M_ = static_cast<std::size_t>(std::ceil(std::log2(T)));
    const auto M = static_cast<Number>(M_);
    p_ = w_ = Column(M_, 1 / M);
    rho_ = Column(M_, 2 * M);
    eta_ = Column(M_, std::sqrt(M / T));
    S_ = Column(M_);
    nu_ = Column(M_, M);
    seen_.resize(M_);
  }

  const Column& chances() const { return w_; }
  std::size_t choose(Number u) const {
    Number running = 0;
    for (std::size_t j = 0; j < M_; ++j)
      if ((running += w_[j]) > u) return j;
    return M_ - 1;
  }
  /// The linear program that instance j solves.
  Program program(std::size_t j) const {
    return ns_lp(game_, seen_[j], scale_, std::pow(2.0L, static_cast<Number>(j + 1)));
  }
  /// Updates instance j, which has played the round.
  void learn(std::size_t j, const Round& round) {
    seen_[j].push_back(round);
    const auto T = static_cast<Number>(game_.horizon()), m = static_cast<Number>(game_.constraints());
    Number payoff = round.loss[round.arm];
    for (const Column& means : Seen(game_, seen_[j]).violation)
      payoff += (1 + m) * std::max<Number>(0, dot(means, round.x));
    payoff /= 1 + (1 + m) * m;
    const Number estimate = payoff / w_[j];
    if (corral_) {
      Column u;
      for (const Number p : p_) u.push_back(1 / p);
      u[j] += eta_[j] * estimate;
      p_ = log_barrier(u, eta_);
      for (std::size_t i = 0; i < M_; ++i) {
        w_[i] = (1 - 1 / T) * p_[i] + 1 / T / static_cast<Number>(M_);
        if (1 / w_[i] <= rho_[i]) continue;
        rho_[i] = 2 / w_[i];
        eta_[i] *= std::exp(1 / std::log(T));
      }
    } else {
      S_[j] += estimate;
      Column u;
      for (std::size_t i = 0; i < M_; ++i) {
        const Number nu = std::max(nu_[i], 1 / w_[i]);
        S_[i] -= (nu - nu_[i]) / (40 * eta_[i] * std::log(T));
        nu_[i] = nu;
        u.push_back(eta_[i] * S_[i]);
      }
      w_ = log_barrier(u, eta_);
    }
  }

 private:
  const Game& game_;
  bool corral_;
  Number scale_;
  std::size_t M_ = 1;
  Column p_, w_, rho_, eta_, S_, nu_;
  std::vector<std::vector<Round>> seen_;
};

}  // namespace regretta::naive
