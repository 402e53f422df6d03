#include "regretta/engine/trial/play/round_watcher.hpp"

namespace regretta {
namespace {

CellWork without_noise(CellWork work) {
  Adversary adversary = *work.adversary;
  adversary.noise = {};
  adversary.outcomes.reset();
  work.adversary = std::make_shared<const Adversary>(std::move(adversary));
  return work;
}

void copy(const FullFeedback<double>& round, Vector<double>& loss, Matrix<double>& violation) {
  for (int a = 0; a < loss.size(); ++a) loss[a] = round.loss(a);
  for (int i = 0; i < violation.rows(); ++i)
    for (int a = 0; a < violation.cols(); ++a) violation(i, a) = round.violation(i, a);
}

}  // namespace

RoundRecorder::RoundRecorder(const CellWork& work, std::int64_t trial, std::function<void(const RoundRecord&)> visit)
    : means_(make_referee<double, Full>(without_noise(work), trial)),
      realised_(make_referee<double, Full>(work, trial)),
      played_(make_referee<double, Bandit>(work, trial)),
      adversary_(work.adversary),
      visit_(std::move(visit)) {
  round_.mean_loss.resize(work.problem.num_arms);
  round_.mean_violation.resize(work.problem.num_constraints, work.problem.num_arms);
  round_.loss = round_.mean_loss;
  round_.violation = round_.mean_violation;
  if (!adversary_->uncorrupted) return;
  uncorrupted_.emplace(*adversary_);
  round_.uncorrupted = round_.mean_violation;
}

void RoundRecorder::begins(std::int64_t t, const Vector<double>& x, int arm) {
  round_.t = t;
  round_.x = x;
  const Index<double> observed{arm};
  const Strategy<double> strategy = arm < 0 ? Strategy<double>(x) : Strategy<double>(x, observed);
  copy(means_->round(t, strategy), round_.mean_loss, round_.mean_violation);
  copy(realised_->round(t, strategy), round_.loss, round_.violation);
  const Index<double>& played = played_->round(t, strategy).arm();
  round_.arm = static_cast<int>(played[0]);
  if (!uncorrupted_) return;
  uncorrupted_->enter(t, x);
  for (Eigen::Index i = 0; i < round_.uncorrupted.rows(); ++i)
    for (Eigen::Index a = 0; a < x.size(); ++a) round_.uncorrupted(i, a) = uncorrupted_->data()[i * x.size() + a];
  uncorrupted_->leave(played);
}

void RoundRecorder::ends(std::int64_t, const Internals& learner) {
  round_.learner = &learner;
  visit_(round_);
}

}  // namespace regretta
