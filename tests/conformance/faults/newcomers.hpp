#pragma once
// Learners with one planted fault each, such as authors new to Regretta may make. `regretta check --with
// newcomers.hpp` must find each fault and name its cause (newcomers_test.cpp).

#include <random>
#include <vector>

#include "regretta/engine/plugin/scalar_learner_entry.hpp"

namespace regretta::newcomers {

/// Exponential weights on the loss of the played arm. Each fault derives from this class and replaces
/// `learning_rate()` or `after_update()`.
template <class Fault>
class Weights {
 public:
  using Feedback = BanditFeedback<double>;
  using Params = NoParams;
  Weights(const Problem& problem, const Params&)
      : x_(Vector<double>::Constant(problem.num_arms, 1.0 / problem.num_arms)), weight_(x_) {}

  const Vector<double>& strategy() const { return x_; }
  void observe(const Feedback& round) {
    auto& fault = static_cast<Fault&>(*this);
    ++t_;
    weight_[played_arm(round)] *= exp(-fault.learning_rate(round) * round.loss());
    const double total = weight_.sum();
    for (int a = 0; a < x_.size(); ++a) x_[a] = weight_[a] / total;
    fault.after_update(round);
  }

  double learning_rate(const Feedback&) { return 0.05; }
  void after_update(const Feedback&) {}

 protected:
  int t_ = 0;
  Vector<double> x_, weight_;
};

/// Draws arms from a private generator, which begins with the same seed in every trial.
struct OwnGenerator : Weights<OwnGenerator> {
  using Weights::Weights;
  void after_update(const BanditFeedback<double>&) {
    const auto arm = static_cast<Eigen::Index>(random_() % static_cast<unsigned>(x_.size()));
    x_.setConstant(0.0);
    x_[arm] = 1.0;
  }
  std::mt19937 random_{42};
};

/// The first learner of the process fixes the number of arms for all later learners.
struct FirstSize : Weights<FirstSize> {
  using Weights::Weights;
  double learning_rate(const BanditFeedback<double>&) {
    static const auto arms = static_cast<double>(x_.size());
    return 0.1 / arms;
  }
};

/// Leaves the simplex after round 5,000.
struct LateNegative : Weights<LateNegative> {
  using Weights::Weights;
  void after_update(const BanditFeedback<double>&) {
    if (t_ < 5000) return;
    x_[0] += 1.0;
    x_[1] -= 1.0;
  }
};

/// Divides 0 by 0 in round 7,777.
struct LateNan : Weights<LateNan> {
  using Weights::Weights;
  double learning_rate(const BanditFeedback<double>&) { return t_ == 7777 ? zero_ / zero_ : 0.05; }
  double zero_ = 0.0;
};

/// Writes past the end of a vector.
struct WritesPastEnd : Weights<WritesPastEnd> {
  WritesPastEnd(const Problem& problem, const NoParams& params)
      : Weights(problem, params), losses_(static_cast<std::size_t>(problem.num_arms)) {}
  void after_update(const BanditFeedback<double>& round) {
    double* losses = losses_.data();
    // Far enough past the end to overwrite the bookkeeping that the C library checks in free().
    for (std::size_t a = 0; a < losses_.size() + 24; ++a) losses[a] = round.loss();
  }
  std::vector<double> losses_;
};

template <class L>
void add(Catalogue& catalogue, const char* name) {
  catalogue.learners.push_back(scalar_learner_entry<L>({.name = name, .summary = "has a fault", .source = "tests"}));
}

}  // namespace regretta::newcomers

inline void add_to(regretta::Catalogue& catalogue) {
  using namespace regretta::newcomers;
  add<OwnGenerator>(catalogue, "own-generator");
  add<FirstSize>(catalogue, "first-size");
  add<LateNegative>(catalogue, "late-negative");
  add<LateNan>(catalogue, "late-nan");
  add<WritesPastEnd>(catalogue, "writes-past-end");
}
