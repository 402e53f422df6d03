#pragma once
/// Wraps a learner so that it can be played by hand, round by round. Included by learner_entry.hpp.

#include <memory>
#include <type_traits>
#include <utility>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/trial/contract/learner.hpp"

namespace regretta {

/// The numbers of lanes for which a learner is compiled to be played by hand. With 1 among them, a single trial is
/// played in double, otherwise in a pack whose other lanes are dropped.
template <int... widths>
struct SteppedWidths {
  static constexpr bool has_one = ((widths == 1) || ...);
};
#if defined(REGRETTA_PACKS_ONLY)  // learners of the catalogue do not throw, so none ends the other trials of a pack
using SteppedWidthsHere = SteppedWidths<>;
#else
using SteppedWidthsHere = SteppedWidths<1>;
#endif

namespace detail {

template <class L>
class SteppedLearnerOf final : public SteppedLearner {
 public:
  using Real = RealOf<L>;
  using Feedback = typename L::Feedback;

  SteppedLearnerOf(L learner, const Problem& problem)
      : learner_(std::move(learner)),
        feedback_(problem.num_arms, problem.num_constraints),
        num_arms_(problem.num_arms),
        num_constraints_(problem.num_constraints) {}

  std::unique_ptr<SteppedLearner> copy() const override { return std::make_unique<SteppedLearnerOf>(*this); }
  bool draws_for_itself() const override { return DrawsForItself<L>; }
  void begin([[maybe_unused]] std::uint64_t seed, [[maybe_unused]] std::int64_t first,
             [[maybe_unused]] std::int64_t t) override {
    if constexpr (DrawsForItself<L>) {
      first_lane_ = lanes<Real> > 1 ? static_cast<int>(first % 2) : 0;
      const Draws<Real> draws(seed, static_cast<std::uint32_t>(first - first_lane_));
      learner_.draw(Randomness<Real>(draws, t));
    }
  }
  double weight(int arm, int k) const override { return lane(learner_.strategy()[arm], first_lane_ + k); }
  int num_weights() const override { return static_cast<int>(learner_.strategy().size()); }

  void end(const std::vector<SteppedRound>& rounds) override {
    using Writer = FeedbackWriter<Real>;
    const auto K = static_cast<std::size_t>(num_arms_);
    const auto round = [&](std::size_t k) -> const SteppedRound& { return rounds[std::min(k, rounds.size() - 1)]; };
    const auto violation_at = [&](int i, auto arm_of) {
      return of_lanes<Real>(
          [&](std::size_t k) { return round(k).violation[static_cast<std::size_t>(i) * K + arm_of(k)]; });
    };
    constexpr bool is_full = std::same_as<Feedback, FullFeedback<Real>>;
    const auto played = [&](std::size_t k) { return static_cast<std::size_t>(round(k).arm); };
    if constexpr (is_full) {
      for (std::size_t a = 0; a < K; ++a)
        Writer::losses(feedback_)[static_cast<int>(a)] =
            of_lanes<Real>([&](std::size_t k) { return round(k).loss[a]; });
    } else {
      Index<Real> arm;
      for (std::size_t k = 0; k < arm.size(); ++k) arm[k] = round(k).arm;
      Writer::set_arm(feedback_, arm, of_lanes<Real>([&](std::size_t k) { return static_cast<double>(round(k).arm); }));
      Writer::loss(feedback_) = of_lanes<Real>([&](std::size_t k) { return round(k).loss[played(k)]; });
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
  int first_lane_ = 0;  ///< lane of the first trial: 1 if its number is odd, because packs begin with even trials
};

/// A Real with `width` lanes and the instruction set of `BaseReal`; double if the width is 1 or `BaseReal` is double.
template <int width, class BaseReal>
struct RealOfWidth {
  using type = double;
};
template <int width, int base_width, class Isa>
requires(width > 1) struct RealOfWidth<width, BasicPack<base_width, Isa>> {
  using type = BasicPack<width, Isa>;
};

/// Wraps the learner that make.operator()<Real>() returns for a Real with `lanes` lanes. Null if that width was not
/// compiled; a learner that is written for double has one lane only.
template <class BaseReal, class Make, int... widths>
std::unique_ptr<SteppedLearner> make_stepped_learner(const Make& make, const Problem& problem, int lanes,
                                                     SteppedWidths<widths...>) {
  std::unique_ptr<SteppedLearner> result;
  if constexpr (!SteppedWidths<widths...>::has_one) {
    using L = decltype(make.template operator()<BaseReal>());
    if (lanes == 1) return std::make_unique<SteppedLearnerOf<L>>(make.template operator()<BaseReal>(), problem);
  }
  [[maybe_unused]] const auto try_width = [&]<int width>(std::integral_constant<int, width>) {
    using Real = typename RealOfWidth<width, BaseReal>::type;
    if constexpr (regretta::lanes<Real> == width) {
      using L = decltype(make.template operator()<Real>());
      if (lanes == width) result = std::make_unique<SteppedLearnerOf<L>>(make.template operator()<Real>(), problem);
    }
  };
  (try_width(std::integral_constant<int, widths>()), ...);
  return result;
}

}  // namespace detail
}  // namespace regretta
