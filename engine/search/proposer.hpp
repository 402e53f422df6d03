#pragma once
/// What proposes the candidates of a search. Each generation is proposed when all that is known of those before has
/// been told. The answers must follow from seed, space and what was told, so that a search that was stopped goes on.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "regretta/engine/search/racing.hpp"
#include "regretta/engine/search/rules.hpp"

namespace regretta {

class Proposer {
 public:
  struct Outcome {
    Point point;
    RaceScore score{};        ///< NaN as value: it could not be played
    std::int64_t trials = 0;  ///< that the score rests on
  };
  virtual ~Proposer() = default;
  virtual std::string name() const = 0;  ///< with all that its answers depend on, such as a version
  virtual std::vector<Point> propose(int count) = 0;
  /// What came of points, its own and others.
  virtual void learn(const std::vector<Outcome>& outcomes) = 0;
};

using MakeProposer = std::function<std::unique_ptr<Proposer>(const SearchSpace& space, const SearchRules& rules)>;

}  // namespace regretta
