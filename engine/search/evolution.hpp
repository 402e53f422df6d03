#pragma once
/// An evolution strategy as the optimiser of a search. Some children differ from one of the best candidates in some
/// coordinates that have a say, by steps of every size (log-uniform, as nobody knows the right one): these find a way.
/// The others have their numbers from a normal law with mean and covariance of the best of the latest generation, by
/// ranks (as in CMA-ES: Hansen and Ostermeier, Evol. Comput. 2001), so that numbers change together along what has
/// proved good: these follow it. With two aims the best are those of front_order.hpp, more of them are parents,
/// and fewer children follow the mean, which need not be near a front. Needs no library, and proposes the same
/// on every machine.

#include <string>
#include <vector>

#include "regretta/engine/real/draws.hpp"
#include "regretta/engine/real/randomness.hpp"
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
  void change_coordinates(Point& point, const Randomness<double>& random) const;
  void follow_elite(Point& point, const Randomness<double>& random) const;

  void set_elite(std::vector<Outcome> elite);

  const SearchSpace& space_;
  std::size_t numbers_ = 0;  ///< dimensions that are no choices
  std::uint64_t seed_;
  Draws<double> draws_;
  std::int64_t children_ = 0;
  bool of_front_ = false;        ///< two aims: parents of one rank are equally good
  std::vector<Outcome> elite_;   ///< of the latest generation
  std::vector<double> weights_;  ///< of the elite; their sum is 1
  Point centre_;                 ///< mean of the elite
  std::vector<Outcome>
      parents_;  ///< of all: those with most trials first, of them the best: the others may have been lucky
};

}  // namespace regretta
