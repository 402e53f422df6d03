#pragma once
/// An evolution strategy as the optimiser of a search: children of the best candidates, each of which differs from its
/// parent in some coordinates that have a say, by steps of every size (log-uniform, as nobody knows the right one).
/// Needs no library, and proposes the same on every machine.

#include <string>
#include <vector>

#include "regretta/engine/real/draws.hpp"
#include "regretta/engine/search/proposer.hpp"

namespace regretta {

class Evolution : public Proposer {
 public:
  /// Keeps a reference to the space.
  Evolution(const SearchSpace& space, std::int64_t seed);

  std::string name() const override { return "evolution"; }
  std::vector<Point> propose(int count) override;
  void learn(const std::vector<Outcome>& outcomes) override;

 private:
  Point child(std::int64_t number) const;

  const SearchSpace& space_;
  std::uint64_t seed_;
  Draws<double> draws_;
  std::int64_t children_ = 0;
  std::vector<Outcome> parents_;  ///< those with most trials first, of them the best: the others may have been lucky
};

}  // namespace regretta
