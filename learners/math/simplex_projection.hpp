#pragma once
/// Euclidean projection onto the simplex. No learner that ships uses it; it is for learners of one's own.

#include "regretta/learners/math/l1_ball.hpp"

namespace regretta {

/// Replaces v, K, by the nearest point of the simplex. What is added to all entries does not move that point; with the
/// greatest entry at 1, it is the nearest one of the ball.
template <class Real>
void project_onto_simplex(Vector<Real>& v) {
  Real most(-infinity);
  for (const Real& x : v) most = max(x, most);
  for (Real& x : v) x += Real(1.0) - most;
  project_onto_l1_ball(v, Real(1.0));
}

}  // namespace regretta
