#pragma once
/// The learner `hedge`: exponential weights on full feedback; ignores the constraints.

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/learners/math/mirror_descent.hpp"

namespace regretta {

enum class HedgeStep { hedge, conomd_fs };
inline constexpr Choice hedge_steps =
    choice_of<HedgeStep>({{HedgeStep::hedge, "hedge", "sqrt(8 ln K / T)"},
                          {HedgeStep::conomd_fs, "conomd-fs", "sqrt(ln(KT) / T), as in ConOMD-FS"}});

struct HedgeParams {
  bool fixed_share = false;
  HedgeStep step_size = HedgeStep::hedge;

  static void fields(auto& p, auto&& visit) {
    visit("fixed_share", p.fixed_share, "mix each strategy with the uniform one, of weight 1/T");
    visit("step_size", p.step_size, hedge_steps, "the step size eta");
  }
};

/// Hedge: exponential weights with eta = sqrt(8 ln K / T) (Cesa-Bianchi and Lugosi 2006, section 2.2), optionally with
/// fixed share (Herbster and Warmuth 1998). Full feedback.
template <class Real>
class Hedge {
 public:
  using Feedback = FullFeedback<Real>;
  using Params = HedgeParams;

  Hedge(const Problem& problem, const Params& params)
      : mirror_(problem, params.step_size == HedgeStep::hedge ? sqrt(8 * log(static_cast<double>(problem.num_arms)) /
                                                                     static_cast<double>(problem.horizon))
                                                              : full_step_size(problem)),
        share_(fixed_share(problem, params.fixed_share)) {}

  const Vector<Real>& strategy() const { return mirror_.strategy(); }
  void observe(const Feedback& round) { mirror_.assign(mirror_.argmin(round), share_); }

 private:
  MirrorDescent<Real> mirror_;
  UniformShare share_;
};

}  // namespace regretta
