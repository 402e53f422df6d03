#pragma once
/// Makes a learner's catalogue entry from its class:
///
///   catalogue.learners.push_back(learner_entry<MyLearner>({.name = "my-learner", .summary = "...", .source = "..."}));
///
/// Use learner_entry<MyLearner, double>({...}) for a learner that cannot be written over packs. Use
/// learner_entry<MyLearner, Pack<4>>({...}) for another width, with a file that instantiates its referees
/// (engine/trial/round/round.hpp).
///
/// Params may have three optional functions:
///   void check(const Problem&) const;  // throws InputError for settings that make no sense for this problem
///   bool wants_oracle() const;         // false: these settings do not need the Oracle
///   bool ignores_constraints() const;  // true: with these settings no violation matters

#include <memory>
#include <type_traits>
#include <utility>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/real/arithmetic.hpp"
#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/engine/trial/play/play.hpp"

namespace regretta {

/// The numbers of lanes for which learners are compiled to be played by hand. `regretta check` defines
/// REGRETTA_EVERY_WIDTH when it compiles a header of the user's; elsewhere it would cost too much time.
template <int... widths>
struct HandWidths {};
#if defined(REGRETTA_EVERY_WIDTH)
using HandWidthsHere = HandWidths<1, 4, 8, 16>;
#else
using HandWidthsHere = HandWidths<1>;
#endif

namespace detail {

template <class L>
class HandPlayedLearner final : public HandPlayed {
 public:
  using Real = RealOf<L>;
  using Feedback = typename L::Feedback;

  HandPlayedLearner(L learner, const Problem& problem)
      : learner_(std::move(learner)),
        feedback_(problem.num_arms, problem.num_constraints),
        num_arms_(problem.num_arms),
        num_constraints_(problem.num_constraints) {}

  std::unique_ptr<HandPlayed> copy() const override { return std::make_unique<HandPlayedLearner>(*this); }
  bool draws_for_itself() const override { return DrawsForItself<L>; }
  void begin([[maybe_unused]] std::uint64_t seed, [[maybe_unused]] std::int64_t first,
             [[maybe_unused]] std::int64_t t) override {
    if constexpr (DrawsForItself<L>) {
      const Draws<Real> draws(seed, static_cast<std::uint32_t>(first));
      learner_.draw(Randomness<Real>(draws, t));
    }
  }
  double weight(int arm, int k) const override { return lane(learner_.strategy()[arm], k); }
  int num_weights() const override { return static_cast<int>(learner_.strategy().size()); }

  void end(const std::vector<HandRound>& rounds) override {
    using Writer = FeedbackWriter<Real>;
    const auto K = static_cast<std::size_t>(num_arms_);
    const auto violation_at = [&](int i, auto arm_of) {
      return of_lanes<Real>(
          [&](std::size_t k) { return rounds[k].violation[static_cast<std::size_t>(i) * K + arm_of(k)]; });
    };
    constexpr bool is_full = std::same_as<Feedback, FullFeedback<Real>>;
    const auto played = [&](std::size_t k) { return static_cast<std::size_t>(rounds[k].arm); };
    if constexpr (is_full) {
      for (std::size_t a = 0; a < K; ++a)
        Writer::losses(feedback_)[static_cast<int>(a)] =
            of_lanes<Real>([&](std::size_t k) { return rounds[k].loss[a]; });
    } else {
      Index<Real> arm;
      for (std::size_t k = 0; k < arm.size(); ++k) arm[k] = rounds[k].arm;
      Writer::set_arm(feedback_, arm,
                      of_lanes<Real>([&](std::size_t k) { return static_cast<double>(rounds[k].arm); }));
      Writer::loss(feedback_) = of_lanes<Real>([&](std::size_t k) { return rounds[k].loss[played(k)]; });
    }
    for (int i = 0; i < num_constraints_; ++i) {
      if constexpr (std::same_as<Feedback, BanditFeedback<Real>>) {
        Writer::violations(feedback_)[i] = violation_at(i, played);
      } else {
        for (std::size_t a = 0; a < K; ++a)
          Writer::violations(feedback_)(i, static_cast<int>(a)) = violation_at(i, [a](std::size_t) { return a; });
      }
    }
    learner_.observe(feedback_);
  }

 private:
  L learner_;
  Feedback feedback_;
  int num_arms_, num_constraints_;
};

/// A Real of this many lanes, of the instruction set of `Beside`; double if that is double.
template <int width, class Beside>
struct RealOfWidth {
  using type = double;
};
template <int width, int other, class Isa>
requires(width > 1) struct RealOfWidth<width, BasicPack<other, Isa>> {
  using type = BasicPack<width, Isa>;
};

/// The learner that make.operator()<Real>() makes; null if `lanes` is none of `widths`. A learner that is written for
/// double only is played in one lane only.
template <class Beside, class Make, int... widths>
std::unique_ptr<HandPlayed> make_hand_played(const Make& make, const Problem& problem, int lanes,
                                             HandWidths<widths...>) {
  std::unique_ptr<HandPlayed> made;
  const auto try_width = [&]<int width>(std::integral_constant<int, width>) {
    using Real = typename RealOfWidth<width, Beside>::type;
    if constexpr (regretta::lanes<Real> == width) {
      using L = decltype(make.template operator()<Real>());
      if (lanes == width) made = std::make_unique<HandPlayedLearner<L>>(make.template operator()<Real>(), problem);
    }
  };
  (try_width(std::integral_constant<int, widths>()), ...);
  return made;
}

template <class L>
constexpr FeedbackModel feedback_of() {
  using Real = RealOf<L>;
  if constexpr (std::is_same_v<typename L::Feedback, FullFeedback<Real>>) return FeedbackModel::full;
  if constexpr (std::is_same_v<typename L::Feedback, BanditLossFeedback<Real>>) return FeedbackModel::bandit_losses;
  return FeedbackModel::bandit;
}

template <class Params>
bool wants_oracle(const Params& params) {
  if constexpr (requires { params.wants_oracle(); }) {
    return params.wants_oracle();
  } else {
    return true;
  }
}

template <class L>
LearnerTraits traits_of(const LearnerEntry& entry, const typename L::Params& params) {
  LearnerTraits traits{.feedback = feedback_of<L>(),
                       .has_prior_knowledge = NeedsOracle<L> && wants_oracle(params),
                       .ignores_constraints = entry.ignores_constraints || entry.follows_nothing,
                       .draws = DrawsForItself<L>,
                       .follows_nothing = entry.follows_nothing};
  if constexpr (requires { params.ignores_constraints(); })
    traits.ignores_constraints = traits.ignores_constraints || params.ignores_constraints();
  return traits;
}

/// Constructs the learner over any Real; called once per pack.
template <template <class> class L>
struct Maker {
  const CellWork& work;
  const typename L<double>::Params& params;
  template <class Real>
  L<Real> operator()() const {
    static_assert(std::is_same_v<typename L<Real>::Params, typename L<double>::Params>,
                  "Params must not depend on Real");
    if constexpr (NeedsOracle<L<Real>>) {
      return L<Real>(work.problem, params, wants_oracle(params) ? work.facts->oracle() : Oracle{});
    } else {
      return L<Real>(work.problem, params);
    }
  }
};

}  // namespace detail

/// The bound of a theorem for a learner with these Params; called for quantities with QuantityInfo::has_theorem.
template <class Params>
using Theorem = std::function<Bound(Quantity, const Problem&, const Params&, const BoundTerms&)>;

/// A learner with these parameters, which are not checked. name: for messages.
template <template <class> class L, class Real = Pack<pack_trials>, class Widths = HandWidthsHere>
requires Learner<L<double>> && Learner<L<Real>> BoundLearner bind_learner(const typename L<double>::Params& params,
                                                                          const std::string& name = "?") {
  BoundLearner learner;
  learner.plays_one_arm = NamesArms<L<double>>;
  const std::string who = "playing learner \"" + name + "\"";
  learner.run = [params, who](const CellWork& work, std::int64_t first, int count, const RunControl& control) {
    const StandardArithmetic arithmetic;
    auto trials = play_trials<Real>(work, detail::Maker<L>{work, params}, first, count, control);
    arithmetic.check(who);
    return trials;
  };
  learner.by_hand = [params](const CellWork& work, int lanes) {
    return detail::make_hand_played<Real>(detail::Maker<L>{work, params}, work.problem, lanes, Widths());
  };
  return learner;
}

/// Completes an entry: fills in feedback, parameters and bind.
template <template <class> class L, class Real = Pack<pack_trials>, class Widths = HandWidthsHere>
requires Learner<L<double>> && Learner<L<Real>> LearnerEntry
learner_entry(LearnerEntry entry, Theorem<typename L<double>::Params> theorem = {}) {
  using Params = typename L<double>::Params;
  static_assert(
      DrawsForItself<L<double>> || !requires(L<double> & learner) { learner.draw(0.5); },
      "draw takes a const Randomness<Real>& (engine/real/randomness.hpp)");
  entry.feedback = text_of(detail::feedback_of<L<double>>());
  entry.parameters = describe_parameters<Params>();
  entry.may_need_facts = NeedsOracle<L<double>>;
  entry.bind = [theorem, declared = entry](const Settings& settings, const Problem& problem, bool oblivious) {
    Params params;
    read_parameters(settings, params);
    if constexpr (requires { params.check(problem); }) params.check(problem);
    if (NeedsOracle<L<double>> && detail::wants_oracle(params) && !oblivious)
      throw IncompatiblePair("",
                             "needs facts measured before round 1 (an oracle), which an adaptive adversary does not "
                             "have; give the value instead of \"measured\", or use an oblivious environment");
    BoundLearner learner = bind_learner<L, Real, Widths>(params, declared.name);
    learner.traits = detail::traits_of<L<double>>(declared, params);
    learner.trials_at_once = std::max(pack_trials, trials_at_once<Real>(problem));
    if (theorem)
      learner.theorem = [theorem, params](Quantity quantity, const Problem& p, const BoundTerms& terms) {
        return theorem(quantity, p, params, terms);
      };
    return learner;
  };
  return entry;
}

}  // namespace regretta
