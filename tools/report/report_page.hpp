#pragma once
/// Builds the self-contained page: the template, style and scripts of tools/report, and the data of one study.

#include <string>
#include <string_view>

#include "regretta/tools/report/page_data.hpp"

namespace regretta {

/// The template built from tools/report at compile time (report/embed.cmake). It contains one @REGRETTA_TITLE@ and one
/// @REGRETTA_DATA@.
extern const std::string_view report_template;

/// HTML with `title` as text and `data`, which is finished. Invalid UTF-8 becomes U+FFFD.
std::string report_page(const std::string& title, const PageData& data);

std::string html_text(const std::string& text);  ///< escaped for use between tags

}  // namespace regretta
