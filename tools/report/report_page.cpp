#include "regretta/tools/report/report_page.hpp"

namespace regretta {
namespace {

/// Replaces every `from` by `to`.
std::string replaced(std::string_view text, char from, std::string_view to) {
  std::string result;
  for (const char c : text) c == from ? result.append(to) : result.append(1, c);
  return result;
}

}  // namespace

std::string html_text(const std::string& text) {
  return replaced(replaced(replaced(text, '&', "&amp;"), '<', "&lt;"), '>', "&gt;");
}

std::string report_page(const std::string& title, const nlohmann::ordered_json& data) {
  using Json = nlohmann::ordered_json;
  const std::string json = replaced(data.dump(-1, ' ', true, Json::error_handler_t::replace), '<', "\\u003c");
  // through JSON, so that invalid UTF-8 is handled in the same way
  const std::string name =
      Json::parse(Json(title).dump(-1, ' ', true, Json::error_handler_t::replace)).get<std::string>();

  std::string page;
  std::string_view rest = report_template;
  const auto up_to = [&](std::string_view mark, const std::string& text) {
    const std::size_t place = rest.find(mark);
    page.append(rest.substr(0, place)).append(text);
    rest.remove_prefix(place + mark.size());
  };
  up_to("@REGRETTA_TITLE@", html_text(name));
  up_to("@REGRETTA_DATA@", json);
  return page.append(rest);
}

}  // namespace regretta
