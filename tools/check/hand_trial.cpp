#include "regretta/tools/check/hand_trial.hpp"

namespace regretta {

HandTrial::HandTrial(const CellWork& work, std::int64_t trial)
    : referee_(make_referee<double, FullFeedback<double>>(work, trial)),
      draws_(work.seed, static_cast<std::uint32_t>(trial)),
      strategy_(work.problem.num_arms),
      round_(1) {
  const auto arms = static_cast<std::size_t>(work.problem.num_arms);
  round_[0].loss.resize(arms);
  round_[0].violation.resize(arms * static_cast<std::size_t>(work.problem.num_constraints));
}

const std::vector<HandRound>& HandTrial::round(std::int64_t t, const Vector<double>& strategy) {
  const FullFeedback<double>& seen = referee_->round(t, strategy);
  HandRound& round = round_[0];
  const std::size_t K = round.loss.size();
  for (std::size_t a = 0; a < K; ++a) round.loss[a] = seen.loss(static_cast<int>(a));
  for (std::size_t e = 0; e < round.violation.size(); ++e)
    round.violation[e] = seen.violation(static_cast<int>(e / K), static_cast<int>(e % K));
  double total = 0, running = 0;
  for (const double weight : strategy) total += weight;
  const double threshold = Draws<double>::uniform52(draws_.word(Stream::arm, t, 0)) * total;  // as the referee draws
  round.arm = 0;
  for (Eigen::Index a = 0; a + 1 < strategy.size(); ++a) {
    running += strategy[a];
    if (running <= threshold) ++round.arm;
  }
  return round_;
}

const std::vector<HandRound>& HandTrial::round(std::int64_t t, const HandPlayed& learner, int lane) {
  for (int a = 0; a < strategy_.size(); ++a) strategy_[a] = learner.weight(a, lane);
  return round(t, strategy_);
}

}  // namespace regretta
