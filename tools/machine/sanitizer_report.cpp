#include "regretta/tools/machine/sanitizer_report.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <regex>
#include <sstream>

#include <fmt/format.h>

namespace regretta {
namespace {

namespace files = std::filesystem;

/// "mine.hpp:12" for a file in one of the folders of these headers.
std::optional<std::string> own_place(const std::string& file, const std::string& line,
                                     const std::vector<std::string>& headers) {
  const files::path path = files::path(file).lexically_normal();
  const bool is_own = std::ranges::any_of(
      headers, [&](const std::string& header) { return path.parent_path() == files::path(header).parent_path(); });
  return is_own ? std::optional(fmt::format("{}:{}", path.filename().string(), line)) : std::nullopt;
}

/// "heap-buffer-overflow", with what the lines below say: how many bytes are read or written, and where.
std::string memory_fault(const std::string& kind, const std::string& rest) {
  std::smatch access, place;
  const bool has_access = std::regex_search(rest, access, std::regex(R"((READ|WRITE) of size (\d+))"));
  const bool has_place = std::regex_search(
      rest, place,
      std::regex(R"(is located (\d+) bytes (to the right of|after|to the left of|before|inside of) (\d+)-byte)"));
  std::string what = has_access ? fmt::format("{} {} bytes", access[1] == "READ" ? "reads" : "writes", access[2].str())
                                : "accesses memory";
  if (has_place) {
    const std::string where = place[2];
    const bool is_after = where == "after" || where == "to the right of";
    what += where == "inside of"
                ? fmt::format(" in a block of {} that has been freed", place[3].str())
                : fmt::format(" {} a block of {}", is_after ? "past the end of" : "before the beginning of",
                              place[3].str());
  } else {
    what += " that are not its own";
  }
  return fmt::format("{} ({})", what, kind);
}

}  // namespace

std::string fault_in_report(const std::string& text, const std::vector<std::string>& headers) {
  static const std::regex undefined(R"(^(\S+?):(\d+):(?:\d+:)? runtime error: (.*)$)"),
      memory(R"(ERROR: AddressSanitizer: (\S+))"), frame(R"(^\s*#\d+ .* (/[^ :]+):(\d+)(?::\d+)?$)"),
      assertion(R"(Assertion [`'](.*)' failed)");
  std::istringstream lines(text);
  std::string what, place;
  std::smatch parts;
  for (std::string line; std::getline(lines, line);) {
    line.resize(std::min<std::size_t>(line.size(), 2000));  // std::regex recurses
    if (what.empty() && std::regex_search(line, parts, undefined)) {
      what = parts[3];
      place = own_place(parts[1], parts[2], headers).value_or("");
    } else if (what.empty() && std::regex_search(line, parts, assertion)) {
      what = fmt::format("the assertion {} fails", parts[1].str());
    } else if (what.empty() && std::regex_search(line, parts, memory)) {
      what = memory_fault(parts[1], text.substr(text.find("AddressSanitizer")));
    } else if (!what.empty() && place.empty() && std::regex_search(line, parts, frame)) {
      place = own_place(parts[1], parts[2], headers).value_or("");
    }
    if (!what.empty() && !place.empty()) return fmt::format("{}: {}", place, what);
  }
  return what;
}

}  // namespace regretta
