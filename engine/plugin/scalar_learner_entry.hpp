#pragma once
/// Makes a catalogue entry from a learner that is an ordinary class: one trial in doubles, with if, break, std::sort.
///
///   class Mine {
///    public:
///     using Feedback = BanditFeedback<double>;         // or FullFeedback, BanditLossFeedback
///     using Params = NoParams;                         // or a struct of settings, parameters.hpp
///     Mine(const Problem& problem, const Params& params);
///     const Vector<double>& strategy() const;          // x_t, K numbers that sum to 1; the engine draws a_t from it
///     void observe(const Feedback& round);             // ends round t; round.loss(), played_arm(round), ...
///   };
///   catalogue.learners.push_back(scalar_learner_entry<Mine>({.name = "mine", .summary = "..."}));
///
/// The optional members of learners in lanes (trial/contract/learner.hpp), with Real = double, are optional here as
/// well: draw(random), reported(), show(). Trials are played one after the other. Use the engine's math functions: in a
/// namespace within regretta, an unqualified exp(x) calls regretta::exp and cannot reach the C library's exp.

#include "regretta/engine/plugin/learner_entry.hpp"
#include "regretta/engine/plugin/parameters.hpp"

namespace regretta {

/// The played arm a_t, from 0.
inline int played_arm(const PlayedArm<double>& round) { return round.arm()[0]; }

namespace detail {
/// Turns a class into a class template that ignores its argument Real.
template <class Mine>
struct OfOneTrial {
  template <class>
  using Learner = Mine;
};
}  // namespace detail

template <class Mine>
LearnerEntry scalar_learner_entry(LearnerEntry entry, Theorem<typename Mine::Params> theorem = {}) {
  static_assert(Learner<Mine>,
                "expected Mine(const Problem&, const Params&), const Vector<double>& strategy() const, void "
                "observe(const Feedback&), and Feedback, one of BanditFeedback<double>, BanditLossFeedback<double>, "
                "FullFeedback<double>");
  return learner_entry<detail::OfOneTrial<Mine>::template Learner, double>(std::move(entry), std::move(theorem));
}

}  // namespace regretta
