#include "regretta/bench/peers/plain_loop.hpp"

#include "regretta/bench/peers/newton_projection.hpp"

namespace regretta::peers {

std::vector<Peer> all_peers() {
  const auto trial = plain_trial<NewtonProjection>;
  const auto prepare = [trial](const Game& game) { return whole_trials(game, trial); };
  return {{.name = "plain_loop",
           .tolerance = rounding_only,
           .replay = plain_replay<NewtonProjection>,
           .trial = trial,
           .prepare = prepare}};
}

}  // namespace regretta::peers
