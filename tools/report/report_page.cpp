#include "regretta/tools/report/report_page.hpp"

#include <boost/algorithm/string/replace.hpp>

namespace regretta {

using boost::algorithm::replace_all_copy;

std::string html_text(const std::string& text) {
  return replace_all_copy(replace_all_copy(replace_all_copy(text, "&", "&amp;"), "<", "&lt;"), ">", "&gt;");
}

std::string report_page(const std::string& title, const PageData& data) {
  using nlohmann::ordered_json;
  // through JSON, so that invalid UTF-8 is handled in the same way
  const std::string name =
      ordered_json::parse(ordered_json(title).dump(-1, ' ', true, ordered_json::error_handler_t::replace))
          .get<std::string>();

  std::string page;
  page.reserve(report_template.size() + data.text().size() + name.size());
  std::string_view rest = report_template;
  const auto up_to = [&](std::string_view mark, const std::string& text) {
    const std::size_t place = rest.find(mark);
    page.append(rest.substr(0, place)).append(text);
    rest.remove_prefix(place + mark.size());
  };
  up_to("@REGRETTA_TITLE@", html_text(name));
  up_to("@REGRETTA_DATA_TYPE@", data.is_packed() ? "application/gzip" : "application/json");
  up_to("@REGRETTA_DATA@", data.text());
  return page.append(rest);
}

}  // namespace regretta
