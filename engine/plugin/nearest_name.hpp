#pragma once
/// Suggestions for misspelt names, for error messages.

#include <string>
#include <string_view>
#include <vector>

namespace regretta {

/// The candidate closest to `word` in edit distance, ignoring case, or "" if every distance is above a third of the
/// longer of the two words, and above 1. For dotted candidates, `word` is also compared with the part after the last
/// dot.
std::string nearest_name(std::string_view word, const std::vector<std::string>& candidates);

/// A question such as "; did you mean \"late\"?", or "" if no candidate is close.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);
/// The same question in the middle of a sentence: " (did you mean \"late\"?)".
std::string did_you_mean_in_brackets(std::string_view word, const std::vector<std::string>& candidates);

/// Text for an unknown word, the nearest candidate first: " (did you mean \"late\"?), expected one of
/// front, late; see regretta list". More than twelve candidates are not listed if `listing` names a command that
/// prints them.
std::string expected_instead(std::string_view word, const std::vector<std::string>& candidates,
                             std::string_view listing = "");

}  // namespace regretta
