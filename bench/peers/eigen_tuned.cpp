#include <stdexcept>

#include "regretta/bench/peers/eigen_trial.hpp"

namespace regretta::peers {
namespace {

template <class Words>
Outcome play(const Game& game, const Words& words) {
  return with_learner(game.learner, [&]<Learner learner>() {
    if (game.cell.num_constraints == 1) return EigenTrial<learner, 1, Words>(game, words).play();
    if (game.cell.num_constraints == 3) return EigenTrial<learner, 3, Words>(game, words).play();
    throw std::invalid_argument("the Eigen peer is compiled for one and for three constraints");
  });
}

Outcome trial(const Game& game, std::uint64_t seed) { return play(game, XoshiroWords(seed)); }

}  // namespace

std::vector<Peer> all_peers() {
  const auto replay = [](const Game& game, std::span<const double> draws) {
    return play(game, RecordedWords(draws.data()));
  };
  const auto prepare = [](const Game& game) { return whole_trials(game, trial); };
  return {{.name = "eigen_tuned", .tolerance = rounding_only, .replay = replay, .trial = trial, .prepare = prepare}};
}

}  // namespace regretta::peers
