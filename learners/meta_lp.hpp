#pragma once
/// Meta-learners over instances of NS-SOPS (optimistic_lp.hpp), one per guess of the corruption: C_j = 2^j, j = 1..M,
/// M = ceil(log2 T). In each round a master draws one instance, which plays; only that instance learns from the
/// feedback. The two masters differ in how they update the probabilities ("chances") of the instances.

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/learners/math/one_arm.hpp"
#include "regretta/learners/math/weights.hpp"
#include "regretta/learners/optimistic_lp.hpp"

namespace regretta {

struct MetaLpParams {
  double confidence_scale = 1;
  double lagrange_scale = 1;
  double step_scale = 1;

  static void fields(auto& p, auto&& visit) {
    visit("confidence_scale", p.confidence_scale, Range{0, 1e6},
          "multiplies the confidence widths of the instances, which are those of ns-lp");
    visit("lagrange_scale", p.lagrange_scale, Range{0, 1e6},
          "multiplies Lambda = 1 + m, the weight of violations; 1 / rho gives Lambda = (1 + m) / rho");
    visit("step_scale", p.step_scale, Range{1e-6, 1e6}, "multiplies eta = sqrt(M / T)");
  }
};

/// M = ceil(log2 T), at least 1.
inline int num_corruption_guesses(const Problem& problem) {
  int M = 1;
  for (std::int64_t guess = 2; guess < problem.horizon; guess *= 2) ++M;
  return M;
}
/// eta = sqrt(M / T).
inline double meta_step_size(const Problem& problem, const MetaLpParams& params) {
  return params.step_scale * sqrt(num_corruption_guesses(problem) / static_cast<double>(problem.horizon));
}
/// ln max(T, 2).
inline double log_horizon(const Problem& problem) { return log(max(static_cast<double>(problem.horizon), 2.0)); }

/// A Master has a type Params (derived from MetaLpParams), a constructor Master(problem, params), chances() (M, in the
/// simplex) and observe(chosen, payoff) with the chosen instance and its payoff in [0, 1].
/// The payoff of the chosen instance, to be minimised, is (l_t(a_t) + Lambda sum_i [ghat_i'x_t]+) / (1 + Lambda m),
/// where ghat are the means of that instance including round t.
template <class Real, template <class> class Master>
class MetaLp {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = typename Master<Real>::Params;

  MetaLp(const Problem& problem, const Params& params)
      : MetaLp(problem, params, NsWidths(problem, params.confidence_scale)) {}

  void draw(const Randomness<Real>& random) {
    if (tie_order_.draw(random)) start();
    chosen_ = to_index(random.categorical({}, master_.chances()));
    const Index<Real> first = first_slot();
    for (int a = 0; a < K_; ++a) x_[a] = gather(strategies_.data() + a, first);
  }
  const Vector<Real>& strategy() const { return x_; }
  /// The mixture sum_j w_j x^j of the instances' strategies, K.
  const Vector<Real>& mixture() const { return mixture_; }
  /// w_t, M: probabilities of the instances.
  const Vector<Real>& chances() const { return master_.chances(); }

  void observe(const Feedback& round) {
    const Index<Real> first = first_slot();
    Index<Real> played = first;
    for (std::size_t k = 0; k < played.size(); ++k) played[k] += round.arm()[k];
    indices_.observe(round, played, gather(guesses_.data(), chosen_));
    master_.observe(chosen_, payoff(round, first));
    solve_chosen(first);
    mix();
  }

  void show(Internals& shown) const { shown.row("chance", master_.chances()); }
  Reported<Real> reported() const { return counts_.reported(); }

 private:
  MetaLp(const Problem& problem, const Params& params, const NsWidths& widths)
      : K_(problem.num_arms),
        m_(problem.num_constraints),
        M_(num_corruption_guesses(problem)),
        Lambda_(params.lagrange_scale * (1 + m_)),
        master_(problem, params),
        indices_(M_ * K_, m_, widths.loss, widths.violation),
        program_(K_, m_),
        tie_order_(K_),
        c_(Vector<Real>::Constant(K_, Real(0.0))),
        A_(Matrix<Real>::Constant(m_, K_, Real(0.0))),
        x_(c_),
        solution_(c_),
        mixture_(c_),
        strategies_(Vector<Real>::Constant(M_ * K_, Real(0.0))),
        guesses_(Vector<Real>::Constant(M_, Real(0.0))) {
    double C = 1;
    for (int j = 0; j < M_; ++j) {
      C *= 2;
      guesses_[j] = Real(C);
      for (int a = 0; a < K_; ++a) indices_.start(j * K_ + a, C);
    }
  }

  /// Computes the first strategies of all instances.
  void start() {
    for (int j = 0; j < M_; ++j) {
      chosen_.fill(j);
      solve_chosen(first_slot());
    }
    counts_ = {};
    mix();
  }

  /// The slot of the chosen instance's first arm: j K for instance j.
  Index<Real> first_slot() const {
    Index<Real> first = chosen_;
    for (auto& slot : first) slot *= K_;
    return first;
  }
  Real payoff(const Feedback& round, const Index<Real>& first) const {
    Real payoff = round.loss();
    for (int i = 0; i < m_; ++i) {
      Real violation(0.0);
      for (int a = 0; a < K_; ++a) violation = fma(gather(&indices_.g_hat()(i, a), first), x_[a], violation);
      payoff = fma(Real(Lambda_), max(violation, Real(0.0)), payoff);
    }
    return payoff * Real(1 / (1 + Lambda_ * m_));
  }
  /// Recomputes x^j of the chosen instance; the others have not learned. first: its first_slot().
  void solve_chosen(const Index<Real>& first) {
    for (int a = 0; a < K_; ++a) {
      c_[a] = gather(indices_.costs().data() + a, first);
      for (int i = 0; i < m_; ++i) A_(i, a) = gather(&indices_.rows()(i, a), first);
    }
    const LpOutcome<Real> outcome = program_.solve(c_, A_, tie_order_.places(), solution_);
    for (int a = 0; a < K_; ++a) scatter(strategies_.data() + a, first, solution_[a]);
    counts_.add(outcome);
  }
  /// Recomputes mixture_.
  void mix() {
    const Vector<Real>& w = master_.chances();
    for (int a = 0; a < K_; ++a) mixture_[a] = w[0] * strategies_[a];
    for (int j = 1; j < M_; ++j)
      for (int a = 0; a < K_; ++a) mixture_[a] = fma(w[j], strategies_[j * K_ + a], mixture_[a]);
  }

  int K_, m_, M_;
  double Lambda_;
  Master<Real> master_;
  OptimisticIndices<Real> indices_;  // slot j K + a: arm a in instance j
  LinearProgram<Real> program_;
  TieOrder<Real> tie_order_;
  Vector<Real> c_;                       // costs of the chosen instance's program, K
  Matrix<Real> A_;                       // constraints of the chosen instance's program, m x K
  Vector<Real> x_, solution_, mixture_;  // K
  Vector<Real> strategies_;              // x^j(a), M K
  Vector<Real> guesses_;                 // C_j, M
  Index<Real> chosen_{};                 // instance drawn for this round
  ProjectionCounts<Real> counts_;
};

/// The learner `corral`: the CORRAL master over instances of NS-SOPS.
struct CorralParams : MetaLpParams {
  double base_regret = 0;

  static void fields(auto& p, auto&& visit) {
    MetaLpParams::fields(p, visit);
    visit("base_regret", p.base_regret, Range{0, 1e12},
          "R, a bound on the regret of an instance, which limits eta to 1 / (40 R ln T); 0: no limit");
  }
};

/// Probabilities of the instances by log-barrier mirror descent, with step sizes that grow as a probability falls
/// (Agarwal, Luo, Neyshabur, Schapire, COLT 2017, Algorithm 1). A Master of MetaLp.
template <class Real>
class CorralMaster {
 public:
  using Params = CorralParams;

  CorralMaster(const Problem& problem, const Params& params)
      : M_(num_corruption_guesses(problem)),
        gamma_(1 / static_cast<double>(problem.horizon)),
        beta_(exp(1 / log_horizon(problem))),
        p_(Vector<Real>::Constant(M_, Real(1.0 / M_))),
        chances_(p_),
        threshold_(Vector<Real>::Constant(M_, Real(2.0 * M_))),
        eta_(Vector<Real>::Constant(M_, Real(step_size(problem, params)))),
        offset_(p_) {}

  const Vector<Real>& chances() const { return chances_; }
  void observe(const Index<Real>& chosen, const Real& payoff) {
    for (int j = 0; j < M_; ++j) offset_[j] = Real(1.0) / p_[j];
    const Real estimate = payoff / gather(chances_.data(), chosen);
    const Real step = gather(eta_.data(), chosen);
    scatter(offset_.data(), chosen, fma(step, estimate, gather(offset_.data(), chosen)));
    log_barrier_weights(offset_, eta_, p_);
    for (int j = 0; j < M_; ++j) {
      chances_[j] = fma(p_[j], Real(1 - gamma_), Real(gamma_ / M_));
      const Real inverse = Real(1.0) / chances_[j];
      const Mask<Real> rare = inverse > threshold_[j];
      threshold_[j] = select(rare, Real(2.0) * inverse, threshold_[j]);
      eta_[j] = select(rare, Real(beta_) * eta_[j], eta_[j]);
    }
  }

 private:
  static double step_size(const Problem& problem, const Params& params) {
    const double limit = params.base_regret > 0 ? 1 / (40 * params.base_regret * log_horizon(problem)) : infinity;
    return min(limit, meta_step_size(problem, params));
  }

  int M_;
  double gamma_, beta_;
  Vector<Real> p_, chances_;  // before and after mixing, M
  Vector<Real> threshold_;    // rho_j of the paper: if 1 / chance exceeds rho_j, rho_j is raised and eta_j grows
  Vector<Real> eta_;
  Vector<Real> offset_;  // 1 / p_j, plus eta_j times the estimated payoff of the chosen instance; M
};

/// CORRAL over instances of NS-SOPS. Bandit feedback. The master is as published; the choice of these instances and of
/// the payoff is a reconstruction.
template <class Real>
using Corral = MetaLp<Real, CorralMaster>;
static_assert(DrawsForItself<Corral<Pack<8>>> && MixesStrategies<Corral<Pack<8>>>);

/// The learner `lag-ftrl`: a log-barrier master over instances of NS-SOPS.
struct LagFtrlParams : MetaLpParams {
  double bonus_scale = 1;

  static void fields(auto& p, auto&& visit) {
    MetaLpParams::fields(p, visit);
    visit("bonus_scale", p.bonus_scale, Range{0, 1e6},
          "multiplies B = 1 / (40 eta ln T), the bonus of an instance for each unit by which its largest 1/w rises");
  }
};

/// Probabilities of the instances by log-barrier follow-the-regularised-leader: w = argmin w'S + (1/eta) sum_j
/// ln(1/w_j). S sums importance-weighted payoffs minus bonuses B (nu_t - nu_{t-1}), where nu_j is the largest 1/w_j so
/// far. A Master of MetaLp.
template <class Real>
class LagFtrlMaster {
 public:
  using Params = LagFtrlParams;

  LagFtrlMaster(const Problem& problem, const Params& params)
      : M_(num_corruption_guesses(problem)),
        eta_(meta_step_size(problem, params)),
        B_(params.bonus_scale / (40 * eta_ * log_horizon(problem))),
        w_(Vector<Real>::Constant(M_, Real(1.0 / M_))),
        sum_(Vector<Real>::Constant(M_, Real(0.0))),
        nu_(Vector<Real>::Constant(M_, Real(1.0 * M_))),
        unit_slope_(Vector<Real>::Constant(M_, Real(1.0))) {}

  const Vector<Real>& chances() const { return w_; }
  void observe(const Index<Real>& chosen, const Real& payoff) {
    const Real estimate = payoff / gather(w_.data(), chosen);
    scatter(sum_.data(), chosen, fma(Real(eta_), estimate, gather(sum_.data(), chosen)));
    for (int j = 0; j < M_; ++j) {
      const Real highest = max(Real(1.0) / w_[j], nu_[j]);
      sum_[j] = fma(Real(-eta_ * B_), highest - nu_[j], sum_[j]);
      nu_[j] = highest;
    }
    log_barrier_weights(sum_, unit_slope_, w_);
  }

 private:
  int M_;
  double eta_, B_;
  Vector<Real> w_, sum_, nu_, unit_slope_;  // M; sum_ is eta S
};

/// Lag-FTRL over instances of NS-SOPS (Stradi, Lunghi, Castiglioni, Marchesi, Gatti, NeurIPS 2025), reduced to one
/// state. Bandit feedback. The structure is from the paper; eta, B, Lambda and the exact bonus are a reconstruction.
template <class Real>
using LagFtrl = MetaLp<Real, LagFtrlMaster>;

}  // namespace regretta
