#pragma once
/// What assertions and sanitizers write when they end a program, for people who wrote one header.

#include <string>
#include <vector>

namespace regretta {

/// What is wrong, as "mine.hpp:12: reads 8 bytes past the end of 24 on the heap (heap-buffer-overflow)", at the first
/// place in the folders of these headers, which are full paths; "" if the text is no such report.
std::string fault_in_report(const std::string& text, const std::vector<std::string>& headers);

}  // namespace regretta
