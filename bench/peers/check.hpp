#pragma once
#include <string>
#include <vector>

#include "regretta/bench/peers/game.hpp"

namespace regretta::peers {

/// Compares every peer with what peers_reference wrote, and prints a line per comparison: replays of the
/// engine's draws must end in the engine's results, trials on the peer's own draws in its means. True if all is well.
bool check(const std::vector<Peer>& peers, const std::string& reference);

}  // namespace regretta::peers
