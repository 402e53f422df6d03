// Primal-dual learners compared with their naive definitions on the same draws; see replay.hpp.

#include "regretta/learners/coco.hpp"
#include "regretta/learners/dpp.hpp"
#include "regretta/learners/lagrange_bwlc.hpp"
#include "regretta/learners/loe2d.hpp"
#include "regretta/learners/optimistic3.hpp"
#include "regretta/learners/pd_ogd.hpp"
#include "regretta/learners/pd_wa.hpp"
#include "regretta/learners/ucpd.hpp"
#include "regretta/tests/reference/naive_primal_dual.hpp"
#include "regretta/tests/reference/replay.hpp"

namespace regretta {
namespace {

/// Every way to obtain a margin: given, given and useless, measured, estimated in a warm-up.
template <template <class> class L>
void expect_same_for_every_margin(
    typename L<double>::Params params,
    const std::function<naive::Column(const naive::Game&, const std::vector<naive::Round>&, const naive::Margin&)>&
        rival) {
  for (const double rho : {0.5, -0.25}) {
    params.rho = {.measured = false, .value = rho};
    expect_same_replay<L>(
        params, [&](const auto& game, const auto& seen) { return rival(game, seen, {.rho = rho, .warmup = 0}); });
  }
  params.rho.measured = true;
  expect_same_replay<L>(params, [&, rho = naive::Number(0)](const auto& game, const auto& seen) mutable {
    if (seen.empty()) rho = cell_of(game, 0).facts->oracle().rho;  // too many rows for the naive computation
    return rival(game, seen, {.rho = rho, .warmup = 0});
  });
  params.rho_from = MarginSource::warm_up;
  expect_same_replay<L>(params, [&](const auto& game, const auto& seen) {
    return rival(game, seen, {.rho = 0, .warmup = 71});  // sqrt(5000) = 70.7
  });
}

TEST(PrimalDualReplay, PdOgd) {
  expect_same_for_every_margin<PdOgd>({}, [](const auto& game, const auto& seen, const auto& margin) {
    return naive::pd_ogd(game, seen, margin, false);
  });
  PdOgdParams params;
  params.primal = Primal::exp3_p;
  params.rho = {.measured = false, .value = 0.5};
  expect_same_replay<PdOgd>(
      params, [](const auto& game, const auto& seen) { return naive::pd_ogd(game, seen, {.rho = 0.5L}, true); });
}
TEST(PrimalDualReplay, LagrangeBwlc) { expect_same_for_every_margin<LagrangeBwlc>({}, naive::lagrange_bwlc); }
TEST(PrimalDualReplay, PdWa) { expect_same_replay<PdWa>({}, naive::pd_wa); }
TEST(PrimalDualReplay, Loe2d) { expect_same_replay<Loe2d>({}, naive::loe2d); }
TEST(PrimalDualReplay, Coco) { expect_same_replay<Coco>({}, naive::coco); }
TEST(PrimalDualReplay, Dpp) {
  for (const double tightening : {0.0, 0.02})
    expect_same_replay<Dpp>({.tightening = tightening},
                            [=](const auto& game, const auto& seen) { return naive::dpp(game, seen, tightening); });
}
TEST(PrimalDualReplay, Optimistic3) {
  for (const double scale : {1.0, 0.1})
    expect_same_replay<Optimistic3>({.confidence_scale = scale}, [=](const auto& game, const auto& seen) {
      return naive::optimistic3(game, seen, scale);
    });
}
TEST(PrimalDualReplay, Ucpd) { expect_same_replay<Ucpd>({}, naive::ucpd); }

}  // namespace
}  // namespace regretta
