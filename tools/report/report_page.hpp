#pragma once
/// A page that stands alone: template, style and scripts of tools/report, and the data of one study.

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace regretta {

/// tools/report, put together when the program is built (report/embed.cmake): a page with one @REGRETTA_TITLE@ and one
/// @REGRETTA_DATA@ in it.
extern const std::string_view report_template;

/// HTML with `title` as text and `data` as JSON in which no `<` is left, so that nothing in it ends its script. Bytes
/// that are not UTF-8 become U+FFFD.
std::string report_page(const std::string& title, const nlohmann::ordered_json& data);

std::string html_text(const std::string& text);  ///< as text between tags

}  // namespace regretta
