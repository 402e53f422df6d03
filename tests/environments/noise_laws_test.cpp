// Clipped normals: a law of noise behind an interface.

#include <cmath>

#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/environments/outcomes/clipped_normal.hpp"
#include "regretta/tests/environments/expectations.hpp"

namespace regretta::tests {
namespace {

using List = std::vector<double>;
using Rows = std::vector<List>;

TEST(ClippedNormalLaw, QuantilesAreThoseOfTheNormalDistribution) {
  for (const double x : {-6.2, -3.0, -1.2, -0.5, 0.0, 0.3, 1.5, 4.0}) {
    const double p = normal_probability(x);
    EXPECT_NEAR(normal_quantile(p), x, x > 3 ? 1e-9 : 1e-13 + 1e-13 / p * 1e-3) << x;
    EXPECT_EQ(lane(normal_quantile(Pack<8>(p)), 5), normal_quantile(p)) << x;
  }
  EXPECT_NEAR(normal_probability(1.959963984540054), 0.975, 1e-14);
  EXPECT_NEAR(normal_probability(-4), 3.167124183311998e-05, 1e-16);
}

/// By integration over the draw.
double mean_of(double (*value)(const ClippedNormal&, double u, double mean), const ClippedNormal& law, double mean) {
  constexpr int steps = 50'000;
  double sum = 0;
  for (int k = 0; k < steps; ++k) sum += value(law, (k + 0.5) / steps, mean);
  return sum / steps;
}

TEST(ClippedNormalLaw, ItsMeansAreExactOrNominal) {
  const ClippedNormal law(0.1);
  EXPECT_NEAR(law.true_mean(0), 0.1 / std::sqrt(2 * M_PI), 1e-12);
  EXPECT_NEAR(law.true_mean(0.5), 0.5, 1e-7);
  for (const double mean : {0.0, 0.0004, 0.02, 0.0398942, 0.3, 0.77, 0.9713, 1.0}) {
    const double exact =
        mean_of([](const ClippedNormal& of, double u, double m) { return of.with_mean(u, m); }, law, mean);
    EXPECT_NEAR(exact, mean, 5e-6) << mean;
    const double around =
        mean_of([](const ClippedNormal& of, double u, double m) { return of.around(u, m); }, law, mean);
    EXPECT_NEAR(around, law.true_mean(mean), 5e-6) << mean;
  }
  // Of the true mean of a nominal one, each value is that of the nominal one, but for the kink where clipping begins: a
  // quarter of the distance of two nominal means of the grid, at most 2 / 1024 from each other there.
  for (const double nominal : {0.0, 0.2, 0.95})
    for (const double u : {0.001, 0.2, 0.5, 0.8, 0.999})
      EXPECT_NEAR(law.with_mean(u, law.true_mean(nominal)), law.around(u, nominal), 5e-4) << nominal << " " << u;
}

Settings clipped(const char* means) {
  return {{"losses.kind", text("stationary")},
          {"losses.means", List{1, 0.3}},
          {"violations.kind", text("costs")},
          {"violations.costs", Rows{{0, 0.4}}},
          {"violations.threshold", List{0.2}},
          {"noise", text("clipped-normal")},
          {"noise_sd", 0.1},
          {"noise_means", text(means)}};
}

TEST(ClippedNormalLaw, OptHasTrueMeansOrNominalOnes) {
  const double edge = 0.1 / std::sqrt(2 * M_PI);
  const CellWork truth = work_of(build("composed", clipped("true"), 1000));
  EXPECT_NEAR(means_at(truth.adversary->losses, 1, 2)[0], 1 - edge, 1e-12);
  EXPECT_NEAR(means_at(truth.adversary->violations, 1, 2)[0], edge - 0.2, 1e-12);
  EXPECT_NEAR(truth.facts->mean_violation[0], edge - 0.2, 1e-12);
  const CellWork nominal = work_of(build("composed", clipped("nominal"), 1000));
  EXPECT_EQ(means_at(nominal.adversary->losses, 1, 2), (List{1, 0.3}));
  EXPECT_EQ(nominal.facts->mean_violation[0], -0.2);
}

}  // namespace
}  // namespace regretta::tests
