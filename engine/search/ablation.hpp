#pragma once
/// What of a winner matters. Each of its values is put back to something plain (the default of the parameter, or the
/// middle of the range; of a choice the default, or the first other one) and to a rounder number; then all changes that
/// keep 95% are made together, as far as that keeps 95%, too. Every form of the winner is played on trials that nothing
/// was chosen by.

#include <cstdint>
#include <vector>

#include "regretta/engine/search/candidate_values.hpp"
#include "regretta/engine/search/space.hpp"

namespace regretta {

/// One value changed.
struct ValueChange {
  std::size_t dimension = 0;
  double coordinate = 0;
  bool is_plain = false;   ///< to the plain value; else rounded
  bool simplifies = true;  ///< false: the value was plain, and the change only shows what it matters
};

/// At most two for each value of the point that has a say.
std::vector<ValueChange> changes_of(const SearchSpace& space, const Point& point);

/// The point with changes made.
Point changed(Point point, const std::vector<ValueChange>& changes);

/// How much of the aim a form has, with an interval that holds together with those of all other forms.
struct FormValue {
  std::size_t place = 0;  ///< among the forms; 0: the winner as it is
  FoundMean aim{};
  FoundMean spare{};      ///< by how much it is better than 95% of the winner
  bool meets_all = true;  ///< constraints, in the mean over its trials
  bool keeps() const { return meets_all && spare.interval.low >= 0; }
};

/// The changes that keep 95% one by one, those that keep most first, and of two changes of one value the plain one.
/// `alone`: what each did by itself, in the order of `changes`.
std::vector<ValueChange> kept_changes(const std::vector<ValueChange>& changes, const std::vector<FormValue>& alone);

/// The longest that a list of forms can be: the winner, its changes, and those that are made together.
std::int64_t most_forms(const SearchSpace& space);

}  // namespace regretta
