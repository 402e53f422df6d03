#include "regretta/environments/corruption/swap.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace regretta {

std::vector<Target> Swap::targets(const Adversary& adversary) const {
  const std::vector<double> loss = average_losses(adversary), violation = average_violations(adversary);
  const std::size_t K = loss.size();
  std::vector<std::size_t> safe, unsafe;
  for (std::size_t a = 0; a < K; ++a) {
    bool violates = false;
    for (std::size_t e = a; e < violation.size(); e += K) violates |= violation[e] > feasibility_tolerance;
    (violates ? unsafe : safe).push_back(a);
  }
  if (safe.empty() || unsafe.empty())
    throw InputError("direction", fmt::format("swap needs two sides, but {} arm satisfies every uncorrupted constraint "
                                              "on average; expected both safe and unsafe arms, or another direction",
                                              safe.empty() ? "no" : "every"));
  const auto most = static_cast<std::int64_t>(std::min(safe.size(), unsafe.size()));
  if (pairs > most)
    throw InputError("pairs", fmt::format("{} pairs cannot be made of {} safe and {} unsafe arms; expected at most "
                                          "{} (0: as many as there are)",
                                          pairs, safe.size(), unsafe.size(), most));
  const auto by_loss = [&](std::size_t a, std::size_t b) { return loss[a] < loss[b]; };
  std::stable_sort(safe.begin(), safe.end(), by_loss);
  std::stable_sort(unsafe.begin(), unsafe.end(), by_loss);
  std::vector<Target> targets;
  for (std::size_t k = 0; k < static_cast<std::size_t>(pairs == 0 ? most : pairs); ++k)
    for (int i = 0; i < adversary.num_constraints; ++i)
      targets.push_back({i, static_cast<int>(safe[k]), 0, static_cast<int>(unsafe[k])});
  return targets;
}

}  // namespace regretta
