// The cost of separate phases: ConOMD-FS at m = 1 written as one fused loop, without separate feedback, referee and
// learner, on the common cell. It plays the same trials as the engine (checked), with the same draws and polynomials.

#include <benchmark/benchmark.h>

#include <cmath>

#include "regretta/engine/real/draws.hpp"
#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/study/plan/plan.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/learners/math/confidence.hpp"
#include "regretta/learners/math/mirror_descent.hpp"
#include "regretta/learners/math/row_moments.hpp"
#include "regretta/tools/commands/throughput.hpp"
#include "regretta/tools/standard_catalogue.hpp"

namespace regretta {
namespace {

using Lanes = Pack<8>;

class FusedLoop {
 public:
  explicit FusedLoop(const CellWork& work)
      : problem_(work.problem),
        draws_(work.seed, 0),
        blocks_(static_cast<std::size_t>(problem_.num_arms)),
        loss_(work.facts->mean_loss),
        violation_(work.facts->mean_violation),
        width_(work.problem, 0.25),
        x_(Vector<Lanes>::Constant(problem_.num_arms, Lanes(1.0 / problem_.num_arms))),
        y_(x_),
        g_hat_(Vector<Lanes>::Constant(problem_.num_arms, Lanes(0.0))),
        cumulative_(x_) {}

  /// Plays all rounds; returns the expected loss of lane 0.
  double play() {
    const double eta = full_step_size(problem_), weight = 1.0 / static_cast<double>(problem_.horizon);
    const Lanes minus_eta(-eta), keep(1.0 - weight), add(weight / problem_.num_arms);
    const int K = problem_.num_arms;
    Lanes total(0.0), expected_loss(0.0), expected_violation(0.0), positive(0.0), signed_sum(0.0), all_losses(0.0);
    Lanes realised_loss(0.0), realised_violation(0.0);
    const auto weigh = [&](int a, Lanes x) REGRETTA_FLAT {
      total += x;
      cumulative_[a] = total;
      expected_loss = fma(x, Lanes(loss_[static_cast<std::size_t>(a)]), expected_loss);
      expected_violation = fma(x, Lanes(violation_[static_cast<std::size_t>(a)]), expected_violation);
    };
    for (int a = 0; a < K; ++a) weigh(a, x_[a]);
    for (std::int64_t t = 1; t <= problem_.horizon; ++t) {
      const Lanes threshold = Draws<Lanes>::uniform52(draws_.word(Stream::arm, t, 0)) * total;
      Lanes number(0.0);
      for (int a = 0; a < K - 1; ++a) number += select(cumulative_[a] <= threshold, Lanes(1.0), Lanes(0.0));
      all_losses += expected_loss;
      positive += max(expected_violation, Lanes(0.0));
      signed_sum += expected_violation;

      const Lanes n_inverse(1.0 / static_cast<double>(t)), level(width_(static_cast<double>(t)));
      RowMoments<Lanes> moments;
      const auto arm = [&](int a, Lanes u, Lanes v) REGRETTA_FLAT {
        const std::size_t k = static_cast<std::size_t>(a);
        const Lanes loss = select(u < Lanes(loss_[k]), Lanes(1.0), Lanes(0.0));
        const Lanes g = select(v < Lanes(fma(violation_[k], 0.5, 0.5)), Lanes(1.0), Lanes(-1.0));
        const auto played = number == Lanes(static_cast<double>(a));
        realised_loss += select(played, loss, Lanes(0.0));
        realised_violation += select(played, g, Lanes(0.0));
        y_[a] = x_[a] * exp_short(minus_eta * loss);
        g_hat_[a] = fma(g - g_hat_[a], n_inverse, g_hat_[a]);
        moments.add(y_[a], g_hat_[a]);
      };
      draws_.values(t, 0, blocks_);
      for (int a = 0; a < K; ++a) {
        const auto [u, v] = draws_.uniforms(blocks_[static_cast<std::size_t>(a)]);
        arm(a, u, v);
      }

      const auto moved = moments.about(level).first > Lanes(0.0);
      Lanes step(0.0), sum = moments.sum;
      if (any(moved)) {
        const Lanes lambda = select(moved, -moments.about(level).third_order_step(), Lanes(0.0));
        moments = RowMoments<Lanes>();
        for (int a = 0; a < K; ++a) {
          y_[a] *= exp_small(lambda * g_hat_[a]);
          moments.add(y_[a], g_hat_[a]);
        }
        step = select(moved, -moments.about(level).third_order_step(), Lanes(0.0));
        sum =
            fma(step, fma(step, fma(step, Lanes(1.0 / 6) * moments.third, Lanes(0.5) * moments.second), moments.first),
                moments.sum);
      }
      const Lanes inverse = Lanes(1.0) / sum;
      total = expected_loss = expected_violation = Lanes(0.0);
      for (int a = 0; a < K; ++a) {
        x_[a] = fma(y_[a] * exp_tiny(step * g_hat_[a]) * inverse, keep, add);
        weigh(a, x_[a]);
      }
    }
    benchmark::DoNotOptimize(positive);
    benchmark::DoNotOptimize(signed_sum);
    benchmark::DoNotOptimize(realised_loss);
    benchmark::DoNotOptimize(realised_violation);
    return lane(all_losses, 0);
  }

 private:
  Problem problem_;
  Draws<Lanes> draws_;
  std::vector<Draws<Lanes>::Block> blocks_;
  std::vector<double> loss_, violation_;
  ConfidenceWidth width_;
  Vector<Lanes> x_, y_, g_hat_, cumulative_;
};

void fused(benchmark::State& state) {
  const Plan plan = throughput_plan(standard_catalogue(), {"conomd-fs"}, static_cast<int>(state.range(0)), 1);
  const CellWork& work = plan.cells.front().prepared();
  const auto engine = plan.cells.front().bound_learner.run(work, 0, 8, RunControl{});
  const double expected = engine[0][Quantity::expected_regret] + work.facts->opt.back();
  for (auto _ : state) {
    const double found = FusedLoop(work).play();
    if (!(std::abs(found - expected) <= 1e-6 * expected)) state.SkipWithError("plays other trials than the engine");
  }
  using benchmark::Counter;
  const double rounds = static_cast<double>(state.iterations()) * static_cast<double>(work.problem.horizon) * 8;
  state.counters["ns"] = Counter(1e-9 * rounds, Counter::kIsRate | Counter::kInvert);
}
BENCHMARK(fused)->Name("fused/conomd-fs")->Arg(10)->Arg(100)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace regretta
