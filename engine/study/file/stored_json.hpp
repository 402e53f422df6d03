#pragma once
/// Reads JSON from study files, baselines and benchmark results. A checksum does not make a file trustworthy, so the
/// text is treated like any other input.

#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "regretta/engine/plugin/plain_numbers.hpp"
#include "regretta/engine/study/file/database.hpp"

namespace regretta {

/// Parses `text` from `file`; messages call it `part_name`. Throws StudyFileError with `fault` unless it is JSON nested
/// at most 32 levels deep, so that callers may recurse over it.
template <class Json = nlohmann::json>
Json stored_json(const std::string& file, std::string_view part_name, std::string_view text,
                 FileFault fault = FileFault::damaged) {
  const auto refuse = [&] { return StudyFileError(file, fault, fmt::format("its {} cannot be read", part_name)); };
  const auto check_depth = [&](int depth, typename Json::parse_event_t, const Json&) {
    if (depth > 32) throw refuse();
    return true;
  };
  const PlainNumbers plain;  // where a decimal point has two bytes, as in fa_IR, the parser would read 0.5 as 0
  try {
    return Json::parse(text, check_depth);
  } catch (const typename Json::exception&) {
    throw refuse();
  }
}

}  // namespace regretta
