#pragma once
/// JSON that a study file holds. A checksum proves nothing about who wrote it, so it is read like any other input.

#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "regretta/engine/study/file/database.hpp"
#include "regretta/engine/study/text/study_text.hpp"

namespace regretta {

/// Throws StudyFileError unless `text`, which is `what` of `file`, is JSON nested at most max_study_nesting deep:
/// whoever walks it may recurse.
template <class Json = nlohmann::json>
Json stored_json(const std::string& file, std::string_view what, std::string_view text) {
  const auto refuse = [&] { return StudyFileError(file, fmt::format("damaged: its {} cannot be read", what)); };
  const auto check_depth = [&](int depth, typename Json::parse_event_t, const Json&) {
    if (depth > max_study_nesting) throw refuse();
    return true;
  };
  try {
    return Json::parse(text, check_depth);
  } catch (const typename Json::exception&) {
    throw refuse();
  }
}

}  // namespace regretta
