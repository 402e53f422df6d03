#pragma once
/// Makes a learner's catalogue entry from its class:
///
///   catalogue.learners.push_back(learner_entry<MyLearner>({.name = "my-learner", .summary = "...", .source = "..."}));
///
/// Use learner_entry<MyLearner, double>({...}) for a learner that cannot be written over packs.
/// learner_entry<MyLearner, Pack<4>>({...}) plays 4 trials at a time; for that, a source file must have
/// REGRETTA_REFEREES(Pack<4>) (engine/trial/round/round.hpp).
///
/// Params may have three optional functions:
///   void check(const Problem&) const;  // throws InputError for settings that make no sense for this problem
///   bool wants_oracle() const;         // false: these settings do not need the Oracle
///   bool ignores_constraints() const;  // true: with these settings violations do not change strategies

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/plugin/stepped_learner.hpp"
#include "regretta/engine/real/arithmetic.hpp"
#include "regretta/engine/trial/play/play.hpp"

namespace regretta {

namespace detail {

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
                       .ignores_constraints = entry.ignores_constraints || entry.ignores_feedback,
                       .draws = DrawsForItself<L>,
                       .ignores_feedback = entry.ignores_feedback};
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

/// Binds a learner to these parameters without checking them. `name` is for messages.
template <template <class> class L, class Real = Pack<pack_trials>, class Widths = SteppedWidthsHere>
requires Learner<L<double>> && Learner<L<Real>> BoundLearner bind_learner(const typename L<double>::Params& params,
                                                                          const std::string& name = "?") {
  BoundLearner learner;
  learner.plays_one_arm = NamesArms<L<double>>;
  const std::string activity = "playing learner \"" + name + "\"";
  learner.run = [params, activity](const CellWork& work, std::int64_t first, int count, const RunControl& control) {
    const StandardArithmetic arithmetic;
    using Alone = std::conditional_t<Widths::has_one, double, Real>;
    auto trials = play_trials<Real, Alone>(work, detail::Maker<L>{work, params}, first, count, control);
    arithmetic.check(activity);
    return trials;
  };
  learner.make_stepped = [params](const CellWork& work, int lanes) {
    return detail::make_stepped_learner<Real>(detail::Maker<L>{work, params}, work.problem, lanes, Widths());
  };
  return learner;
}

/// Completes an entry: fills in feedback, parameters, may_need_facts and bind.
template <template <class> class L, class Real = Pack<pack_trials>, class Widths = SteppedWidthsHere>
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
