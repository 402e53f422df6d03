#include "regretta/tools/text/latex_text.hpp"

#include <string_view>

#include "regretta/tools/text/replaced.hpp"

namespace regretta {
namespace {

/// Of Computer Modern, the widest of the usual fonts, at 8 points; rather too wide than too narrow.
double width_of_character(char c) {
  if ((static_cast<unsigned char>(c) & 0xC0U) == 0x80U) return 0;
  if (static_cast<unsigned char>(c) >= 0x80) return 8.5;
  constexpr std::string_view narrow = "iljft.,:;'|!()[] -rI";
  if (narrow.find(c) != std::string_view::npos) return 3.4;
  if (c == 'm' || c == 'w' || (c >= 'A' && c <= 'Z')) return c == 'W' ? 8.8 : 7.4;
  return std::string_view("+=<>%@~^&\\").find(c) != std::string_view::npos ? 7.2 : 4.8;
}

}  // namespace

double latex_points(const std::string& text) {
  double points = 0;
  for (const char c : text) points += width_of_character(c);
  return points;
}

/// Braces around [ and * prevent one at the start of a row from being read as an argument of the preceding line break;
/// braces between equal characters prevent ligatures.
std::string latex_escaped(const std::string& text) {
  std::string line = text;
  for (char& c : line)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  std::string result = replaced(line, "\\{}$&#%_^~<>|\"`[*",
                                {"\\textbackslash{}", "\\{", "\\}", "\\$", "\\&", "\\#", "\\%", "\\_",
                                 "\\textasciicircum{}", "\\textasciitilde{}", "\\textless{}", "\\textgreater{}",
                                 "\\textbar{}", "\\textquotedbl{}", "\\textasciigrave{}", "{[}", "{*}"});
  for (std::size_t k = 1; k < result.size(); ++k)
    if (result[k] == result[k - 1] && std::string_view("-,'").find(result[k]) != std::string_view::npos)
      result.insert(k, "{}");
  return result;
}

std::string latex_breakable(const std::string& text, double points) {
  constexpr std::size_t piece = 6;
  std::string result, rest;
  std::size_t length = 0;
  bool is_long = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const bool is_start = (static_cast<unsigned char>(text[k]) & 0xC0U) != 0x80U;
    if (k == 0 || text[k - 1] == ' ') is_long = latex_points(text.substr(k, text.find(' ', k) - k)) > points;
    length = text[k] == ' ' || !is_long ? 0 : length + (is_start ? 1 : 0);
    if (length > piece && is_start) {
      result += latex_escaped(rest) + "\\allowbreak{}";
      rest.clear();
      length = 1;
    }
    rest += text[k];
  }
  return result + latex_escaped(rest);
}

}  // namespace regretta
