#pragma once
/// Turns means into realised values l_t and g_t and writes them to the feedback. Only values that the feedback contains
/// are drawn. Included only by round.hpp.

#include <memory>
#include <type_traits>

#include "regretta/engine/real/draws.hpp"
#include "regretta/engine/trial/contract/feedback.hpp"
#include "regretta/engine/trial/round/cell_noise.hpp"
#include "regretta/engine/trial/round/means.hpp"

namespace regretta::detail {

/// The arm a_t in every lane.
template <class Real>
struct DrawnArm {
  Index<Real> index{};
  Real number{0.0};  ///< `index` as a Real
};

/// Owns the feedback object of a pack and gives access to the values in it. Derived classes fill them in.
template <class Real_, class Feedback_, template <class> class MeansOf_>
class RealisedValues {
 public:
  using Real = Real_;
  using Feedback = Feedback_;
  using Means = MeansOf_<Real>;

  explicit RealisedValues(const CellWork& work)
      : num_arms_(work.problem.num_arms),
        num_constraints_(work.problem.num_constraints),
        feedback_(num_arms_, num_constraints_) {}

  const Feedback& feedback() const { return feedback_; }

  /// Turns every arm into a null arm in the lanes of `where`: its loss is 1, and its violations are those of cost 0.
  void make_null(Mask<Real> where, const std::vector<CostScale>& costs) {
    const auto fill = [&](Real& value, double null_value) { value = select(where, Real(null_value), value); };
    const auto fill_all = [&](Real* values, double null_value) {
      for (int a = 0; a < num_arms_; ++a) fill(values[a], null_value);
    };
    if constexpr (full) fill_all(Writer::losses(feedback_).data(), 1);
    if constexpr (!full) fill(Writer::loss(feedback_), 1);
    for (int i = 0; i < num_constraints_; ++i) {
      const double null_value = costs[static_cast<std::size_t>(i)].violation(0.0);
      if constexpr (bandit) fill(Writer::violations(feedback_)[i], null_value);
      if constexpr (!bandit) fill_all(&Writer::violations(feedback_)(i, 0), null_value);
    }
  }

  /// The loss l_t(a_t).
  Real loss(const DrawnArm<Real>& arm) {
    if constexpr (full) return gather<Real>(Writer::losses(feedback_).data(), arm.index);
    if constexpr (!full) return Writer::loss(feedback_);
  }
  /// The violation g_{t,i}(a_t).
  Real violation(int i, const DrawnArm<Real>& arm) {
    if constexpr (bandit) return Writer::violations(feedback_)[i];
    if constexpr (!bandit) return gather<Real>(&Writer::violations(feedback_)(i, 0), arm.index);
  }

 protected:
  static constexpr bool full = std::is_same_v<Feedback, FullFeedback<Real>>;
  static constexpr bool bandit = std::is_same_v<Feedback, BanditFeedback<Real>>;
  using Writer = FeedbackWriter<Real>;

  int num_arms_;
  int num_constraints_;
  Feedback feedback_;
};

/// The interface of realised values, for round loops that are not compiled for every kind of noise.
template <class Real, class Feedback, template <class> class MeansOf>
class AnyValues : public RealisedValues<Real, Feedback, MeansOf> {
 public:
  using RealisedValues<Real, Feedback, MeansOf>::RealisedValues;
  virtual ~AnyValues() = default;
  virtual void reveal(std::int64_t t, const Draws<Real>& draws, const MeansOf<Real>& means,
                      const DrawnArm<Real>& arm) = 0;
};

/// Realised values for one kind of noise. Base: RealisedValues, or AnyValues, whose virtual reveal() it then
/// implements.
template <class Base, class NoiseModel>
class ValuesOf final : public Base {
  using Base::bandit, Base::feedback_, Base::full, Base::num_arms_, Base::num_constraints_;
  using typename Base::Feedback, typename Base::Means, typename Base::Real, typename Base::Writer;

 public:
  ValuesOf(const CellWork& work, NoiseModel noise)
      : Base(work),
        noise_(std::move(noise)),
        blocks_(bandit || !NoiseModel::draws ? 0 : static_cast<std::size_t>(num_arms_)) {}

  /// Fills in the feedback of round t. Works on pairs of values, because draws come in pairs: the loss and constraint
  /// 0, then two constraints at a time.
  void reveal(std::int64_t t, const Draws<Real>& draws, const Means& means, const DrawnArm<Real>& arm) {
    if constexpr (full) {
      reveal_all_arms(t, draws, means);
    } else {
      Writer::set_arm(feedback_, arm.index, arm.number);
      for (int first = 0; first <= num_constraints_; first += 2) {
        if constexpr (bandit) {
          reveal_played(t, draws, means, arm, first);
        } else if (first > 0) {
          reveal_violations(t, draws, means, first);
        } else {
          Real* violation = &Writer::violations(feedback_)(0, 0);
          const auto* mean = mean_of(means, 0);
          for_each_arm(t, draws, 0,
                       [=, this](int a, Real, Real v) { violation[a] = violation_of(0, a, v, Real(mean[a])); });
          Writer::loss(feedback_) =
              loss_of(arm.index, first_draw(t, draws, arm.index), gather<Real>(means.loss(), arm.index));
        }
      }
    }
  }

 private:
  static constexpr bool calls_law = std::is_same_v<NoiseModel, LawNoise>;

  const typename Means::Mean* mean_of(const Means& means, int i) const { return means.violation() + i * num_arms_; }

  /// l(a) and g_i(a) for an arm given as an int or an Index. A LawNoise also needs the arm and the index, because
  /// its joint outcomes depend on them.
  REGRETTA_INLINE Real loss_of(const auto& arm, const Real& u, const Real& mean) const {
    if constexpr (calls_law) return noise_.value_of(0, in_lanes(arm), u, mean);
    if constexpr (!calls_law) return noise_.loss(u, mean);
  }
  REGRETTA_INLINE Real violation_of(int i, const auto& arm, const Real& u, const Real& mean) const {
    if constexpr (calls_law) return noise_.value_of(i + 1, in_lanes(arm), u, mean);
    if constexpr (!calls_law) return noise_.violation(u, mean);
  }
  static const Index<Real>& in_lanes(const Index<Real>& arm) { return arm; }
  static Index<Real> in_lanes(int arm) {
    Index<Real> index;
    index.fill(arm);
    return index;
  }

  /// Reveals all values of all arms. Not inlined: inlining makes a round with full feedback 5% slower at two arms.
  [[gnu::noinline]] void reveal_all_arms(std::int64_t t, const Draws<Real>& draws, const Means& means) {
    if constexpr (full) {
      Real* loss = Writer::losses(feedback_).data();
      Real* violation = &Writer::violations(feedback_)(0, 0);
      const auto* mean_loss = means.loss();
      const auto* mean = mean_of(means, 0);
      for_each_arm(t, draws, 0, [=, this](int a, Real u, Real v) {
        loss[a] = loss_of(a, u, Real(mean_loss[a]));
        violation[a] = violation_of(0, a, v, Real(mean[a]));
      });
      for (int first = 2; first <= num_constraints_; first += 2) reveal_violations(t, draws, means, first);
    }
  }

  /// Reveals constraints value - 1 and value (if it exists) of every arm; `value` is even and positive.
  void reveal_violations(std::int64_t t, const Draws<Real>& draws, const Means& means, int value) {
    if constexpr (!bandit) {
      const bool has_second = value < num_constraints_;
      Real* first = &Writer::violations(feedback_)(value - 1, 0);
      Real* second = has_second ? &Writer::violations(feedback_)(value, 0) : nullptr;
      const auto* mean_first = mean_of(means, value - 1);
      const auto* mean_second = has_second ? mean_of(means, value) : nullptr;
      for_each_arm(t, draws, value / 2, [=, this](int a, Real u, Real v) {
        first[a] = violation_of(value - 1, a, u, Real(mean_first[a]));
        if (has_second) second[a] = violation_of(value, a, v, Real(mean_second[a]));
      });
    }
  }

  /// Reveals two values of the arm played: the loss and constraint 0 for value = 0, otherwise constraints value - 1 and
  /// value (if it exists).
  void reveal_played(std::int64_t t, const Draws<Real>& draws, const Means& means, const DrawnArm<Real>& arm,
                     int value) {
    if constexpr (bandit) {
      const auto u = draws_of(t, draws, arm, value / 2);
      Vector<Real>& violation = Writer::violations(feedback_);
      if (value == 0) {
        Writer::loss(feedback_) = loss_of(arm.index, u[0], gather<Real>(means.loss(), arm.index));
      } else {
        violation[value - 1] =
            violation_of(value - 1, arm.index, u[0], gather<Real>(mean_of(means, value - 1), arm.index));
      }
      if (value < num_constraints_)
        violation[value] = violation_of(value, arm.index, u[1], gather<Real>(mean_of(means, value), arm.index));
    }
  }

  /// The draw in (0, 1) that all arms share in round t.
  static Real shared_draw(std::int64_t t, const Draws<Real>& draws) {
    return Draws<Real>::uniform52(draws.word(Stream::outcomes, t, 0)) + Real(0x1p-53);
  }
  /// Whether one draw determines all values of an arm.
  bool has_joint_draws() const {
    if constexpr (calls_law) return noise_.outcomes() != nullptr;
    return false;
  }
  /// Whether, in addition, all arms share this draw.
  bool has_one_draw() const {
    if constexpr (calls_law) return noise_.outcomes() && noise_.outcomes()->one_draw_for_all_arms();
    return false;
  }

  /// The draws of the arm played for pair 0 (the loss and constraint 0), 1 (constraints 1 and 2), ...
  std::array<Real, 2> draws_of(std::int64_t t, const Draws<Real>& draws, const DrawnArm<Real>& arm, int pair) const {
    if constexpr (!NoiseModel::draws) return {Real(0.5), Real(0.5)};
    if (has_joint_draws()) {
      const Real u = has_one_draw() ? shared_draw(t, draws) : draws.values_of(t, arm.index, 0)[0];
      return {u, u};
    }
    return draws.values_of(t, arm.index, pair);
  }

  /// Calls put(a, u, v) for every arm a, where u and v are its draws for this pair of values.
  void for_each_arm(std::int64_t t, const Draws<Real>& draws, int pair, auto put) {
    const int K = num_arms_;
    if constexpr (!NoiseModel::draws) {
      for (int a = 0; a < K; ++a) put(a, Real(0.5), Real(0.5));
    } else if (has_one_draw()) {
      const Real u = shared_draw(t, draws);
      for (int a = 0; a < K; ++a) put(a, u, u);
    } else {
      const bool joint = has_joint_draws();
      draws.values(t, joint ? 0 : pair, blocks_);
      const typename Draws<Real>::Block* block = blocks_.data();
      for (int a = 0; a < K; ++a) {
        const auto [u, v] = draws.uniforms(block[a]);
        put(a, u, joint ? u : v);
      }
    }
  }

  /// The first of the two draws that for_each_arm() has just made for an arm.
  Real first_draw(std::int64_t t, const Draws<Real>& draws, const Index<Real>& arm) const {
    if (has_one_draw()) return shared_draw(t, draws);
    if constexpr (NoiseModel::draws) return draws.uniforms(blocks_, arm)[0];
    return Real(0.5);
  }

  NoiseModel noise_;
  std::vector<typename Draws<Real>::Block> blocks_;  ///< draws of every arm; empty with bandit feedback or no noise
};

template <class Real, class Feedback, template <class> class MeansOf>
std::unique_ptr<AnyValues<Real, Feedback, MeansOf>> make_values(const CellWork& work) {
  using Values = AnyValues<Real, Feedback, MeansOf>;
  return visit_noise<std::unique_ptr<Values>>(work, [&]<class NoiseModel>(const NoiseModel& noise) {
    return std::make_unique<ValuesOf<Values, NoiseModel>>(work, noise);
  });
}

}  // namespace regretta::detail
