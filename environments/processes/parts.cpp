#include "regretta/environments/processes/parts.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace regretta {

void need_arms(int num_arms) {
  if (num_arms > 0) return;
  throw InputError(
      "kind",
      "needs to know the number of arms, which nothing in this environment fixes; expected the key arms (of kind = "
      "\"composed\"), or losses or violations with K means");
}

void check_count(const std::string& key, const char* noun, std::size_t actual, int expected) {
  if (expected == 0 || actual == static_cast<std::size_t>(expected)) return;
  throw InputError(key, fmt::format("has {} {}{}, but the environment has {}; expected as many", actual, noun,
                                    actual == 1 ? "" : "s", expected));
}

void check_index(const std::string& key, std::int64_t index, int count) {
  if (index > count) throw InputError(key, fmt::format("{} does not exist; expected 1 to {}", index, count));
}

void need_oblivious_violations(const Adversary& adversary) {
  for (const AdaptiveStage& stage : adversary.adaptive)
    if (stage.moves_violations)
      throw InputError("kind",
                       fmt::format("the violations of this environment are adaptive ({}), and only fixed ones can "
                                   "be corrupted; expected oblivious violations",
                                   stage.kind));
}

std::vector<double> flatten(const std::vector<std::vector<double>>& lists) {
  std::vector<double> row;
  for (const std::vector<double>& list : lists) row.insert(row.end(), list.begin(), list.end());
  return row;
}

std::int64_t whole_rounds(double fraction, std::int64_t horizon) {
  const double rounds = fraction * static_cast<double>(horizon) * (1 + 0x1p-50);  // offsets a few rounding errors
  return std::min(static_cast<std::int64_t>(rounds), horizon);
}

void refuse_two_forms(const Settings& settings) {
  constexpr std::array<std::string_view, 3> suffixes{"", "_fraction", "_sqrt"};
  for (const auto& [name, value] : settings)
    for (std::size_t k = 1; k < suffixes.size(); ++k) {
      if (!name.ends_with(suffixes[k])) continue;
      const std::string plain = name.substr(0, name.size() - suffixes[k].size());
      for (std::size_t earlier = 0; earlier < k; ++earlier)
        if (const std::string other_form = plain + std::string(suffixes[earlier]); settings.contains(other_form))
          throw InputError(name, fmt::format("is given beside {}; expected one of the two", other_form));
    }
}

/// Throws InputError{"kind"} for too many rows: each row takes a few bytes in every cell, even if no round visits it.
static void check_row_count(std::int64_t rows) {
  constexpr std::int64_t max_distinct_rows = 100'000'000;
  if (rows > max_distinct_rows)
    throw InputError("kind", fmt::format("would have {} rows of means to keep; expected at most {} in all", rows,
                                         max_distinct_rows));
}

void set_losses(Adversary& adversary, MeanRows rows, int num_arms) {
  check_row_count(rows.num_rows());
  adversary.num_arms = num_arms;
  adversary.losses = std::move(rows);
}

void set_violations(Adversary& adversary, MeanRows rows, int num_arms, int num_constraints) {
  check_row_count(rows.num_rows());
  adversary.num_arms = num_arms;
  adversary.num_constraints = num_constraints;
  adversary.costs.clear();  // the new violations are not costs
  adversary.violations = std::move(rows);
}

}  // namespace regretta
