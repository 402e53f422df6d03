#pragma once
/// The interface of a learner: a copyable class template over Real that produces strategies x_t and receives nothing
/// but its feedback. Called by Match (play.hpp); each object is used by one thread. A learner may throw; the trial is
/// then recorded as failed.
///
///   template <class Real>
///   class MyLearner {
///    public:
///     using Feedback = BanditFeedback<Real>;                    // its information model
///     using Params = MyParams;                                  // independent of Real; plugin/parameters.hpp
///     MyLearner(const Problem& problem, const Params& params);  // or with a third argument: const Oracle&
///     const Vector<Real>& strategy() const;                     // x_t, K, in the simplex; valid until observe()
///     void observe(const Feedback& round);                      // ends round t
///   };
///   static_assert(Learner<MyLearner<double>> && Learner<MyLearner<Pack<8>>>);
///
/// The concepts below that are marked "Optional" list further members.
///
/// Randomness. The engine draws a_t from x_t, and the noise. A learner that draws random numbers itself declares
/// draw(random), see DrawsForItself below, and uses no other source. A generator with a fixed seed would give every
/// trial the same numbers, so that 64 trials contain no more information than one; a generator that lanes share breaks
/// the lane law (the result of a trial does not depend on the other lanes).
/// Arithmetic. Use exp, log, pow, sqrt, min, max, ... of real/functions.hpp; from another namespace, write
/// regretta::exp(x). Write sums over arms as loops: Eigen adds up doubles in a different order than packs.

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

/// observe(round) ends round t: it takes the feedback and computes x_{t+1}.
template <class L>
concept Observes = requires(L& learner, const typename L::Feedback& round) {
  { learner.observe(round) } -> std::same_as<void>;
};

/// Optional: the constructor takes as its third argument an Oracle (problem.hpp), which holds facts that are measured
/// on the adversary before round 1. Such a learner cannot play against an adaptive adversary, which has no such facts.
template <class L>
concept NeedsOracle = std::constructible_from<L, const Problem&, const typename L::Params&, const Oracle&>;

template <class L>
concept Constructible = NeedsOracle<L> || std::constructible_from<L, const Problem&, const typename L::Params&>;

/// A learner is a value: a copy continues independently of the original.
template <class L>
concept Learner = std::copyable<L> && ShowsStrategy<L> && NamesFeedback<L> && Observes<L> && Constructible<L>;

/// Optional, for learners that sometimes play one arm with certainty: committed_arm() returns the arm, from 0, on which
/// x_t puts all mass in every lane, or -1 if no arm has it. In such rounds, the referee draws no arm and adds up
/// nothing.
template <class L>
concept CommitsToArms = requires(const L& learner) {
  { learner.committed_arm() } -> std::same_as<int>;
};

/// Optional, for learners whose x_t is always a point mass: arms() returns the arm of every lane, lanes<Real> numbers
/// from 0, valid until observe(). This saves the draw of a_t and the sums over arms. strategy() must still return the
/// point mass, a Vector<Real> of K.
template <class L>
concept NamesArms = requires(const L& learner) {
  { learner.arms() } -> std::same_as<const Index<RealOf<L>>&>;
};

/// Optional, for learners that hold x_t in trial-major order (strategy_forms.hpp): trial_major() returns it, K numbers
/// for every lane. From it the referee updates its sums for the arms that have changed, instead of adding up K numbers
/// again. In a round in which trial_major() returns null, the referee reads strategy() instead.
template <class L>
concept PlaysTrialMajor = requires(const L& learner) {
  { learner.trial_major() } -> std::same_as<const TrialMajorStrategy<RealOf<L>>*>;
};

/// Optional, for learners that draw random numbers: draw(random) is called at the start of every round, before
/// strategy() is read. `random` (real/randomness.hpp) gives each lane the numbers of its trial in this round; it is not
/// valid after the call.
template <class L>
concept DrawsForItself = requires(L& learner, const Randomness<RealOf<L>>& random) {
  { learner.draw(random) } -> std::same_as<void>;
};

/// Optional, for learners that draw x_t from several strategies: mixture() returns the mean of these strategies,
/// weighted by their probabilities: a Vector<Real> of K in the simplex, valid until observe(). The violations of the
/// mixture are recorded beside those of x_t.
template <class L>
concept MixesStrategies = requires(const L& learner) {
  { learner.mixture() } -> std::same_as<const Vector<RealOf<L>>&>;
};

/// Optional: reported() returns quantities that the learner has counted or summed, as pairs of a name and one Real,
/// such as {{"empty_rounds", empty_}}. It is read after round T, and after every round of a watched trial. A name that
/// is neither a built-in quantity nor a measure of the study is ignored.
template <class L>
concept ReportsQuantities = requires(const L& learner) {
  { learner.reported() } -> std::same_as<Reported<RealOf<L>>>;
};

/// Optional: show(internals) adds the learner's state after observe() (estimates, widths, prices) as named numbers,
/// rows of K or tables of m x K. It is called only when a single trial is watched (`regretta replay`), never in an
/// ordinary run.
template <class L>
concept ShowsInternals = requires(const L& learner, Internals& internals) {
  { learner.show(internals) } -> std::same_as<void>;
};

}  // namespace regretta
