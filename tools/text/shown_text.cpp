#include "regretta/tools/text/shown_text.hpp"

#include <algorithm>
#include <cctype>
#include <regex>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/tools/text/shell_text.hpp"

namespace regretta {
namespace {

constexpr std::size_t rows_of_a_page = 44;  // rows of a LaTeX table on a page

/// Replaces line ends and control characters by blanks.
std::string on_one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  return text;
}

bool is_number(const std::string& text) {
  static const std::regex number("-?[0-9][0-9,]*(\\.[0-9]+)?(e[-+]?[0-9]+)?");
  return std::regex_match(text, number);
}

/// "$\pm$ 0.28", or "$^{+4.1}_{-0.28}$" if the distances differ. half: as in IntervalText.
std::string spread(const std::string& half) {
  const std::size_t space = half.find(' ');
  return half.empty()             ? ""
         : !half.starts_with('+') ? fmt::format("$\\pm$ {}", half == "inf" ? "$\\infty$" : half)
                                  : fmt::format("$^{{{}}}_{{{}}}$", half.substr(0, space), half.substr(space + 1));
}

std::string entry_text(const ShownEntry& entry) {
  std::string text = entry.text == "-" ? "--" : latex_escaped(entry.text);
  if (is_number(entry.text)) text = "$" + replaced(entry.text, ",", {"{,}"}) + "$";
  return entry.half_width.empty() ? text : text + " " + spread(entry.half_width);
}

}  // namespace

/// Braces around [ and * prevent one at the start of a row from being read as an argument of the preceding line break;
/// braces between equal characters prevent ligatures.
std::string latex_escaped(const std::string& text) {
  std::string result = replaced(on_one_line(text), "\\{}$&#%_^~<>|\"`[*",
                                {"\\textbackslash{}", "\\{", "\\}", "\\$", "\\&", "\\#", "\\%", "\\_",
                                 "\\textasciicircum{}", "\\textasciitilde{}", "\\textless{}", "\\textgreater{}",
                                 "\\textbar{}", "\\textquotedbl{}", "\\textasciigrave{}", "{[}", "{*}"});
  for (std::size_t k = 1; k < result.size(); ++k)
    if (result[k] == result[k - 1] && std::string_view("-,'").find(result[k]) != std::string_view::npos)
      result.insert(k, "{}");
  return result;
}

namespace {

std::string latex_table(const TextTable& table, const std::vector<std::string>& caption,
                        const std::vector<std::string>& notes, const std::string& label) {
  const Constants constants = constants_of(table);
  std::string caption_text;
  for (const std::string& sentence : caption)
    caption_text += (caption_text.empty() ? "" : " ") + latex_escaped(sentence) + (sentence.ends_with('.') ? "" : ".");
  if (!constants.texts.empty())
    caption_text += fmt::format("{}In every row: {}.", caption_text.empty() ? "" : " ",
                                latex_escaped(fmt::format("{}", fmt::join(constants.texts, "; "))));
  const bool is_long = table.rows().size() > rows_of_a_page;
  std::string alignments;
  std::vector<std::string> heading;
  std::vector<std::vector<std::string>> rows(table.rows().size());
  for (const std::size_t index : constants.varying) {
    if (table.columns()[index].use == Use::number) continue;  // numbers of cells, which a paper does not mention
    const TextTable::Column& column = table.columns()[index];
    alignments += column.align == TextTable::Align::left ? "l" : "r";
    heading.push_back(latex_escaped(plain_name(column)));
    for (std::size_t row = 0; row < rows.size(); ++row) rows[row].push_back(entry_text(table.rows()[row][index]));
  }
  const std::string title = fmt::format("\\caption{{{}}}\\label{{{}}}", caption_text, label);
  std::string text =
      is_long ? fmt::format("\\begin{{longtable}}{{{}}}\n{} \\\\\n", alignments, title)
              : fmt::format("\\begin{{table}}\n\\centering\n{}\n\\begin{{tabular}}{{{}}}\n", title, alignments);
  text += fmt::format("\\toprule\n{} \\\\\n\\midrule{}\n", fmt::join(heading, " & "),
                      is_long ? "\\endhead\n\\bottomrule\\endfoot" : "");
  for (const std::vector<std::string>& row : rows) text += fmt::format("{} \\\\\n", fmt::join(row, " & "));
  text += is_long ? "\\end{longtable}\n" : "\\bottomrule\n\\end{tabular}\n";
  for (const std::string& note : notes) text += fmt::format("\\par {}\n", latex_escaped(note));
  return text + (is_long ? "" : "\\end{table}\n");
}

constexpr std::size_t prose_width = 120;

std::string as_text(const std::vector<ShownPart>& parts, const Display& display) {
  const bool is_limited = display.width != any_width;
  const std::size_t width = std::min(display.width, prose_width);
  std::string text;
  for (const ShownPart& part : parts) {
    if (!text.empty()) text += "\n";
    for (const std::string& line : part.lines) text += is_limited ? wrapped(line, width) : line + "\n";
    if (part.table) text += folded_text(*part.table, display);
    if (!part.notes.empty()) text += "\n";
    for (const std::string& note : part.notes) text += is_limited ? wrapped(note, width) : note + "\n";
  }
  return text;
}

std::string markdown_table(const TextTable& table) {
  const std::vector<std::size_t> indices = table.shown();
  std::vector<std::vector<std::string>> lines(2);
  for (const std::size_t k : indices) {
    lines[0].push_back(markdown_escaped(table.columns()[k].heading));
    lines[1].emplace_back(table.columns()[k].align == TextTable::Align::left ? ":--" : "--:");
  }
  for (const auto& row : table.rows()) {
    lines.emplace_back();
    for (const std::size_t k : indices) lines.back().push_back(markdown_escaped(row[k].plain()));
  }
  const std::vector<std::size_t> widths = widths_of(lines);
  std::string text;
  for (auto& line : lines) {
    for (std::size_t k = 0; k < indices.size(); ++k)
      line[k] = padded(line[k], widths[k], table.columns()[indices[k]].align);
    text += fmt::format("| {} |\n", fmt::join(line, " | "));
  }
  return text;
}

/// Escapes the start of a paragraph that would read as a list, a heading or code.
std::string markdown_line(const std::string& line) {
  static const std::regex opening("^([0-9]*)([-+=#.)])");
  const std::string text = line.substr(std::min(line.find_first_not_of(' '), line.size()));
  return std::regex_replace(markdown_escaped(text), opening, "$1\\$2") + "\n";
}

std::string as_markdown(const std::vector<ShownPart>& parts) {
  std::string text;
  for (const ShownPart& part : parts) {
    for (const std::string& line : part.lines) {
      if (!text.empty()) text += "\n";
      text += markdown_line(line);
    }
    if (!part.table) continue;
    if (!text.empty()) text += "\n";
    text += markdown_table(*part.table);
    for (const std::string& note : part.notes) text += "\n" + markdown_line(note);
  }
  return text;
}

/// The label of a table: the beginning of its caption, such as the name of the study, and the table's number.
std::string latex_label(const std::string& title, std::ptrdiff_t number) {
  std::string label = "tab:";
  for (const char c : title.substr(0, title.find(':')))
    label += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '-';
  return number == 0 ? label : fmt::format("{}-{}", label, number + 1);
}

std::string as_latex(const std::vector<ShownPart>& parts) {
  std::string text, title;
  std::vector<std::string> caption;
  std::ptrdiff_t number = 0;
  // Lines before a table are its caption. Lines after the last table become comments.
  const auto has_rows = [](const ShownPart& part) { return part.table && !part.table->rows().empty(); };
  const auto add_comments = [&] {
    for (const std::string& line : std::exchange(caption, {})) text += fmt::format("% {}\n", on_one_line(line));
  };
  for (std::size_t k = 0; k < parts.size(); ++k) {
    caption.insert(caption.end(), parts[k].lines.begin(), parts[k].lines.end());
    if (title.empty() && !caption.empty()) title = caption.front();
    if (has_rows(parts[k]))
      text += latex_table(*parts[k].table, std::exchange(caption, {}), parts[k].notes, latex_label(title, number++));
    else if (std::none_of(parts.begin() + static_cast<std::ptrdiff_t>(k), parts.end(), has_rows))
      add_comments();
  }
  const bool is_ascii = std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  return fmt::format("% \\usepackage{{booktabs,longtable}}\n{}{}",
                     is_ascii ? "" : "% XeLaTeX or LuaLaTeX, if pdfLaTeX lacks one of the characters\n", text);
}

}  // namespace

std::string markdown_escaped(const std::string& text) {
  return replaced(on_one_line(text), "\\`*_[]|$~<>&",
                  {"\\\\", "\\`", "\\*", "\\_", "\\[", "\\]", "\\|", "\\$", "\\~", "&lt;", "&gt;", "&amp;"});
}

std::string shown_text(const std::vector<ShownPart>& parts, ShownFormat format, const Display& display) {
  return format == ShownFormat::text       ? as_text(parts, display)
         : format == ShownFormat::markdown ? as_markdown(parts)
                                           : as_latex(parts);
}

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
  std::vector<std::string> notes = replace_sentences_by_marks(table);
  const Constants constants = constants_of(table);
  if (!constants.texts.empty())
    notes.insert(notes.begin(), fmt::format("In every row: {}", fmt::join(constants.texts, "; ")));
  const auto is_number = [&](std::size_t index) { return table.columns()[index].align == TextTable::Align::right; };
  std::string html = fmt::format("<div class=\"scroll\"><table id=\"{}\"><thead><tr>", id);
  for (const std::size_t index : constants.varying)
    html += fmt::format("<th scope=\"col\"{}>{}</th>", is_number(index) ? " class=\"number\"" : "",
                        html_escaped(plain_name(table.columns()[index])));
  html += "</tr></thead><tbody>\n";
  for (std::size_t row = 0; row < table.rows().size(); ++row) {
    html += cells.empty() ? "<tr>" : fmt::format("<tr data-cell=\"{}\">", cells[row]);
    for (const std::size_t index : constants.varying) {
      const ShownEntry& entry = table.rows()[row][index];
      const bool is_good = entry.tone == Tone::good;
      html += fmt::format("<td{}>{}</td>",
                          is_good && is_number(index) ? " class=\"number good\""
                          : is_good                   ? " class=\"good\""
                          : is_number(index)          ? " class=\"number\""
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
