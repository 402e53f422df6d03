#pragma once
#include <string>
#include <vector>

#include "regretta/bench/peers/game.hpp"

namespace regretta::peers {

/// Compares a peer with the results that peers_reference wrote, and prints one line per comparison: replays of the
/// engine's draws must give the engine's results, and trials on the peer's own draws its means. Returns true if all
/// agree.
bool check(const Peer& peer, const std::string& reference);

/// A learner as a plain loop.
struct Rival {
  std::string name;  ///< the engine's
  std::function<Books(const CommonCell&, std::uint64_t seed)> play;
};
/// The same for means only: ties are broken by other draws than the engine's.
bool check(const std::vector<Rival>& rivals, const std::string& reference);

}  // namespace regretta::peers
