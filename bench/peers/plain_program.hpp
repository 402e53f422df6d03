#pragma once
/// The linear program with one constraint as a competent user would write it: through its dual, the highest point of
/// the lower envelope of the lines c(a) + lambda A(a).

#include <algorithm>
#include <cstddef>
#include <vector>

namespace regretta::peers {

/// The cheapest arm among those that `keeps` accepts; ties go to the lower violation or, if `by_place`, to the lower
/// place.
template <class Keeps>
std::size_t cheapest(const std::vector<double>& c, const std::vector<double>& A, const std::vector<double>& tie_order,
                     bool by_place, Keeps keeps) {
  std::size_t best = c.size();
  for (std::size_t a = 0; a < c.size(); ++a) {
    if (!keeps(a)) continue;
    const auto preferred = [&] {
      return !by_place && A[a] != A[best] ? A[a] < A[best] : tie_order[a] < tie_order[best];
    };
    if (best == c.size() || c[a] < c[best] || (c[a] == c[best] && preferred())) best = a;
  }
  return best;
}

/// x = argmin of c'x over {x in the simplex, A'x <= 0}; if that set is empty or thin, as close to it as possible.
inline void solve_plainly(const std::vector<double>& c, const std::vector<double>& A,
                          const std::vector<double>& tie_order, std::vector<double>& x) {
  constexpr double thin = 1e-9;
  const double least = *std::min_element(A.begin(), A.end());
  const double level = least >= -thin ? least + thin : 0;
  std::fill(x.begin(), x.end(), 0.0);
  std::size_t rising = cheapest(c, A, tie_order, false, [](std::size_t) { return true; });
  if (A[rising] <= level) {
    x[rising] = 1;
    return;
  }
  std::size_t falling = cheapest(c, A, tie_order, true, [&](std::size_t a) { return A[a] <= level; });
  for (std::size_t step = 0; step < c.size() + 8; ++step) {
    const double lambda = (c[falling] - c[rising]) / (A[rising] - A[falling]);
    std::size_t lowest = 0;
    for (std::size_t a = 1; a < c.size(); ++a)
      if (c[a] + lambda * A[a] < c[lowest] + lambda * A[lowest]) lowest = a;
    if (c[lowest] + lambda * A[lowest] >= c[rising] + lambda * A[rising] - 1e-14) break;
    (A[lowest] > level ? rising : falling) = lowest;
  }
  x[rising] = (level - A[falling]) / (A[rising] - A[falling]);
  x[falling] = 1 - x[rising];
}

}  // namespace regretta::peers
