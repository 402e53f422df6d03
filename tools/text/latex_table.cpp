#include "regretta/tools/text/latex_table.hpp"

#include <algorithm>
#include <regex>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/tools/text/replaced.hpp"

namespace regretta {
namespace {

constexpr std::size_t rows_of_a_page = 44;

bool is_number(const std::string& text) {
  static const std::regex number("-?[0-9][0-9,]*(\\.[0-9]+)?(e[-+]?[0-9]+)?");
  return std::regex_match(text, number);
}

/// "$\pm$ 0.28", or "$^{+4.1}_{-0.28}$" if the sides differ.
std::string spread(const std::string& half) {
  const std::size_t space = half.find(' ');
  return half.empty()             ? ""
         : !half.starts_with('+') ? fmt::format("$\\pm$ {}", half == "inf" ? "$\\infty$" : half)
                                  : fmt::format("$^{{{}}}_{{{}}}$", half.substr(0, space), half.substr(space + 1));
}

/// A column as LaTeX has it: numbers are aligned at their points, and what follows a mean is beside it.
struct LatexColumn {
  std::string format, heading;
  std::vector<std::string> entries{};
};

LatexColumn column_of(const TextTable& table, std::size_t place) {
  const TextTable::Column& column = table.columns()[place];
  const bool is_text = column.align == TextTable::Align::left;
  std::size_t whole = 1, decimals = 0;
  bool has_sign = false, has_exponent = false, has_number = false, has_spread = false;
  for (const auto& row : table.rows()) {
    const std::string& text = row[place].text;
    has_spread = has_spread || !row[place].half_width.empty();
    if (is_text || !is_number(text)) continue;
    has_number = true;
    has_sign = has_sign || text[0] == '-';
    has_exponent = has_exponent || text.find('e') != std::string::npos;
    const std::size_t point = std::min(text.find('.'), text.size());
    whole = std::max(
        whole, static_cast<std::size_t>(std::count_if(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(point),
                                                      [](char c) { return c >= '0' && c <= '9'; })));
    decimals = std::max(decimals, text.size() - std::min(text.size(), point + 1));
  }
  LatexColumn result;
  result.format = !has_number    ? is_text ? "l" : "r"
                  : has_exponent ? "S"
                                 : fmt::format("S[table-format={}{}.{}]", has_sign ? "-" : "", whole, decimals);
  if (has_spread) result.format += "@{\\,}l";
  const std::string heading = latex_escaped(plain_name(column));
  result.heading = has_spread   ? fmt::format("\\multicolumn{{2}}{{c}}{{{}}}", heading)
                   : has_number ? "{" + heading + "}"
                                : heading;
  for (const auto& row : table.rows()) {
    const ShownEntry& entry = row[place];
    std::string text = entry.text == "-" && !is_text ? "--" : latex_escaped(entry.text);
    if (!is_text && is_number(entry.text)) {
      text = entry.text;
      std::erase(text, ',');
    } else if (has_number) {
      text = "{" + text + "}";
    }
    result.entries.push_back(has_spread ? text + " & " + spread(entry.half_width) : text);
  }
  return result;
}

}  // namespace

const char* const latex_packages = "% \\usepackage{booktabs,longtable,siunitx}\n";

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

std::string latex_table(const TextTable& table, const std::vector<std::string>& caption,
                        const std::vector<std::string>& notes, const std::string& label) {
  const Constants constants = constants_of(table);
  std::string words;
  for (const std::string& sentence : caption)
    words += (words.empty() ? "" : " ") + latex_escaped(sentence) + (sentence.ends_with('.') ? "" : ".");
  if (!constants.texts.empty())
    words += fmt::format("{}In every row: {}.", words.empty() ? "" : " ",
                         latex_escaped(fmt::format("{}", fmt::join(constants.texts, "; "))));
  const bool is_long = table.rows().size() > rows_of_a_page;
  std::string formats;
  std::vector<std::string> heading;
  std::vector<std::vector<std::string>> rows(table.rows().size());
  for (const std::size_t place : constants.places) {
    if (table.columns()[place].use == Use::number) continue;  // of cells, which a paper does not name
    const LatexColumn column = column_of(table, place);
    formats += column.format;
    heading.push_back(column.heading);
    for (std::size_t row = 0; row < rows.size(); ++row) rows[row].push_back(column.entries[row]);
  }
  const std::string title = fmt::format("\\caption{{{}}}\\label{{{}}}", words, label);
  std::string text = is_long
                         ? fmt::format("\\begin{{longtable}}{{{}}}\n{} \\\\\n", formats, title)
                         : fmt::format("\\begin{{table}}\n\\centering\n{}\n\\begin{{tabular}}{{{}}}\n", title, formats);
  text += fmt::format("\\toprule\n{} \\\\\n\\midrule{}\n", fmt::join(heading, " & "),
                      is_long ? "\\endhead\n\\bottomrule\\endfoot" : "");
  for (const std::vector<std::string>& row : rows) text += fmt::format("{} \\\\\n", fmt::join(row, " & "));
  text += is_long ? "\\end{longtable}\n" : "\\bottomrule\n\\end{tabular}\n";
  for (const std::string& note : notes) text += fmt::format("\\par {}\n", latex_escaped(note));
  return text + (is_long ? "" : "\\end{table}\n");
}

}  // namespace regretta
