#include "regretta/tools/text/html_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/tools/text/replaced.hpp"

namespace regretta {

std::string html_escaped(const std::string& text) {
  return replaced(text, "&<>\"", {"&amp;", "&lt;", "&gt;", "&quot;"});
}

std::string html_prose(const std::string& text) {
  std::string html;
  bool is_code = false;
  for (std::size_t begin = 0, end = 0; begin <= text.size(); begin = end + 1, is_code = !is_code) {
    end = std::min(text.find('`', begin), text.size());
    const std::string part = html_escaped(text.substr(begin, end - begin));
    html += is_code ? "<code>" + part + "</code>" : part;
  }
  return html;
}

std::string html_table(TextTable table, const std::string& id, const std::vector<std::int64_t>& cells) {
  std::vector<std::string> notes = take_sentences(table);
  const Constants constants = constants_of(table);
  if (!constants.texts.empty())
    notes.insert(notes.begin(), fmt::format("In every row: {}", fmt::join(constants.texts, "; ")));
  const auto is_number = [&](std::size_t place) { return table.columns()[place].align == TextTable::Align::right; };
  std::string html = fmt::format("<div class=\"scroll\"><table id=\"{}\"><thead><tr>", id);
  for (const std::size_t place : constants.places)
    html += fmt::format("<th scope=\"col\"{}>{}</th>", is_number(place) ? " class=\"number\"" : "",
                        html_escaped(plain_name(table.columns()[place])));
  html += "</tr></thead><tbody>\n";
  for (std::size_t row = 0; row < table.rows().size(); ++row) {
    html += cells.empty() ? "<tr>" : fmt::format("<tr data-cell=\"{}\">", cells[row]);
    for (const std::size_t place : constants.places) {
      const ShownEntry& entry = table.rows()[row][place];
      const bool is_good = entry.tone == Tone::good;
      html += fmt::format("<td{}>{}</td>",
                          is_good && is_number(place) ? " class=\"number good\""
                          : is_good                   ? " class=\"good\""
                          : is_number(place)          ? " class=\"number\""
                                                      : "",
                          html_escaped(entry.plain()));
    }
    html += "</tr>\n";
  }
  html += "</tbody></table></div>\n";
  return notes.empty() ? html
                       : html + fmt::format("<p class=\"note\">{}.</p>\n",
                                            html_escaped(fmt::format("{}", fmt::join(notes, ". "))));
}

}  // namespace regretta
