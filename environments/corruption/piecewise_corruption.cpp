#include "regretta/environments/corruption/piecewise_corruption.hpp"

#include <string>

#include <fmt/format.h>

namespace regretta {
namespace {

/// The list with one entry for each block.
std::vector<double> for_each(const char* key, const std::vector<double>& given, std::size_t blocks, double otherwise) {
  if (given.empty()) return std::vector<double>(blocks, otherwise);
  check_count(key, "block", given.size(), static_cast<int>(blocks));
  return given;
}

/// Arms or constraints, from 1.
int index_of(const char* key, double given, int count) {
  const auto index = static_cast<std::int64_t>(given);
  if (static_cast<double>(index) != given)
    throw InputError(key, fmt::format("{} is no whole number, expected 1 to {}", given, count));
  check_index(key, index, count);
  return static_cast<int>(index - 1);
}

}  // namespace

void PiecewiseCorruption::apply(std::uint64_t seed, Adversary& adversary) const {
  const std::int64_t T = adversary.horizon;
  const auto [key, C] = budget_of(*this, T);
  need_oblivious_violations(adversary);
  const std::size_t blocks = arms.size();
  if (blocks == 0) throw InputError("arms", "is missing; expected the arm of each block, counted from 1");
  const std::vector<double> on = for_each("constraints", constraints, blocks, 1),
                            to = for_each("values", values, blocks, 1), of = for_each("shares", shares, blocks, 1),
                            after = for_each("pauses", pauses, blocks, 0);
  std::vector<std::vector<Target>> targets(blocks);
  std::vector<double> spent(static_cast<std::size_t>(adversary.num_constraints), 0.0);  // shares, by constraint
  for (std::size_t k = 0; k < blocks; ++k) {
    const int i = index_of("constraints", on[k], adversary.num_constraints);
    targets[k] = {{i, index_of("arms", arms[k], adversary.num_arms), to[k]}};
    try {
      keep_in_range(adversary, targets[k], true);
    } catch (const InputError& error) {
      throw InputError("values", error.what());
    }
    spent[static_cast<std::size_t>(i)] += of[k];
  }
  const double all = *std::ranges::max_element(spent);
  if (all <= 0) throw InputError("shares", "are all 0; expected one that is more");
  if (C == 0) return;
  std::int64_t next = 1, visited = 0;  // the first round after the blocks so far
  for (std::size_t k = 0; k < blocks; ++k) {
    next += whole_rounds(after[k], T);
    if (of[k] == 0) continue;
    if (next > T)
      throw InputError(key, fmt::format("block {} would begin after the last of the {} rounds; expected less, or "
                                        "shorter pauses",
                                        k + 1, T));
    Burst burst;
    burst.burst_start = next;
    try {
      const VisitedRounds rounds = corrupt(adversary, targets[k], {burst, T, seed}, C * of[k] / all);
      next += rounds.size();
      visited += rounds.size();
    } catch (const InputError& error) {
      throw InputError(key, fmt::format("block {}: {}", k + 1, error.what()));
    }
  }
  if (visited > T / 2)
    throw InputError(
        key, fmt::format("{:g} would corrupt {} of the {} rounds; expected at most half of them", C, visited, T));
}

}  // namespace regretta
