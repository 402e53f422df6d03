#pragma once
/// A stage of an adaptive adversary whose constructor gets the problem, as a learner's does:
///
///   Mine(const Problem& problem, const Params& params);      // T, K and m of the game
///   auto stage = adaptive_stage<Mine>("mine", adversary, params);

#include <string>
#include <utility>

#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/engine/trial/contract/problem.hpp"

namespace regretta {

namespace detail {
/// A<Real>, made from what AdaptiveStage::of passes on.
template <template <class> class A, class Params>
struct Told {
  struct Given {
    Problem problem;
    Params params;
  };
  template <class Real>
  class Stage final : public Adaptive<Real> {
   public:
    explicit Stage(const Given& given) : stage_(given.problem, given.params) {}
    void move(std::int64_t t, const Vector<Real>& strategy, Means<Real>& means) override {
      stage_.move(t, strategy, means);
    }
    void played(const Index<Real>& arm) override { stage_.played(arm); }
    Reported<Real> reported() const override { return stage_.reported(); }

   private:
    A<Real> stage_;
  };
};
}  // namespace detail

/// adversary: the one that it is to move, whose sizes are set. delta is a learner's, and has its default here.
template <template <class> class A, class Params>
AdaptiveStage adaptive_stage(std::string kind, const Adversary& adversary, const Params& params) {
  using Told = detail::Told<A, Params>;
  return AdaptiveStage::of<Told::template Stage>(std::move(kind),
                                                 typename Told::Given{adversary.problem(0.05), params});
}

}  // namespace regretta
