#pragma once
/// From a learner's class to its line in the catalogue:
///
///   catalogue.learners.push_back(learner_entry<MyLearner>({.name = "my-learner", .summary = "...", .source = "..."}));
///
/// A learner whose logic cannot be written over packs: learner_entry<MyLearner, double>({...}). One in lanes of another
/// width: learner_entry<MyLearner, Pack<16>>({...}), with a file that defines its referees (engine/trial/round.hpp).
///
/// Its Params may offer two more functions:
///   void check(const Problem&) const;  // throws InputError for settings that make no sense at this horizon
///   bool wants_oracle() const;         // false: these settings do without the Oracle

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/play.hpp"

namespace regretta {

/// What the catalogue says of a learner; see LearnerEntry.
struct LearnerText {
  std::string name;
  std::string summary;
  std::string source;
  std::string told{};
  std::string guarantee = "none";
  std::string definition = "verified";
  /// Right-hand sides of the paper's theorems, where they speak of this learner.
  std::function<TheoremBounds(const Problem&, const Settings&, double corruption, double rho, double rho_pure)>
      bounds{};
};

namespace detail {

template <class L>
std::string feedback_of() {
  using Real = RealOf<L>;
  if constexpr (std::is_same_v<typename L::Feedback, FullFeedback<Real>>) return "full";
  if constexpr (std::is_same_v<typename L::Feedback, BanditLossFeedback<Real>>) return "bandit losses";
  return "bandit";
}

template <class Params>
bool wants_oracle(const Params& params) {
  if constexpr (requires { params.wants_oracle(); }) {
    return params.wants_oracle();
  } else {
    return true;
  }
}

/// Makes the learner over any Real, once per pack.
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

template <template <class> class L, class Real = Pack<block_trials>>
requires Learner<L<double>> && Learner<L<Real>> LearnerEntry learner_entry(LearnerText text) {
  using Params = typename L<double>::Params;
  LearnerEntry entry{text.name, text.summary,   text.source,     detail::feedback_of<L<double>>(),
                     text.told, text.guarantee, text.definition, describe_parameters<Params>(),
                     {}};
  entry.bind = [bounds = text.bounds](const Settings& settings, const Problem& problem, bool oblivious) {
    Params params;
    read_parameters(settings, "", params);
    if constexpr (requires { params.check(problem); }) params.check(problem);
    if (NeedsOracle<L<double>> && detail::wants_oracle(params) && !oblivious)
      throw InputError("",
                       "needs facts measured before round 1 (an oracle), which an adaptive adversary does not have; "
                       "give the value instead of \"measured\", or use an oblivious environment");
    BoundLearner learner;
    learner.run = [params](const CellWork& work, std::int64_t first, int count, const RunControl& control) {
      return play_trials<Real>(work, detail::Maker<L>{work, params}, first, count, control);
    };
    learner.bounds = [bounds, settings](const Problem& p, double corruption, double rho, double rho_pure) {
      return bounds ? bounds(p, settings, corruption, rho, rho_pure) : TheoremBounds{};
    };
    return learner;
  };
  return entry;
}

}  // namespace regretta
