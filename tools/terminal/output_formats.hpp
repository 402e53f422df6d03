#pragma once
/// The format of an output file, which the ending of its name decides.

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace regretta {

/// The format that the ending of a file name stands for, one of `formats`; "" if it stands for none at all. Capitals
/// mean the same.
std::string format_by_ending(const std::string& file, const std::vector<std::string>& formats);

/// Refuses names whose endings stand for other formats than these, and says what does write such files.
CLI::Option* expect_ending_of(CLI::Option* output, const std::vector<std::string>& formats);

/// Throws std::invalid_argument if the ending of `file` stands for another format than those that --format asks for.
void expect_no_contradiction(const std::vector<std::string>& asked, const std::string& file);

/// Adds --format, one of `formats`, and --output. After parsing, `format` is what --format says, or the ending of the
/// output file, or what it was before; the first two must not contradict each other. The strings must outlive the
/// parsing.
void add_format_options(CLI::App& command, std::string& format, std::string& output,
                        const std::vector<std::string>& formats, const std::string& help);

}  // namespace regretta
