// The round loop allocates nothing: a trial of 2T rounds calls the heap exactly as often as one of T.

#include "regretta/learners/conomd_fs.hpp"
#include "regretta/learners/expopt_conomd.hpp"
#include "regretta/learners/known_c.hpp"
#include "regretta/learners/references.hpp"
#include "regretta/tests/conformance/cells.hpp"
#include "regretta/tests/conformance/conformance.hpp"
#include "regretta/tests/conformance/count_allocations.hpp"

namespace regretta {
namespace {

constexpr std::int64_t T = 3000;

/// Heap calls of one pack, checkpoints at the halves of the horizon.
template <template <class> class L, class Real>
std::int64_t calls(const tests::EnvironmentChoice& choice, std::int64_t horizon,
                   const typename L<double>::Params& params) {
  CellWork work = tests::cell_of(choice, horizon);
  work.checkpoints = {horizon / 2, horizon};
  work.facts = std::make_shared<const CellFacts>(compute_facts(*work.adversary, work.checkpoints));
  const std::int64_t before = tests::allocations();
  tests::play_pack<L, Real>(work, params, 0);
  return tests::allocations() - before;
}

template <template <class> class L>
void expect_no_allocation(typename L<double>::Params params) {
  if (!tests::can_count_allocations()) GTEST_SKIP() << "the heap belongs to a sanitizer here";
  if constexpr (requires { params.confidence_scale; }) params.confidence_scale = 0.1;
  for (const auto& choice : tests::environment_choices()) {
    // OPT of an adaptive path is computed at the end of a trial, per checkpoint, by a routine whose pivots do not
    // allocate either; the optimum of a cell is not part of the loop.
    EXPECT_EQ((calls<L, double>(choice, T, params)), (calls<L, double>(choice, 2 * T, params))) << choice.name;
    EXPECT_EQ((calls<L, Pack<8>>(choice, T, params)), (calls<L, Pack<8>>(choice, 2 * T, params))) << choice.name;
  }
}

TEST(Allocations, AreCounted) {
  if (!tests::can_count_allocations()) GTEST_SKIP();
  const std::int64_t before = tests::allocations();
  const Vector<Pack<8>> eigen = Vector<Pack<8>>::Constant(100, Pack<8>(1.0));
  const std::vector<double> standard(static_cast<std::size_t>(eigen.size()));
  EXPECT_EQ(tests::allocations() - before, 2) << standard.size();
}

TEST(Allocations, ConOmdFs) { expect_no_allocation<ConOmdFs>({}); }
TEST(Allocations, ConOmdFsIx) { expect_no_allocation<ConOmdFsIx>({}); }
TEST(Allocations, ExpOptConOmd) { expect_no_allocation<ExpOptConOmd>({}); }
TEST(Allocations, KnownC) {
  KnownCParams params;
  params.corruption = {.measured = false, .value = 10};
  expect_no_allocation<KnownCFull>(params);
  expect_no_allocation<KnownCBandit>(params);
}
TEST(Allocations, ReferencePoints) {
  expect_no_allocation<Hedge>({});
  expect_no_allocation<Exp3Ix>({});
  expect_no_allocation<Uniform>({});
}

}  // namespace
}  // namespace regretta
