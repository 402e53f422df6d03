#pragma once
/// Loads the text of a study and refuses input that could crash a parser before the TOML parser sees it.

#include <string>
#include <string_view>

namespace regretta {

inline constexpr std::size_t max_study_bytes = 1024 * 1024;
inline constexpr std::size_t max_canonical_bytes =
    64 * max_study_bytes;  ///< larger, because defaults, digits and kinds are written out

/// The text without leading and trailing blanks.
std::string_view trim(std::string_view text);

/// Reads a regular file of at most max_study_bytes. Throws StudyError for anything else, without reading it.
std::string load_study_text(const std::string& path);

/// Throws StudyError unless `text` is at most `most_bytes` without a text_fault (engine/plugin/text_rule.hpp) and
/// without a key of very many parts. `file` is for messages.
void check_study_text(std::string_view text, const std::string& file, std::size_t most_bytes = max_study_bytes);

}  // namespace regretta
