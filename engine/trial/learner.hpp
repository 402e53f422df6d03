#pragma once
/// What a learner is: a value written once over a Real, shown x_t's author only.
///
///   template <class Real>
///   class MyLearner {
///    public:
///     using Feedback = BanditFeedback<Real>;                    // its information model
///     using Params = MyParams;                                  // the same for every Real; study/parameters.hpp
///     MyLearner(const Problem& problem, const Params& params);  // or a third argument: const Oracle&
///     const Vector<Real>& strategy() const;                     // x_t, K, in the simplex; valid until observe()
///     void observe(const Feedback& round);                      // ends round t
///   };
///   static_assert(Learner<MyLearner<double>> && Learner<MyLearner<Pack<8>>>);

#include <concepts>

#include "regretta/engine/real/real.hpp"
#include "regretta/engine/trial/feedback.hpp"
#include "regretta/engine/trial/internals.hpp"
#include "regretta/engine/trial/problem.hpp"

namespace regretta {

namespace detail {
template <class L>
using StrategyOf = std::remove_cvref_t<decltype(std::declval<const L&>().strategy())>;
}

/// The Real a learner is written over, read off its strategy.
template <class L>
using RealOf = typename detail::StrategyOf<L>::Scalar;

/// x_t: a Vector<Real> of K numbers.
template <class L>
concept ShowsStrategy = requires(const L& learner) {
  { learner.strategy() } -> std::same_as<const Vector<RealOf<L>>&>;
};

/// One of the three feedback models, over the learner's own Real.
template <class L>
concept NamesFeedback = std::same_as<typename L::Feedback, FullFeedback<RealOf<L>>> ||
    std::same_as<typename L::Feedback, BanditLossFeedback<RealOf<L>>> ||
    std::same_as<typename L::Feedback, BanditFeedback<RealOf<L>>>;

template <class L>
concept Observes = requires(L& learner, const typename L::Feedback& round) {
  { learner.observe(round) } -> std::same_as<void>;
};

/// Asks to be told what the books measured (and is refused against adaptive adversaries).
template <class L>
concept NeedsOracle = std::constructible_from<L, const Problem&, const typename L::Params&, const Oracle&>;

template <class L>
concept Constructible = NeedsOracle<L> || std::constructible_from<L, const Problem&, const typename L::Params&>;

/// Values: a copy plays on independently of its original.
template <class L>
concept Learner = std::copyable<L> && ShowsStrategy<L> && NamesFeedback<L> && Observes<L> && Constructible<L>;

/// Optional: learners that now and then play one arm for sure say so, which spares the draw and the sums over arms.
/// The arm on which x_t puts all mass in every lane, or -1.
template <class L>
concept CommitsToArms = requires(const L& learner) {
  { learner.committed_arm() } -> std::same_as<int>;
};

/// Optional: a learner with a choice of its own to make before it plays (a meta-learner's instance) is handed a draw at
/// the start of every round, uniform in [0, 1); its strategy is read after that.
template <class L>
concept DrawsForItself = requires(L& learner, const RealOf<L>& uniform) {
  { learner.draw(uniform) } -> std::same_as<void>;
};

/// Optional: a learner whose x_t is the choice of one among several strategies shows their mixture too, K, in the
/// simplex; valid until observe(). Its violations are kept beside those of x_t.
template <class L>
concept MixesStrategies = requires(const L& learner) {
  { learner.mixture() } -> std::same_as<const Vector<RealOf<L>>&>;
};

/// Optional: learners that project report how often (SPEC section 2, empty_rounds and active_rounds).
template <class L>
concept CountsProjections = requires(const L& learner) {
  { learner.empty_rounds() } -> std::convertible_to<RealOf<L>>;
  { learner.active_rounds() } -> std::convertible_to<RealOf<L>>;
};

/// Optional: learners over doubles show what they hold after observe() (estimates, widths, prices); called only where
/// one trial is watched, never in an ordinary run.
template <class L>
concept ShowsInternals = requires(const L& learner, Internals& shown) {
  { learner.show(shown) } -> std::same_as<void>;
};

}  // namespace regretta
