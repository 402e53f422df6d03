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

}  // namespace

Peer the_peer() {
  return {
      .name = "eigen_tuned",
      .replay = [](const Game& game, std::span<const double> draws) { return play(game, RecordedWords(draws.data())); },
      .trial = [](const Game& game, std::uint64_t seed) { return play(game, XoshiroWords(seed)); }};
}

}  // namespace regretta::peers
