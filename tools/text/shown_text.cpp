#include "regretta/tools/text/shown_text.hpp"

#include <algorithm>
#include <regex>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/replaced.hpp"

namespace regretta {
namespace {

using Lines = std::vector<std::vector<std::string>>;

/// Replaces line ends and control characters by blanks.
std::string on_one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  return text;
}

constexpr std::size_t most_readable = 120;  // characters of a line of prose

std::string as_it_is(const std::vector<ShownPart>& parts, const Display& display) {
  const bool is_limited = display.width != any_width;
  const std::size_t width = std::min(display.width, most_readable);
  std::string text;
  for (const ShownPart& part : parts) {
    if (!text.empty()) text += "\n";
    for (const std::string& line : part.lines) text += is_limited ? wrapped(line, width) : line + "\n";
    if (part.table) text += folded_text(*part.table, display);
  }
  return text;
}

std::string markdown_entry(const ShownEntry& entry) {
  std::string text = markdown_escaped(entry.text);
  if (!entry.half_width.empty()) text += spread_text(markdown_escaped(entry.half_width), " ± ");
  return entry.is_bold ? fmt::format("**{}**", text) : text;
}

std::string markdown_table(const TextTable& table) {
  const std::vector<std::size_t> places = table.shown();
  Lines lines(2);
  for (const std::size_t k : places) {
    lines[0].push_back(markdown_escaped(table.columns()[k].heading));
    lines[1].emplace_back(table.columns()[k].align == TextTable::Align::left ? ":--" : "--:");
  }
  for (const auto& row : table.rows()) {
    lines.emplace_back();
    for (const std::size_t k : places) lines.back().push_back(markdown_entry(row[k]));
  }
  const std::vector<std::size_t> widths = widths_of(lines);
  std::string text;
  for (auto& line : lines) {
    for (std::size_t k = 0; k < places.size(); ++k)
      line[k] = padded(line[k], widths[k], table.columns()[places[k]].align);
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
  }
  return text;
}

/// Numbers in math mode: a hyphen in text is not a minus sign, and in math mode a comma would be followed by a space.
std::string latex_value(const std::string& text) {
  static const std::regex number("(-?[0-9][0-9,]*(\\.[0-9]+)?)(e([-+]?)0*([0-9]+))?");
  if (text == "-") return "--";
  if (text == "inf" || text == "-inf") return text[0] == '-' ? "$-\\infty$" : "$\\infty$";
  std::smatch match;
  if (!std::regex_match(text, match, number)) return latex_escaped(text);
  static const std::regex comma(",");
  std::string digits = std::regex_replace(match[1].str(), comma, "{,}");
  if (match[3].matched) digits += fmt::format(" \\cdot 10^{{{}{}}}", match[4].str() == "-" ? "-" : "", match[5].str());
  return fmt::format("${}$", digits);
}

std::string latex_entry(const std::string& text, bool is_number, bool is_bold) {
  const std::string value = is_number ? latex_value(text) : latex_escaped(text);
  if (!is_bold || value.empty()) return value;
  return value.starts_with('$') ? fmt::format("\\boldmath{}", value) : fmt::format("\\textbf{{{}}}", value);
}

/// "0.28", or "^{+4.1}_{-0.28}" if the sides differ.
std::string latex_spread(const std::string& half_width, bool is_bold) {
  if (!half_width.starts_with('+')) return latex_entry(half_width, true, is_bold);
  const std::size_t gap = half_width.find(' ');
  return fmt::format("{}$^{{{}}}_{{{}}}$", is_bold ? "\\boldmath" : "", half_width.substr(0, gap),
                     half_width.substr(gap + 1));
}

/// Two LaTeX columns, number and interval, for each column with intervals, so that they align.
std::string latex_table(const TextTable& table) {
  const std::vector<std::size_t> places = table.shown();
  const auto in_two = [&table](std::size_t k) {
    return std::ranges::any_of(table.rows(), [k](const auto& row) { return !row[k].half_width.empty(); });
  };
  const auto has_sides = [&table](std::size_t k) {
    return std::ranges::any_of(table.rows(), [k](const auto& row) { return row[k].half_width.starts_with('+'); });
  };
  std::string columns;
  Lines lines(1);
  for (const std::size_t k : places) {
    const TextTable::Column& column = table.columns()[k];
    columns += has_sides(k)                             ? "r@{}l"
               : in_two(k)                              ? "r@{ $\\pm$ }l"
               : column.align == TextTable::Align::left ? "l"
                                                        : "r";
    lines[0].push_back(in_two(k) ? fmt::format("\\multicolumn{{2}}{{c}}{{{}}}", latex_escaped(column.heading))
                                 : latex_escaped(column.heading));
  }
  for (const auto& row : table.rows()) {
    lines.emplace_back();
    for (const std::size_t k : places) {
      const bool is_number = table.columns()[k].align == TextTable::Align::right;
      std::string text = latex_entry(row[k].text, is_number, row[k].is_bold);
      if (!row[k].half_width.empty()) {
        const bool needs_sign = has_sides(k) && !row[k].half_width.starts_with('+');
        text += (needs_sign ? " & $\\pm$ " : " & ") + latex_spread(row[k].half_width, row[k].is_bold);
      } else if (in_two(k)) {
        text = fmt::format("\\multicolumn{{2}}{{c}}{{{}}}", text);
      }
      lines.back().push_back(text);
    }
  }
  const std::vector<std::size_t> widths = widths_of(lines);
  std::string text = fmt::format("\\begin{{tabular}}{{{}}}\n\\toprule\n", columns);
  for (std::size_t number = 0; number < lines.size(); ++number) {
    for (std::size_t k = 0; k < places.size(); ++k)
      lines[number][k] = padded(lines[number][k], widths[k], table.columns()[places[k]].align);
    text += fmt::format("{} \\\\\n{}", fmt::join(lines[number], " & "), number == 0 ? "\\midrule\n" : "");
  }
  return text + "\\bottomrule\n\\end{tabular}\n";
}

std::string as_latex(const std::vector<ShownPart>& parts) {
  std::string text;
  for (const ShownPart& part : parts) {
    for (const std::string& line : part.lines) text += fmt::format("% {}\n", on_one_line(line));
    if (part.table) text += latex_table(*part.table);
  }
  const bool is_ascii = std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  return fmt::format("% \\usepackage{{booktabs}}\n% \\usepackage[T1]{{fontenc}}\n{}{}",
                     is_ascii ? "" : "% XeLaTeX or LuaLaTeX, if pdfLaTeX lacks one of the characters\n", text);
}

}  // namespace

std::string markdown_escaped(const std::string& text) {
  return replaced(on_one_line(text), "\\`*_[]|$~<>&",
                  {"\\\\", "\\`", "\\*", "\\_", "\\[", "\\]", "\\|", "\\$", "\\~", "&lt;", "&gt;", "&amp;"});
}

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

std::string shown_text(const std::vector<ShownPart>& parts, ShownFormat format, const Display& display) {
  switch (format) {
    case ShownFormat::text:
      return as_it_is(parts, display);
    case ShownFormat::markdown:
      return as_markdown(parts);
    case ShownFormat::latex:
      return as_latex(parts);
  }
  return "";
}

}  // namespace regretta
