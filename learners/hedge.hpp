#pragma once
#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/learner.hpp"
#include "regretta/learners/math/mirror_descent.hpp"

namespace regretta {

struct HedgeParams {
  bool fixed_share = false;
  std::string step_size = "hedge";

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("fixed_share", p.fixed_share, "mix each strategy with the uniform one, weight 1/T");
    visit("step_size", p.step_size, Choices{{"hedge", "conomd-fs"}},
          "eta: sqrt(8 ln K / T), or the sqrt(ln(KT) / T) of ConOMD-FS");
  }
};

/// Hedge, exponential weights on full feedback, eta = sqrt(8 ln K / T) (Cesa-Bianchi and Lugosi 2006, section 2.2);
/// with fixed share, Herbster and Warmuth 1998.
template <class Real>
class Hedge {
 public:
  using Feedback = FullFeedback<Real>;
  using Params = HedgeParams;

  Hedge(const Problem& problem, const Params& params)
      : mirror_(problem,
                params.step_size == "hedge"
                    ? sqrt(8 * log(static_cast<double>(problem.num_arms)) / static_cast<double>(problem.horizon))
                    : full_step_size(problem),
                fixed_share_weight(problem, params.fixed_share)) {}

  const Vector<Real>& strategy() const { return mirror_.strategy(); }
  void observe(const Feedback& round) {
    mirror_.descend(round);
    mirror_.renormalise();
  }

 private:
  MirrorDescent<Real> mirror_;
};
static_assert(Learner<Hedge<double>> && Learner<Hedge<Pack<8>>>);

}  // namespace regretta
