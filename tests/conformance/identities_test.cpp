// Pairs of learners that are equal by definition, compared bit for bit.

#include "regretta/learners/conomd_fs.hpp"
#include "regretta/learners/hedge.hpp"
#include "regretta/learners/known_c.hpp"
#include "regretta/learners/reference_points.hpp"
#include "regretta/tests/conformance/cells.hpp"
#include "regretta/tests/conformance/conformance.hpp"

namespace regretta {
namespace {

template <class A, class B>
void expect_same_strategies(A a, B b, const CellWork& work, const std::string& what) {
  using Real = RealOf<A>;
  const auto referee_a = make_referee<Real, typename A::Feedback>(work, 0);
  const auto referee_b = make_referee<Real, typename B::Feedback>(work, 0);
  for (std::int64_t t = 1; t <= work.problem.horizon; ++t) {
    for (Eigen::Index arm = 0; arm < a.strategy().size(); ++arm)
      for (int k = 0; k < lanes<Real>; ++k)
        ASSERT_TRUE(tests::same_bits(lane(a.strategy()[arm], k), lane(b.strategy()[arm], k)))
            << what << ", round " << t;
    a.observe(referee_a->round(t, a.strategy()));
    b.observe(referee_b->round(t, b.strategy()));
  }
}

/// In packs, of whose lanes others are proved to be the trials alone.
TEST(Identities, HoldToTheBit) {
  using Real = Pack<8>;
  for (const auto& choice : tests::environment_choices()) {
    const CellWork work = tests::cell_of(choice, 3000);

    KnownCParams known;
    known.confidence_scale = 0.1;
    known.corruption = {.measured = false, .value = 0};
    ConOmdFsParams unshared;
    unshared.confidence_scale = 0.1;
    unshared.fixed_share = false;
    expect_same_strategies(KnownCFull<Real>(work.problem, known, Oracle{}), ConOmdFs<Real>(work.problem, unshared),
                           work, choice.name + ": known-c, C = 0");

    for (const bool share : {true, false}) {
      ConOmdFsParams unconstrained;
      unconstrained.constraints = false;
      unconstrained.fixed_share = share;
      HedgeParams hedge;
      hedge.fixed_share = share;
      hedge.step_size = HedgeStep::conomd_fs;
      expect_same_strategies(ConOmdFs<Real>(work.problem, unconstrained), Hedge<Real>(work.problem, hedge), work,
                             choice.name + ": no constraints");
    }
  }
}

}  // namespace
}  // namespace regretta
