#pragma once
/// The interface of a learner: a copyable class template over Real that produces strategies x_t and receives nothing
/// but its feedback. Called by Match (play.hpp); each object is used by one thread. A learner may throw: trials in
/// which it does are recorded as failed.
///
///   template <class Real>
///   class MyLearner {
///    public:
///     using Feedback = BanditFeedback<Real>;                    // its information model
///     using Params = MyParams;                                  // independent of Real; plugin/parameters.hpp
///     MyLearner(const Problem& problem, const Params& params);  // may take a third argument: const Oracle&
///     const Vector<Real>& strategy() const;                     // x_t, K, in the simplex; valid until observe()
///     void observe(const Feedback& round);                      // ends round t
///   };
///   static_assert(Learner<MyLearner<double>> && Learner<MyLearner<Pack<8>>>);
///
/// Optional members: those of the concepts below.
///
/// Randomness. The engine draws a_t from x_t and the noise. A learner that needs numbers of its own declares
/// draw(random), see DrawsForItself below, and takes them from nowhere else: a generator with a fixed seed gives every
/// trial the same numbers, so that 64 trials say as much as one; one that lanes share breaks the lane law.
/// Numbers. exp, log, pow, sqrt, min, max, ... are those of real/functions.hpp, written regretta::exp(x) in another
/// namespace; sums over arms are loops, because Eigen adds doubles in another order than packs.

#include <concepts>

#include "regretta/engine/real/randomness.hpp"
#include "regretta/engine/trial/contract/feedback.hpp"
#include "regretta/engine/trial/contract/problem.hpp"
#include "regretta/engine/trial/contract/reported.hpp"
#include "regretta/engine/trial/contract/strategy_forms.hpp"

namespace regretta {

namespace detail {
template <class L>
using StrategyOf = std::remove_cvref_t<decltype(std::declval<const L&>().strategy())>;
}

/// The Real of a learner, deduced from its strategy.
template <class L>
using RealOf = typename detail::StrategyOf<L>::Scalar;

/// strategy() returns x_t, a Vector<Real> of K numbers.
template <class L>
concept ShowsStrategy = requires(const L& learner) {
  { learner.strategy() } -> std::same_as<const Vector<RealOf<L>>&>;
};

/// L::Feedback is one of the three feedback models over the learner's Real.
template <class L>
concept NamesFeedback = std::same_as<typename L::Feedback, FullFeedback<RealOf<L>>> ||
    std::same_as<typename L::Feedback, BanditLossFeedback<RealOf<L>>> ||
    std::same_as<typename L::Feedback, BanditFeedback<RealOf<L>>>;

template <class L>
concept Observes = requires(L& learner, const typename L::Feedback& round) {
  { learner.observe(round) } -> std::same_as<void>;
};

/// The constructor takes facts measured on the adversary; not available against adaptive adversaries.
template <class L>
concept NeedsOracle = std::constructible_from<L, const Problem&, const typename L::Params&, const Oracle&>;

template <class L>
concept Constructible = NeedsOracle<L> || std::constructible_from<L, const Problem&, const typename L::Params&>;

/// A learner is a value: a copy continues independently of the original.
template <class L>
concept Learner = std::copyable<L> && ShowsStrategy<L> && NamesFeedback<L> && Observes<L> && Constructible<L>;

/// Optional, for learners that sometimes play one arm with certainty: committed_arm() returns the arm on which x_t puts
/// all mass in every lane, or -1. It saves the draw and the sums over arms.
template <class L>
concept CommitsToArms = requires(const L& learner) {
  { learner.committed_arm() } -> std::same_as<int>;
};

/// Optional, for learners that play one arm at a time: arms() returns the arm of every lane on which x_t puts all mass.
/// It saves the same where lanes differ. Of other learners a run watches a trial
/// (engine/evidence/tables/facts.hpp).
template <class L>
concept NamesArms = requires(const L& learner) {
  { learner.arms() } -> std::same_as<const Index<RealOf<L>>&>;
};

/// Optional, for learners that hold x_t in rows (strategy_forms.hpp): rows() returns it, or null if strategy() is to be
/// read in this round.
template <class L>
concept PlaysInRows = requires(const L& learner) {
  { learner.rows() } -> std::same_as<const RowStrategy<RealOf<L>>*>;
};

/// Optional, for learners that randomise: draw(random) is called at the start of every round, before strategy() is
/// read, with the draws of this round, which differ from trial to trial (real/randomness.hpp). Do not keep `random`.
template <class L>
concept DrawsForItself = requires(L& learner, const Randomness<RealOf<L>>& random) {
  { learner.draw(random) } -> std::same_as<void>;
};

/// Optional, for learners whose x_t is drawn from several strategies: mixture() returns their mixture, K, in the
/// simplex; valid until observe(). Its violations are recorded in addition to those of x_t.
template <class L>
concept MixesStrategies = requires(const L& learner) {
  { learner.mixture() } -> std::same_as<const Vector<RealOf<L>>&>;
};

/// Optional: reported() says what the learner has counted or summed itself, such as {{"empty_rounds", empty_}}. Read
/// when a trial has ended, and after every round of a trial that is watched.
template <class L>
concept ReportsQuantities = requires(const L& learner) {
  { learner.reported() } -> std::same_as<Reported<RealOf<L>>>;
};

/// Optional: show() exposes the learner's state after observe() (estimates, widths, prices). Called for double only,
/// when a single trial is watched; never in an ordinary run.
template <class L>
concept ShowsInternals = requires(const L& learner, Internals& shown) {
  { learner.show(shown) } -> std::same_as<void>;
};

}  // namespace regretta
