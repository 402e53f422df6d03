#include "regretta/engine/plugin/nearest_name.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace regretta {
namespace {

/// The text with ASCII letters in lower case.
std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

/// Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row_before_last(b.size() + 1), last_row(b.size() + 1), row(b.size() + 1);
  std::iota(last_row.begin(), last_row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = a[i - 1] == b[j - 1];
      row[j] = std::min({last_row[j] + 1, row[j - 1] + 1, last_row[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], row_before_last[j - 2] + 1);
    }
    std::swap(row_before_last, last_row);
    std::swap(last_row, row);
  }
  return last_row[b.size()];
}

}  // namespace

std::string nearest_name(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string lower_word = lower_case(word);
  std::string best;
  std::size_t best_distance = 0;
  const auto consider = [&](std::string_view part, std::size_t penalty, const std::string& candidate) {
    const std::string lower_part = lower_case(part);
    const std::size_t longest = std::max(lower_word.size(), lower_part.size());
    const std::size_t allowed = std::max<std::size_t>(1, longest / 3);
    const std::size_t length_difference = longest - std::min(lower_word.size(), lower_part.size());
    if (longest < 2 || length_difference > allowed) return;
    const std::size_t distance = edit_distance(lower_word, lower_part);
    if (distance > allowed) return;
    if (best.empty() || distance + penalty < best_distance) {
      best = candidate;
      best_distance = distance + penalty;
    }
  };
  for (const auto& candidate : candidates) {
    consider(candidate, 0, candidate);
    const std::size_t dot = candidate.rfind('.');  // "budget" for "corruption.budget"
    if (dot != std::string::npos) consider(std::string_view(candidate).substr(dot + 1), 1, candidate);
  }
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string near = nearest_name(word, candidates);
  return near.empty() ? "" : "; did you mean \"" + near + "\"?";
}

std::string did_you_mean_in_brackets(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string near = nearest_name(word, candidates);
  return near.empty() ? "" : " (did you mean \"" + near + "\"?)";
}

std::string expected_instead(std::string_view word, const std::vector<std::string>& candidates,
                             std::string_view listing) {
  const std::string near = did_you_mean_in_brackets(word, candidates);
  if (candidates.size() > 12 && !listing.empty()) return fmt::format("{}; see {}", near, listing);
  return fmt::format("{}, expected one of {}{}", near, fmt::join(candidates, ", "),
                     listing.empty() ? "" : fmt::format("; see {}", listing));
}

}  // namespace regretta
