#pragma once
/// The round, as in the paper's Protocol. Included only by the files that instantiate it.

#include "regretta/engine/real/draws.hpp"
#include "regretta/engine/trial/adaptive_path.hpp"
#include "regretta/engine/trial/books.hpp"
#include "regretta/engine/trial/means.hpp"
#include "regretta/engine/trial/noise.hpp"
#include "regretta/engine/trial/referee.hpp"

namespace regretta::detail {

/// The strategies must sum to 1 up to this, and have no negative entry.
inline constexpr double simplex_tolerance = 1e-9;

struct Nothing {
  template <class... T>
  explicit Nothing(const T&...) {}
};

template <class Real, class Feedback, template <class> class MeansOf, class NoiseModel>
class RoundReferee final : public Referee<Real, Feedback> {
 public:
  RoundReferee(const CellWork& work, std::int64_t first)
      : work_(work),
        first_(first),
        num_arms_(work.problem.num_arms),
        num_constraints_(work.problem.num_constraints),
        draws_(work.seed, static_cast<std::uint32_t>(first)),
        means_(*work.adversary),
        noise_(work),
        feedback_(num_arms_, num_constraints_),
        books_(num_constraints_, work.checkpoints),
        path_(*work.adversary, *work.facts, work.checkpoints.size()),
        cumulative_(num_arms_) {}

  const Feedback& round(std::int64_t t, const Vector<Real>& x, int committed) override {
    means_.enter(t, x);  // the adversary fixes lbar_t, gbar_t; it may know x_t
    if (committed < 0) {
      const auto [expected_loss, expected_violation] = weigh(t, x);
      draw_arm(t);  // a_t ~ x_t
      reveal(t);    // l_t, g_t: only what the feedback contains
      books_.add_loss(revealed_loss(), expected_loss);
      books_.add_violation(0, expected_violation, revealed_violation(0));
      for (int i = 1; i < num_constraints_; ++i) books_.add_violation(i, violation_of(i, x), revealed_violation(i));
    } else {
      commit(t, x, committed);
      reveal(t, committed);
      books_.add_loss(revealed_loss(), Real(means_.loss()[committed]));
      for (int i = 0; i < num_constraints_; ++i)
        books_.add_violation(i, Real(mean_violation(i)[committed]), revealed_violation(i));
    }
    if constexpr (adaptive) path_.add(means_);
    if (books_.close(t)) {
      if constexpr (adaptive) path_.snapshot();
    }
    means_.leave(arm_);  // a_t is history: the adversary may use it from now on
    return feedback_;
  }

  void weigh_mixture(const Vector<Real>& mixture) override {
    mixed_ = true;
    for (int i = 0; i < num_constraints_; ++i) books_.add_mixture_violation(i, violation_of(i, mixture));
  }

  std::vector<TrialResult> results() override {
    std::vector<TrialResult> trials;
    for (int k = 0; k < lanes<Real>; ++k) trials.push_back(result(k));
    return trials;
  }

 private:
  static constexpr bool adaptive = MeansOf<Real>::adaptive;
  static constexpr bool full = std::is_same_v<Feedback, FullFeedback<Real>>;
  static constexpr bool bandit = std::is_same_v<Feedback, BanditFeedback<Real>>;
  using Writer = FeedbackWriter<Real>;

  const typename MeansOf<Real>::Mean* mean_violation(int i) const { return means_.violation() + i * num_arms_; }

  /// gbar_{t,i}'x.
  Real violation_of(int i, const Vector<Real>& x) const {
    Real expected(0.0);
    const Real* strategy = x.data();
    const auto* mean = mean_violation(i);
    for (int a = 0, K = num_arms_; a < K; ++a) expected = fma(strategy[a], Real(mean[a]), expected);
    return expected;
  }

  /// Running sums of x_t for the draw, lbar_t'x_t and gbar_{t,1}'x_t for the books, and the check that x_t is in the
  /// simplex.
  std::array<Real, 2> weigh(std::int64_t t, const Vector<Real>& x) {
    Real total(0.0), loss(0.0), violation(0.0), least(infinity);
    const Real* strategy = x.data();
    const auto* mean_loss = means_.loss();
    const auto* mean = mean_violation(0);
    Real* cumulative = cumulative_.data();
    for (int a = 0, K = num_arms_; a < K; ++a) {
      const Real weight = strategy[a];
      total += weight;
      cumulative[a] = total;
      least = min(weight, least);
      loss = fma(weight, Real(mean_loss[a]), loss);
      violation = fma(weight, Real(mean[a]), violation);
    }
    const Mask<Real> fine = (abs(total - Real(1.0)) <= Real(simplex_tolerance)) & (least >= Real(0.0));
    if (!all(fine)) note_failures(t, !fine, total, least);
    return {loss, violation};
  }

  void draw_arm(std::int64_t t) {
    const auto words = draws_.block(Stream::arm, t, 0);
    const Real threshold = Draws<Real>::uniform52(words[0], words[1]) * cumulative_[num_arms_ - 1];
    Real number(0.0);
    const Real* cumulative = cumulative_.data();
    for (int a = 0, last = num_arms_ - 1; a < last; ++a)
      number += select(cumulative[a] <= threshold, Real(1.0), Real(0.0));
    number_ = number;
    arm_ = to_index(number);
    if constexpr (!full) Writer::set_arm(feedback_, arm_, number);
  }

  /// a_t without a draw.
  void commit(std::int64_t t, const Vector<Real>& x, int arm) {
    if (!all(x[arm] == Real(1.0))) note_failures(t, !(x[arm] == Real(1.0)), x[arm], x[arm]);
    arm_.fill(arm);
    number_ = Real(arm);
    if constexpr (!full) Writer::set_arm(feedback_, arm_, number_);
  }

  /// Values two by two, as the draws come: the loss and the first constraint, then two constraints at a time.
  /// committed: the arm of all lanes, or -1 where they differ.
  void reveal(std::int64_t t, int committed = -1) {
    for (int first = 0; first <= num_constraints_; first += 2) {
      if constexpr (bandit) {
        reveal_played(t, first, committed);
      } else if (first > 0) {
        reveal_violations(t, first);
      } else if constexpr (full) {
        Real* loss = Writer::losses(feedback_).data();
        Real* violation = &Writer::violations(feedback_)(0, 0);
        const auto* mean_loss = means_.loss();
        const auto* mean = mean_violation(0);
        every_arm(t, 0, [=, this](int a, Real u, Real v) {
          loss[a] = noise_.loss(u, Real(mean_loss[a]));
          violation[a] = noise_.violation(v, Real(mean[a]));
        });
      } else {
        Real* violation = &Writer::violations(feedback_)(0, 0);
        const auto* mean = mean_violation(0);
        const Real played = number_;
        Real draw(0.0);  // of the loss: it comes along with the violations
        every_arm(t, 0, [=, this, &draw](int a, Real u, Real v) {
          draw = select(played == Real(a), u, draw);
          violation[a] = noise_.violation(v, Real(mean[a]));
        });
        Writer::loss(feedback_) = noise_.loss(draw, gather(means_.loss(), arm_));
      }
    }
  }

  /// Constraints value - 1 and value (if there is one), of every arm; value is even and positive.
  void reveal_violations(std::int64_t t, int value) {
    if constexpr (!bandit) {
      const bool both = value < num_constraints_;
      Real* first = &Writer::violations(feedback_)(value - 1, 0);
      Real* second = both ? &Writer::violations(feedback_)(value, 0) : nullptr;
      const auto* mean_first = mean_violation(value - 1);
      const auto* mean_second = both ? mean_violation(value) : nullptr;
      every_arm(t, value / 2, [=, this](int a, Real u, Real v) {
        first[a] = noise_.violation(u, Real(mean_first[a]));
        if (both) second[a] = noise_.violation(v, Real(mean_second[a]));
      });
    }
  }

  void reveal_played(std::int64_t t, int value, int committed) {
    if constexpr (bandit) {
      const auto draws = committed < 0 ? played_draws(t, value / 2) : draws_at(t, committed, value / 2);
      Vector<Real>& violation = Writer::violations(feedback_);
      if (value == 0) {
        Writer::loss(feedback_) = noise_.loss(draws[0], gather(means_.loss(), arm_));
      } else {
        violation[value - 1] = noise_.violation(draws[0], gather(mean_violation(value - 1), arm_));
      }
      if (value < num_constraints_) violation[value] = noise_.violation(draws[1], gather(mean_violation(value), arm_));
    }
  }

  Real revealed_loss() {
    if constexpr (full) return gather(Writer::losses(feedback_).data(), arm_);
    if constexpr (!full) return Writer::loss(feedback_);
  }
  Real revealed_violation(int i) {
    if constexpr (bandit) return Writer::violations(feedback_)[i];
    if constexpr (!bandit) return gather(&Writer::violations(feedback_)(i, 0), arm_);
  }

  template <class T>
  static Real gather(const T* from, const Index<Real>& arm) {
    if constexpr (lanes<Real> == 1) {
      return regretta::gather(from, arm);
    } else {
      return regretta::gather<Real>(from, arm);
    }
  }

  std::array<Real, 2> played_draws(std::int64_t t, int two_values) const {
    if constexpr (NoiseModel::draws) return draws_.values_of(t, arm_, two_values);
    return {Real(0.5), Real(0.5)};
  }

  std::array<Real, 2> draws_at(std::int64_t t, int arm, int two_values) const {
    if constexpr (NoiseModel::draws) return draws_.values_at(t, arm, two_values);
    return {Real(0.5), Real(0.5)};
  }

  /// put(a, u, v) for every arm, u and v its draws of two values.
  template <class Put>
  void every_arm(std::int64_t t, int two_values, Put put) const {
    const int K = num_arms_;
    if constexpr (!NoiseModel::draws) {
      for (int a = 0; a < K; ++a) put(a, Real(0.5), Real(0.5));
    } else {
      static_assert(Draws<Real>::arms_per_block == 2);
      for (int a = 0; a < K; a += 2) {
        const auto words = draws_.values(t, static_cast<std::uint64_t>(a / 2), two_values);
        put(a, Draws<Real>::uniform(words[0]), Draws<Real>::uniform(words[1]));
        if (a + 1 < K) put(a + 1, Draws<Real>::uniform(words[2]), Draws<Real>::uniform(words[3]));
      }
    }
  }

  [[gnu::cold, gnu::noinline]] void note_failures(std::int64_t t, Mask<Real> failed, const Real& total,
                                                  const Real& least) {
    for (int k = 0; k < lanes<Real>; ++k) {
      auto& failure = failures_[static_cast<std::size_t>(k)];
      if (!mask_lane(failed, k) || failure) continue;
      failure = Failure{t, "strategy left the simplex (sum " + std::to_string(lane(total, k)) + ", least entry " +
                               std::to_string(lane(least, k)) + "; expected sum 1 and no negative entry)"};
    }
  }

  TrialResult result(int k) const {
    TrialResult trial;
    trial.trial = first_ + k;
    trial.failure = failures_[static_cast<std::size_t>(k)];
    const CellFacts& facts = *work_.facts;
    const std::size_t points = books_.snapshots().size();
    for (std::size_t c = 0; c < points; ++c) {
      const auto& s = books_.snapshots()[c];
      double opt = facts.opt[c];
      if constexpr (adaptive) opt = path_.opt(c, books_.checkpoints()[c], k);
      trial.curve.push_back(
          {lane(s.loss, k) - opt, lane(s.expected_loss, k) - opt, lane(s.violation, k), lane(s.signed_violation, k)});
      trial[Quantity::opt] = opt;
    }
    trial[Quantity::regret] = trial.curve.back()[0];
    trial[Quantity::expected_regret] = trial.curve.back()[1];
    trial[Quantity::violation] = trial.curve.back()[2];
    trial[Quantity::signed_violation] = trial.curve.back()[3];
    trial[Quantity::realised_violation] = lane(books_.realised_violation(), k);
    trial[Quantity::mixture_violation] = mixed_ ? lane(books_.mixture_violation(), k) : trial[Quantity::violation];
    trial[Quantity::mixture_signed_violation] =
        mixed_ ? lane(books_.mixture_signed_violation(), k) : trial[Quantity::signed_violation];
    trial[Quantity::corruption] = facts.corruption;
    trial[Quantity::corruption_exact] = 1;
    trial[Quantity::rho] = facts.rho;
    trial[Quantity::rho_pure] = facts.rho_pure;
    trial[Quantity::injected_corruption] = not_a_number;
    trial[Quantity::perceived_corruption] = not_a_number;
    if constexpr (adaptive) path_.report(trial, work_.problem.horizon, k);
    return trial;
  }

  CellWork work_;
  std::int64_t first_;
  int num_arms_;
  int num_constraints_;
  Draws<Real> draws_;
  MeansOf<Real> means_;
  NoiseModel noise_;
  Feedback feedback_;
  Books<Real> books_;
  std::conditional_t<adaptive, AdaptivePath<Real>, Nothing> path_;
  Vector<Real> cumulative_;
  Index<Real> arm_{};  // a_t
  Real number_{0.0};   // the same as a number
  bool mixed_ = false;
  std::array<std::optional<Failure>, static_cast<std::size_t>(lanes<Real>)> failures_;
};

template <class Real, class Feedback, template <class> class MeansOf>
std::unique_ptr<Referee<Real, Feedback>> referee_with_noise(const CellWork& work, std::int64_t first) {
  switch (work.adversary->noise.kind) {
    case NoiseKind::bernoulli:
      return std::make_unique<RoundReferee<Real, Feedback, MeansOf, BernoulliNoise>>(work, first);
    case NoiseKind::uniform:
      return std::make_unique<RoundReferee<Real, Feedback, MeansOf, UniformNoise>>(work, first);
    case NoiseKind::beta:
      return std::make_unique<RoundReferee<Real, Feedback, MeansOf, BetaNoise>>(work, first);
    case NoiseKind::none:
      break;
  }
  return std::make_unique<RoundReferee<Real, Feedback, MeansOf, NoNoise>>(work, first);
}

}  // namespace regretta::detail

namespace regretta {

template <class Real, class Feedback>
std::unique_ptr<Referee<Real, Feedback>> make_referee(const CellWork& work, std::int64_t first) {
  return work.adversary->oblivious() ? detail::referee_with_noise<Real, Feedback, ObliviousMeans>(work, first)
                                     : detail::referee_with_noise<Real, Feedback, AdaptiveMeans>(work, first);
}

#define REGRETTA_REFEREE(Real, Feedback)                                                                      \
  template std::unique_ptr<Referee<Real, Feedback<Real>>> make_referee<Real, Feedback<Real>>(const CellWork&, \
                                                                                             std::int64_t);
/// Defines the referees of a Real, once in a program.
#define REGRETTA_REFEREES(Real)              \
  REGRETTA_REFEREE(Real, FullFeedback)       \
  REGRETTA_REFEREE(Real, BanditLossFeedback) \
  REGRETTA_REFEREE(Real, BanditFeedback)

}  // namespace regretta
