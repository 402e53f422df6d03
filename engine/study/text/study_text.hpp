#pragma once
/// What is refused before the TOML parser sees it: a parser should never meet input that could crash it.

#include <string>
#include <string_view>

namespace regretta {

inline constexpr std::size_t max_study_bytes = 1024 * 1024;
inline constexpr int max_study_nesting = 32;  ///< of brackets, and of the parts of one dotted key

/// The text of a regular file of at most max_study_bytes; anything else throws StudyError without reading it.
std::string load_study_text(const std::string& path);

/// Throws StudyError unless `text` is at most max_study_bytes of printable ASCII, tabs and line ends, nested at most
/// max_study_nesting deep.
void check_study_text(std::string_view text, const std::string& file);

}  // namespace regretta
