// The plain loop with a general-purpose solver in each round: SLSQP on the projection itself, or L-BFGS on its dual.

#include <cmath>
#include <limits>
#include <memory>
#include <nlopt.hpp>

#include "regretta/bench/peers/newton_projection.hpp"
#include "regretta/bench/peers/plain_loop.hpp"

namespace regretta::peers {
namespace {

using Numbers = std::vector<double>;

/// Sets x = y / sum y; returns true if that violates A x <= 0.
bool scale_to_simplex(const Numbers& y, const Numbers& A, Numbers& x) {
  double sum = 0;
  for (const double weight : y) sum += weight;
  for (std::size_t a = 0; a < y.size(); ++a) x[a] = y[a] / sum;
  for (std::size_t row = 0; row < A.size(); row += y.size()) {
    double violation = 0;
    for (std::size_t a = 0; a < y.size(); ++a) violation += A[row + a] * x[a];
    if (violation > 0) return true;
  }
  return false;
}

/// Solvers report a line search stopped by rounding errors, sometimes as a plain failure; the point cannot be improved.
void optimise(nlopt::opt& solver, Numbers& x) {
  double value = 0;
  try {
    solver.optimize(x, value);
  } catch (const std::runtime_error&) {
  }
}

/// min sum x ln(x / y) over the simplex, subject to A x <= 0, in the variables u = x / sqrt(y): there the Hessian is
/// about the identity, with which SLSQP starts. In x itself it takes tens of times as many steps.
class Slsqp {
 public:
  bool operator()(const Numbers& y, const Numbers& A, Numbers& x) {
    const bool outside = scale_to_simplex(y, A, x);
    if (!outside) return false;
    if (!solver_) set_up(y.size(), A.size() / y.size());
    A_ = &A;
    for (std::size_t a = 0; a < x.size(); ++a) u_[a] = root_[a] = std::sqrt(x[a]);
    optimise(*solver_, u_);
    double sum = 0;
    for (std::size_t a = 0; a < x.size(); ++a) sum += x[a] = root_[a] * u_[a];
    for (double& weight : x) weight /= sum;
    return true;
  }

 private:
  void set_up(std::size_t K, std::size_t m) {
    u_.resize(K);
    root_.resize(K);
    solver_ = std::make_unique<nlopt::opt>(nlopt::LD_SLSQP, static_cast<unsigned>(K));
    solver_->set_min_objective(divergence, this);
    solver_->set_lower_bounds(0);
    solver_->add_equality_constraint(mass, this, 1e-14);
    solver_->add_inequality_mconstraint(violations, this, Numbers(m, 1e-14));
    solver_->set_xtol_rel(1e-8);
    solver_->set_maxeval(200);
  }
  static double divergence(unsigned K, const double* u, double* gradient, void* self) {
    const Numbers& root = static_cast<Slsqp*>(self)->root_;
    double sum = 0;
    for (unsigned a = 0; a < K; ++a) {
      const double log_ratio = std::log(std::max(u[a] / root[a], 1e-300));
      sum += root[a] * u[a] * log_ratio;
      if (gradient != nullptr) gradient[a] = root[a] * (log_ratio + 1);
    }
    return sum;
  }
  static double mass(unsigned K, const double* u, double* gradient, void* self) {
    const Numbers& root = static_cast<Slsqp*>(self)->root_;
    if (gradient != nullptr) std::copy(root.begin(), root.end(), gradient);
    double sum = -1;
    for (unsigned a = 0; a < K; ++a) sum += root[a] * u[a];
    return sum;
  }
  static void violations(unsigned m, double* values, unsigned K, const double* u, double* gradient, void* self) {
    const Numbers &A = *static_cast<Slsqp*>(self)->A_, &root = static_cast<Slsqp*>(self)->root_;
    for (unsigned i = 0; i < m; ++i) {
      values[i] = 0;
      for (unsigned a = 0; a < K; ++a) {
        const double slope = A[i * K + a] * root[a];
        values[i] += slope * u[a];
        if (gradient != nullptr) gradient[i * K + a] = slope;
      }
    }
  }

  std::unique_ptr<nlopt::opt> solver_;
  const Numbers* A_ = nullptr;
  Numbers root_, u_;
};

/// min ln sum y exp(-lambda'A) over lambda >= 0.
class DualLbfgs {
 public:
  bool operator()(const Numbers& y, const Numbers& A, Numbers& x) {
    const bool outside = scale_to_simplex(y, A, x);
    if (!outside) return false;
    if (!solver_) set_up(A.size() / y.size());
    start_ = x;
    weights_ = &x;
    A_ = &A;
    std::fill(lambda_.begin(), lambda_.end(), 0.0);
    optimise(*solver_, lambda_);
    const double sum = weigh(lambda_.data());
    for (double& weight : x) weight /= sum;
    return true;
  }

 private:
  void set_up(std::size_t m) {
    solver_ = std::make_unique<nlopt::opt>(nlopt::LD_LBFGS, static_cast<unsigned>(m));
    solver_->set_min_objective(dual, this);
    solver_->set_lower_bounds(0);
    solver_->set_xtol_rel(1e-10);
    solver_->set_maxeval(200);
    lambda_.resize(m);
  }
  double weigh(const double* lambda) {
    const std::size_t K = start_.size(), m = lambda_.size();
    double sum = 0;
    for (std::size_t a = 0; a < K; ++a) {
      double exponent = 0;
      for (std::size_t i = 0; i < m; ++i) exponent -= lambda[i] * (*A_)[i * K + a];
      (*weights_)[a] = start_[a] * std::exp(exponent);
      sum += (*weights_)[a];
    }
    return sum;
  }
  static double dual(unsigned m, const double* lambda, double* gradient, void* self) {
    auto& mine = *static_cast<DualLbfgs*>(self);
    const double sum = mine.weigh(lambda);
    const std::size_t K = mine.start_.size();
    for (unsigned i = 0; gradient != nullptr && i < m; ++i) {
      gradient[i] = 0;
      for (std::size_t a = 0; a < K; ++a) gradient[i] -= (*mine.weights_)[a] * (*mine.A_)[i * K + a] / sum;
    }
    return std::log(sum);
  }

  std::unique_ptr<nlopt::opt> solver_;
  const Numbers* A_ = nullptr;
  Numbers* weights_ = nullptr;
  Numbers start_, lambda_;
};

constexpr int trials = 6, windows = 100;
constexpr std::int64_t window = 2;

/// Rounds of some trials, in windows spread evenly over them; the rounds in between are played beforehand with Newton's
/// projection. Active rounds come in bursts, hence many short windows.
template <Learner learner, class Project>
std::function<Played()> window_player(const Game& game) {
  NewtonProjection newton;
  std::vector<PlainTrial<Mersenne>> starts;
  for (std::uint64_t seed = 1; seed <= trials; ++seed) {
    PlainTrial<Mersenne> trial(game, Mersenne{std::mt19937_64(seed)});
    for (std::int64_t k = 0; k < windows; ++k) {
      play_plainly<learner>(trial, game.cell.horizon * (2 * k + 1) / (2 * windows) - trial.t, newton);
      starts.push_back(trial);
    }
  }
  return [starts = std::move(starts)] {
    Played all{.rounds = trials * windows * window, .active = 0};
    Project project;
    for (PlainTrial<Mersenne> state : starts) {
      const std::int64_t before = state.books.active;
      play_plainly<learner>(state, window, project);
      all.active += state.books.active - before;
    }
    return all;
  };
}

/// windows_from: the number of arms from which whole trials would take minutes.
template <class Project>
Peer nlopt_peer(std::string name, int windows_from) {
  const auto prepare = [=](const Game& game) {
    if (game.cell.num_arms < windows_from) return whole_trials(game, plain_trial<Project>);
    return with_learner(game.learner, [&]<Learner learner>() { return window_player<learner, Project>(game); });
  };
  return {.name = std::move(name),
          .tolerance = {1e-6, 0.1, 1e-4},  // the solvers stop about 1e-8 short of the solution
          .replay = plain_replay<Project>,
          .trial = plain_trial<Project>,
          .prepare = prepare};
}

}  // namespace

std::vector<Peer> all_peers() {
  constexpr int never = std::numeric_limits<int>::max();
  return {nlopt_peer<Slsqp>("nlopt_slsqp", 50), nlopt_peer<DualLbfgs>("nlopt_dual_lbfgs", never)};
}

}  // namespace regretta::peers
