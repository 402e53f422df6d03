#include "regretta/engine/plugin/nearest_name.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace regretta {
namespace {

/// The text with ASCII capitals replaced by small letters.
std::string in_small_letters(std::string_view text) {
  std::string small(text);
  for (char& c : small)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return small;
}

/// Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = a[i - 1] == b[j - 1];
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) now[j] = std::min(now[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, now);
  }
  return last[b.size()];
}

}  // namespace

std::string nearest_name(std::string_view wanted, const std::vector<std::string>& candidates) {
  const std::string word = in_small_letters(wanted);
  std::string best;
  std::size_t best_distance = 0;
  const auto offer = [&](std::string_view part, std::size_t handicap, const std::string& candidate) {
    const std::string against = in_small_letters(part);
    const std::size_t longest = std::max(word.size(), against.size());
    const std::size_t allowed = std::max<std::size_t>(1, longest / 3);
    const std::size_t gap = longest - std::min(word.size(), against.size());
    if (longest < 2 || gap > allowed) return;
    const std::size_t distance = edit_distance(word, against);
    if (distance > allowed) return;
    if (best.empty() || distance + handicap < best_distance) {
      best = candidate;
      best_distance = distance + handicap;
    }
  };
  for (const auto& candidate : candidates) {
    offer(candidate, 0, candidate);
    const std::size_t dot = candidate.rfind('.');  // "budget" for "corruption.budget"
    if (dot != std::string::npos) offer(std::string_view(candidate).substr(dot + 1), 1, candidate);
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
