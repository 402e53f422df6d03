#include "regretta/tools/text/shown_text.hpp"

#include <algorithm>
#include <cctype>
#include <regex>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/latex_table.hpp"
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
    if (!part.notes.empty()) text += "\n";
    for (const std::string& note : part.notes) text += is_limited ? wrapped(note, width) : note + "\n";
  }
  return text;
}

std::string markdown_entry(const ShownEntry& entry) {
  std::string text = markdown_escaped(entry.text);
  if (!entry.half_width.empty()) text += spread_text(markdown_escaped(entry.half_width), " ± ");
  return text;
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
    for (const std::string& note : part.notes) text += "\n" + markdown_line(note);
  }
  return text;
}

/// Of a table: from what its caption begins with, such as the name of the study.
std::string latex_label(const std::string& title, std::ptrdiff_t number) {
  std::string label = "tab:";
  for (const char c : title.substr(0, title.find(':')))
    label += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '-';
  return number == 0 ? label : fmt::format("{}-{}", label, number + 1);
}

std::string as_latex(const std::vector<ShownPart>& parts) {
  std::string text, title;
  std::vector<std::string> caption;
  std::ptrdiff_t tables = 0;
  const auto has_rows = [](const ShownPart& part) { return part.table && !part.table->rows().empty(); };
  const auto comments = [&] {
    for (const std::string& line : std::exchange(caption, {})) text += fmt::format("% {}\n", on_one_line(line));
  };
  for (std::size_t k = 0; k < parts.size(); ++k) {
    caption.insert(caption.end(), parts[k].lines.begin(), parts[k].lines.end());
    if (title.empty() && !caption.empty()) title = caption.front();
    if (has_rows(parts[k]))
      text += latex_table(*parts[k].table, std::exchange(caption, {}), parts[k].notes, latex_label(title, tables++));
    else if (std::none_of(parts.begin() + static_cast<std::ptrdiff_t>(k), parts.end(), has_rows))
      comments();
  }
  const bool is_ascii = std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  return fmt::format("{}{}{}", latex_packages,
                     is_ascii ? "" : "% XeLaTeX or LuaLaTeX, if pdfLaTeX lacks one of the characters\n", text);
}

}  // namespace

std::string markdown_escaped(const std::string& text) {
  return replaced(on_one_line(text), "\\`*_[]|$~<>&",
                  {"\\\\", "\\`", "\\*", "\\_", "\\[", "\\]", "\\|", "\\$", "\\~", "&lt;", "&gt;", "&amp;"});
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
