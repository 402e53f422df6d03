// Primal-dual learners, compared with their naive definitions on the same draws (replay.hpp).

#include <algorithm>
#include <functional>
#include <span>

#include "regretta/learners/coco.hpp"
#include "regretta/learners/dpp.hpp"
#include "regretta/learners/lagrange_bwlc.hpp"
#include "regretta/learners/loe2d.hpp"
#include "regretta/learners/optimistic3.hpp"
#include "regretta/learners/pd_ogd.hpp"
#include "regretta/learners/pd_wa.hpp"
#include "regretta/learners/ucpd.hpp"
#include "regretta/tests/reference/naive_rivals.hpp"
#include "regretta/tests/reference/replay.hpp"

namespace regretta::naive {

// Primal-dual learners from their definitions, in long double; everything is recomputed from past observations.

namespace {

Column ucpd(const Game& game, const std::vector<Round>& rounds) {
  const auto T = static_cast<Number>(game.horizon()), K = static_cast<Number>(game.arms());
  Column x = uniform_strategy(game.arms()), queue(game.constraints());
  for (const Round& round : rounds) {
    Column next = x;
    for (std::size_t a = 0; a < x.size(); ++a) {
      Number priced_loss = std::sqrt(T) * round.loss[a];
      for (std::size_t i = 0; i < queue.size(); ++i) priced_loss += queue[i] * round.violation[i][a];
      next[a] = ((1 - 1 / T) * x[a] + 1 / (T * K)) * std::exp(-priced_loss / T);
    }
    next = normalised(next);
    for (std::size_t i = 0; i < queue.size(); ++i) {
      Number violation = 0;
      for (std::size_t a = 0; a < x.size(); ++a) violation += round.violation[i][a] * next[a];
      queue[i] = std::max<Number>(0, queue[i] + violation);
    }
    x = next;
  }
  return x;
}

/// The nearest point of the simplex: max(y - tau, 0), with tau from the largest set of entries that stay positive.
Column nearest_in_simplex(const Column& y) {
  Column sorted = y;
  std::ranges::sort(sorted, std::greater<>());
  Number sum = 0, tau = 0;
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    sum += sorted[k];
    const Number candidate = (sum - 1) / static_cast<Number>(k + 1);
    if (sorted[k] > candidate) tau = candidate;
  }
  Column x = y;
  for (Number& entry : x) entry = std::max<Number>(0, entry - tau);
  return x;
}

Column dpp(const Game& game, const std::vector<Round>& rounds, Number tightening) {
  const auto T = static_cast<Number>(game.horizon());
  Column x = uniform_strategy(game.arms()), queue(game.constraints());
  for (const Round& round : rounds) {
    for (std::size_t a = 0; a < x.size(); ++a) {
      x[a] -= std::sqrt(T) * round.loss[a] / (2 * T);
      for (std::size_t i = 0; i < queue.size(); ++i) x[a] -= queue[i] * round.violation[i][a] / (2 * T);
    }
    x = nearest_in_simplex(x);
    for (std::size_t i = 0; i < queue.size(); ++i) {
      Number violation = tightening;
      for (std::size_t a = 0; a < x.size(); ++a) violation += round.violation[i][a] * x[a];
      queue[i] = std::max<Number>(0, queue[i] + violation);
    }
  }
  return x;
}

Column coco(const Game& game, const std::vector<Round>& rounds) {
  const auto T = static_cast<Number>(game.horizon()), K = static_cast<Number>(game.arms());
  const Number D = std::sqrt(2.0L), G = std::sqrt(K), beta = 1 / (2 * G * D), lambda = 1 / (2 * std::sqrt(T));
  Column x = uniform_strategy(game.arms());
  Number queue = 0, squares = 0;
  for (const Round& round : rounds) {
    Number worst = -1;
    Column row;
    for (const Column& violation : round.violation) {
      Number sum = 0;
      for (std::size_t a = 0; a < x.size(); ++a) sum += violation[a] * x[a];
      if (row.empty() || sum > worst) worst = sum, row = violation;
    }
    queue += beta * std::max<Number>(0, worst);
    Column d;
    for (std::size_t a = 0; a < x.size(); ++a) {
      d.push_back(beta * round.loss[a] + (worst > 0 ? lambda * std::exp(lambda * queue) * beta * row[a] : 0));
      squares += d[a] * d[a];
    }
    const Number eta = squares > 0 ? std::sqrt(2.0L) * D / (2 * std::sqrt(squares)) : 0;
    for (std::size_t a = 0; a < x.size(); ++a) x[a] -= eta * d[a];
    x = nearest_in_simplex(x);
  }
  return x;
}

/// EXP3-IX with fixed share, on the costs of the played arms.
Column exp3_ix_of(const Game& game, std::span<const Round> rounds, const Column& costs, Number T, Number share) {
  const auto K = static_cast<Number>(game.arms());
  const Number eta = std::sqrt(2 * std::log(K) / (K * T));
  Column x = uniform_strategy(game.arms());
  for (std::size_t t = 0; t < rounds.size(); ++t) {
    const std::size_t a = rounds[t].arm;
    x[a] *= std::exp(-eta * costs[t] / (x[a] + eta / 2));
    x = normalised(x);
    for (Number& weight : x) weight = (1 - share) * weight + share / K;
  }
  return x;
}
/// A primal-dual learner's prior knowledge of rho, or the length of the warm-up that estimates it.
struct Margin {
  Number rho = 0;
  std::size_t warmup = 0;
};
Number price_bound(const Game& game, Number rho) {
  const auto T = static_cast<Number>(game.horizon());
  return rho > 1 / T ? 1 / rho : std::pow(T, 0.25L);
}

/// A primal learner: its strategy after rounds with these costs, tuned for the horizon T.
using Primal = std::function<Column(std::span<const Round>, const Column& costs, Number T)>;
/// The charges lambda_t'g_t of past rounds, where the sum of the prices is at most M.
using Charges = std::function<Column(std::span<const Round>, Number M)>;

/// The strategy of a primal learner: warm-up costs are (1 + max_i g_i) / 2, later costs l + charge, scaled to [0, 1].
Column with_warm_up(const Game& game, const std::vector<Round>& rounds, const Margin& margin, const Primal& primal,
                    const Charges& charges) {
  const std::size_t warmup_rounds = std::min(rounds.size(), margin.warmup);
  Column costs, total(game.constraints());
  for (std::size_t t = 0; t < warmup_rounds; ++t) {
    Number greatest = -1;
    for (std::size_t i = 0; i < total.size(); ++i) {
      const Number g = rounds[t].violation[i][rounds[t].arm];
      greatest = std::max(greatest, g);
      total[i] += g;
    }
    costs.push_back((1 + greatest) / 2);
  }
  if (rounds.size() < margin.warmup) return primal(rounds, costs, static_cast<Number>(margin.warmup));
  Number rho = margin.rho;
  if (margin.warmup > 0) rho = -*std::max_element(total.begin(), total.end()) / static_cast<Number>(warmup_rounds);
  const Number M = price_bound(game, rho);
  const std::span<const Round> after = std::span(rounds).subspan(warmup_rounds);
  costs = charges(after, M);
  for (std::size_t t = 0; t < after.size(); ++t) costs[t] = (after[t].loss[after[t].arm] + costs[t] + M) / (1 + 2 * M);
  return primal(after, costs, static_cast<Number>(game.horizon()));
}

/// The nearest point of {v >= 0, sum v <= M}: v minus theta, the largest over k of (sum of the k largest - M) / k.
Column l1_ball(Column v, Number M) {
  Column sorted = v;
  std::sort(sorted.rbegin(), sorted.rend());
  Number theta = 0, sum = 0;
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    sum += std::max<Number>(sorted[k], 0);
    theta = std::max(theta, (sum - M) / static_cast<Number>(k + 1));
  }
  for (Number& entry : v) entry = std::max<Number>(0, entry - theta);
  return v;
}

Column pd_ogd(const Game& game, const std::vector<Round>& rounds, const Margin& margin, bool exp3_p) {
  const auto T = static_cast<Number>(game.horizon()), m = static_cast<Number>(game.constraints());
  const auto primal = [&](std::span<const Round> past, const Column& costs, Number horizon) {
    return exp3_p ? exp3_p_of(game, past, costs, horizon) : exp3_ix_of(game, past, costs, horizon, 0);
  };
  return with_warm_up(game, rounds, margin, primal, [&](std::span<const Round> past, Number M) {
    Column lambda(game.constraints()), charges;
    for (const Round& round : past) {
      Number charge = 0;
      for (std::size_t i = 0; i < lambda.size(); ++i) {
        charge += lambda[i] * round.violation[i][round.arm];
        lambda[i] += M / std::sqrt(m * T) * round.violation[i][round.arm];
      }
      charges.push_back(charge);
      lambda = l1_ball(lambda, M);
    }
    return charges;
  });
}

Column lagrange_bwlc(const Game& game, const std::vector<Round>& rounds, const Margin& margin) {
  const auto T = static_cast<Number>(game.horizon()), m = static_cast<Number>(game.constraints());
  const auto primal = [&](std::span<const Round> past, const Column& costs, Number horizon) {
    return exp3_p_of(game, past, costs, horizon);
  };
  return with_warm_up(game, rounds, margin, primal, [&](std::span<const Round> past, Number M) {
    Column payoff(game.constraints() + 1), charges;  // payoff: sums of payoffs in [0, 1]
    for (const Round& round : past) {
      const Column q = softmax(payoff, -std::sqrt(8 * std::log(m + 1) / T));
      Number charge = 0;
      for (std::size_t i = 0; i < game.constraints(); ++i) {
        const Number g = round.violation[i][round.arm];
        charge += q[i] * M * g;
        payoff[i] += (M * g + M) / (2 * M);
      }
      payoff.back() += 0.5L;
      charges.push_back(charge);
    }
    return charges;
  });
}

Column pd_wa(const Game& game, const std::vector<Round>& rounds) {
  const auto T = static_cast<Number>(game.horizon()), K = static_cast<Number>(game.arms());
  Column lambda(game.constraints()), costs;
  for (const Round& round : rounds) {
    Number priced_loss = round.loss[round.arm], price_sum = 0;
    for (std::size_t i = 0; i < lambda.size(); ++i) {
      const Number g = round.violation[i][round.arm];
      priced_loss += lambda[i] * g;
      price_sum += lambda[i];
      lambda[i] = std::max<Number>(0, lambda[i] + g / std::sqrt(K * T));
    }
    const Number range = std::max<Number>(1, price_sum);
    costs.push_back((priced_loss + range) / (1 + 2 * range));
  }
  return exp3_ix_of(game, rounds, costs, T, 1 / (T - 1));
}

/// LOE2D with U = K; z is found by bisection.
Column loe2d(const Game& game, const std::vector<Round>& rounds) {
  const auto T = static_cast<Number>(game.horizon()), K = static_cast<Number>(game.arms());
  const Number V = std::sqrt(T * K * std::log(T)), gamma = K * std::sqrt(T / K);
  Column pulls(game.arms()), loss(pulls), Q(game.constraints()), L(pulls), x(pulls);
  Table g(game.constraints(), pulls);
  for (const Round& round : rounds) {
    pulls[round.arm] += 1;
    loss[round.arm] += round.loss[round.arm];
    for (std::size_t i = 0; i < Q.size(); ++i) {
      g[i][round.arm] += round.violation[i][round.arm];
      Q[i] = std::max<Number>(0, Q[i] + round.violation[i][round.arm]);
    }
  }
  Number beta = V;
  for (const Number price : Q) beta += price;
  beta = V / beta;
  for (std::size_t a = 0; a < L.size(); ++a) {
    const Number n = std::max<Number>(1, pulls[a]);
    L[a] = 1 - loss[a] / n;
    for (std::size_t i = 0; i < Q.size(); ++i) L[a] -= Q[i] / V * g[i][a] / n;
  }
  const Number best = *std::max_element(L.begin(), L.end());
  Number low = 1, high = K;
  for (int step = 0; step < 200; ++step) {
    const Number z = (low + high) / 2;
    Number sum = 0;
    for (std::size_t a = 0; a < L.size(); ++a) sum += x[a] = 1 / (z + 2 * gamma * beta * (best - L[a]));
    (sum > 1 ? low : high) = z;
  }
  return normalised(x);
}

/// Optimistic3 with the widths of ns-lp.
Column optimistic3(const Game& game, const std::vector<Round>& rounds, Number scale) {
  const auto T = static_cast<Number>(game.horizon());
  const std::size_t K = game.arms(), m = game.constraints();
  const Number L = std::log(T * static_cast<Number>(K * m) / game.delta), alpha = std::sqrt(T);
  Column N(K), loss(K), Q(m), last(m), log_x(K);
  Table violation(m, loss);
  for (std::size_t s = 0;; ++s) {
    Table g_check(m, Column(K));
    for (std::size_t a = 0; a < K; ++a) {
      const Number n = std::max<Number>(1, N[a]);
      Number value = 1 - loss[a] / n + std::min<Number>(1, scale * std::sqrt(L / (2 * n)));  // fhat
      for (std::size_t i = 0; i < m; ++i) {
        g_check[i][a] = violation[i][a] / n - std::min<Number>(2, scale * std::sqrt(2 * L / n));
        value -= Q[i] * g_check[i][a];
      }
      log_x[a] += value / alpha;
    }
    const Number highest = *std::max_element(log_x.begin(), log_x.end());
    Column x(K);
    for (std::size_t a = 0; a < K; ++a) x[a] = std::exp(log_x[a] - highest);
    x = normalised(x);
    if (s == rounds.size()) return x;
    for (std::size_t i = 0; i < m; ++i) {
      Number now = 0;
      for (std::size_t a = 0; a < K; ++a) now += g_check[i][a] * x[a];
      Q[i] = std::max<Number>(0, Q[i] + 2 * now - last[i]);
      last[i] = now;
      violation[i][rounds[s].arm] += rounds[s].violation[i][rounds[s].arm];
    }
    N[rounds[s].arm] += 1;
    loss[rounds[s].arm] += rounds[s].loss[rounds[s].arm];
  }
}

}  // namespace

}  // namespace regretta::naive

namespace regretta {
namespace {

/// Compares with every source of the margin: a parameter, also a negative one, measured, and estimated in a warm-up.
template <template <class> class L>
void expect_same_for_every_margin(
    typename L<double>::Params params,
    const std::function<naive::Column(const naive::Game&, const std::vector<naive::Round>&, const naive::Margin&)>&
        policy) {
  for (const double rho : {0.5, -0.25}) {
    params.rho = {.measured = false, .value = rho};
    expect_same_replay<L>(
        params, [&](const auto& game, const auto& past) { return policy(game, past, {.rho = rho, .warmup = 0}); });
  }
  params.rho.measured = true;
  expect_same_replay<L>(params, [&, rho = naive::Number(0)](const auto& game, const auto& past) mutable {
    if (past.empty()) rho = cell_of(game, 0).facts->oracle().rho;  // too many rows for the naive computation
    return policy(game, past, {.rho = rho, .warmup = 0});
  });
  params.rho_from = MarginSource::warm_up;
  expect_same_replay<L>(params, [&](const auto& game, const auto& past) {
    return policy(game, past, {.rho = 0, .warmup = 71});  // sqrt(5000) = 70.7
  });
}

TEST(PrimalDualReplay, PdOgd) {
  expect_same_for_every_margin<PdOgd>({}, [](const auto& game, const auto& past, const auto& margin) {
    return naive::pd_ogd(game, past, margin, false);
  });
  PdOgdParams params;
  params.primal = Primal::exp3_p;
  params.rho = {.measured = false, .value = 0.5};
  expect_same_replay<PdOgd>(
      params, [](const auto& game, const auto& past) { return naive::pd_ogd(game, past, {.rho = 0.5L}, true); });
}
TEST(PrimalDualReplay, LagrangeBwlc) { expect_same_for_every_margin<LagrangeBwlc>({}, naive::lagrange_bwlc); }
TEST(PrimalDualReplay, PdWa) { expect_same_replay<PdWa>({}, naive::pd_wa); }
TEST(PrimalDualReplay, Loe2d) { expect_same_replay<Loe2d>({}, naive::loe2d); }
TEST(PrimalDualReplay, Coco) { expect_same_replay<Coco>({}, naive::coco); }
TEST(PrimalDualReplay, Dpp) {
  for (const double tightening : {0.0, 0.02})
    expect_same_replay<Dpp>({.tightening = tightening},
                            [=](const auto& game, const auto& past) { return naive::dpp(game, past, tightening); });
}
TEST(PrimalDualReplay, Optimistic3) {
  for (const double scale : {1.0, 0.1})
    expect_same_replay<Optimistic3>({.confidence_scale = scale}, [=](const auto& game, const auto& past) {
      return naive::optimistic3(game, past, scale);
    });
}
TEST(PrimalDualReplay, Ucpd) { expect_same_replay<Ucpd>({}, naive::ucpd); }

}  // namespace

}  // namespace regretta
