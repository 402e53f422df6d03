#include "regretta/tools/text/latex_table.hpp"

#include <algorithm>
#include <regex>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/tools/text/latex_text.hpp"

namespace regretta {
namespace {

using Texts = std::vector<std::string>;

// In points. A table is set in 8 point type, the same in every class; Computer Modern is the widest of the usual fonts.
constexpr double text_width = 345;   // of an article at 10 points, the narrowest of LaTeX's classes
constexpr double gap = 8;            // between columns
constexpr double widest_text = 110;  // of texts that are not broken into lines
constexpr double narrowest_text = 60;

constexpr std::size_t rows_of_a_page = 44;

bool is_number(const std::string& text) {
  static const std::regex number("-?[0-9][0-9,]*(\\.[0-9]+)?(e[-+]?[0-9]+)?");
  return std::regex_match(text, number);
}

/// How many characters the numbers of a column have at most: before and after the point, and in the exponent.
struct NumberFormat {
  std::size_t whole = 1, decimals = 0, exponent = 0;
  bool has_sign = false, is_used = false, has_negative_exponent = false;

  void add(const std::string& text) {
    is_used = true;
    has_sign = has_sign || text[0] == '-';
    const std::size_t e = std::min(text.find('e'), text.size()), point = std::min(text.find('.'), e);
    const auto digits = [&](std::size_t from, std::size_t to) {
      const auto begin = text.begin() + static_cast<std::ptrdiff_t>(from);
      return static_cast<std::size_t>(std::count_if(begin, text.begin() + static_cast<std::ptrdiff_t>(to),
                                                    [](char c) { return c >= '0' && c <= '9'; }));
    };
    whole = std::max(whole, digits(0, point));
    decimals = std::max(decimals, digits(point, e));
    if (e == text.size()) return;
    exponent = std::max(exponent, digits(std::min(text.find_first_of("123456789", e), text.size()), text.size()));
    has_negative_exponent = has_negative_exponent || text[e + 1] == '-';
  }
  std::string text() const {
    return fmt::format("S[table-format={}{}{}{}]", has_sign ? "-" : "", whole,
                       decimals > 0 ? fmt::format(".{}", decimals) : "",
                       exponent > 0 ? fmt::format("e{}{}", has_negative_exponent ? "-" : "", exponent) : "");
  }
  double points() const {
    const auto count = [](std::size_t n) { return static_cast<double>(n); };
    return (has_sign ? 7.2 : 0) + 5 * count(whole + decimals) + 3 * count(whole / 3) + (decimals > 0 ? 3 : 0) +
           (exponent > 0 ? 26 + 4 * count(exponent) : 0);
  }
};

/// The words of a heading in lines, none longer than `points` if it can be.
Texts heading_lines(const std::string& heading, double points) {
  Texts lines;
  std::istringstream words(heading);
  for (std::string word; words >> word;) {
    if (!lines.empty() && latex_points(lines.back() + " " + word) <= points)
      lines.back() += " " + word;
    else
      lines.push_back(word);
  }
  return lines.empty() ? Texts{""} : lines;
}

std::string stacked(const Texts& lines) {
  Texts escaped;
  for (const std::string& line : lines) escaped.push_back(latex_escaped(line));
  if (lines.size() == 1) return escaped.front();
  return fmt::format("\\begin{{tabular}}[b]{{@{{}}c@{{}}}}{}\\end{{tabular}}", fmt::join(escaped, "\\\\"));
}

/// "\pm 0.28", or "^{+4.1}_{-0.28}" if the sides differ, in math mode.
std::string spread(const ShownEntry& entry) {
  const std::string& half = entry.half_width;
  const std::size_t space = half.find(' ');
  return !half.starts_with('+') ? fmt::format("$\\pm$ {}", half == "inf" ? "$\\infty$" : half)
                                : fmt::format("$^{{{}}}_{{{}}}$", half.substr(0, space), half.substr(space + 1));
}

/// A column of a block: how it is aligned, its width, and its texts, from the heading down.
struct LatexColumn {
  std::string format;
  double points = 0;
  Texts texts;
};

class LatexTable {
 public:
  LatexTable(const TextTable& table, const Constants& constants) : table_(table) {
    for (const std::size_t place : constants.places) columns_.push_back(column_of(place, widest_text));
    places_ = constants.places;
    shrink_keys();
  }

  std::vector<std::string> blocks(bool is_long, const std::string& caption) const {
    std::vector<std::string> all;
    for (const std::vector<std::size_t>& block : folded())
      all.push_back(text_of(block, is_long, all.empty() ? caption : ""));
    return all;
  }

 private:
  bool is_key(std::size_t k) const {
    const Use use = table_.columns()[places_[k]].use;
    return use == Use::key || use == Use::number;
  }
  double keys() const {
    double points = 0;
    for (std::size_t k = 0; k < places_.size(); ++k)
      if (is_key(k)) points += columns_[k].points + gap;
    return points;
  }
  void shrink_keys() {
    for (double most = widest_text - 10; keys() > 0.6 * text_width && most >= narrowest_text; most -= 10)
      for (std::size_t k = 0; k < places_.size(); ++k)
        if (is_key(k)) columns_[k] = column_of(places_[k], most);
  }

  LatexColumn column_of(std::size_t place, double most) const {
    const TextTable::Column& column = table_.columns()[place];
    const bool is_text = column.align == TextTable::Align::left;
    NumberFormat numbers;
    double widest = 0, beside = 0;
    for (const auto& row : table_.rows()) {
      const ShownEntry& entry = row[place];
      if (!entry.half_width.empty())
        beside = std::max(beside, entry.half_width.starts_with('+')
                                      ? 5 + 0.8 * latex_points(entry.half_width.substr(0, entry.half_width.find(' ')))
                                      : 12 + latex_points(entry.half_width));
      if (!is_text && is_number(entry.text))
        numbers.add(entry.text);
      else
        widest = std::max(widest, latex_points(entry.text));
    }
    LatexColumn result;
    const double own = std::max(numbers.is_used ? 1.16 * numbers.points() : 0, widest);
    const bool is_broken = own > most && (is_text || !numbers.is_used);
    const double entries = (is_broken ? most : own) + beside;
    const Texts heading = heading_lines(column.heading, std::max(entries, 30.0));
    result.points = entries;
    for (const std::string& line : heading) result.points = std::max(result.points, latex_points(line));
    result.format = is_broken         ? fmt::format(">{{\\raggedright\\arraybackslash}}p{{{:.0f}pt}}", most)
                    : numbers.is_used ? numbers.text()
                    : is_text         ? "l"
                                      : "r";
    if (beside > 0) result.format += "@{\\,}l";
    const bool needs_braces = numbers.is_used && !is_text;
    result.texts.push_back(beside > 0     ? fmt::format("\\multicolumn{{2}}{{c}}{{{}}}", stacked(heading))
                           : needs_braces ? fmt::format("{{{}}}", stacked(heading))
                                          : stacked(heading));
    for (const auto& row : table_.rows())
      result.texts.push_back(entry_text(row[place], is_text, needs_braces, is_broken, beside > 0));
    return result;
  }

  static std::string entry_text(const ShownEntry& entry, bool is_text, bool needs_braces, bool is_broken, bool in_two) {
    std::string text = entry.text == "-" && !is_text ? "--"
                       : is_broken                   ? latex_breakable(entry.text, narrowest_text)
                                                     : latex_escaped(entry.text);
    if (!is_text && is_number(entry.text)) {
      text = entry.text;
      std::erase(text, ',');
      if (!needs_braces) text = latex_escaped(text);
    } else if (needs_braces && !in_two) {
      text = fmt::format("{{{}}}", text);
    }
    if (!in_two) return text;
    return entry.half_width.empty() && !is_number(entry.text)
               ? fmt::format("\\multicolumn{{2}}{{c}}{{{}}}", text)
               : text + " & " + (entry.half_width.empty() ? "" : spread(entry));
  }

  /// The columns of each block: those that name the row, then results, each with its details.
  std::vector<std::vector<std::size_t>> folded() const {
    std::vector<std::size_t> begin;
    for (std::size_t k = 0; k < places_.size(); ++k)
      if (is_key(k)) begin.push_back(k);
    while (begin.size() > 1 && width_of_block(begin) > 0.75 * text_width) begin.pop_back();
    std::vector<std::vector<std::size_t>> groups;
    for (std::size_t k = 0; k < places_.size(); ++k) {
      if (std::ranges::find(begin, k) != begin.end()) continue;
      if (groups.empty() || table_.columns()[places_[k]].use != Use::detail) groups.emplace_back();
      groups.back().push_back(k);
    }
    std::vector<std::vector<std::size_t>> blocks = {begin};
    const auto add = [&](const std::vector<std::size_t>& together) {
      std::vector<std::size_t> longer = blocks.back();
      longer.insert(longer.end(), together.begin(), together.end());
      const bool fits = width_of_block(longer) <= text_width;
      if (fits) blocks.back() = longer;
      return fits;
    };
    for (const std::vector<std::size_t>& group : groups) {
      if (add(group)) continue;
      if (blocks.back().size() > begin.size()) blocks.push_back(begin);
      if (add(group)) continue;
      for (const std::size_t k : group) {
        if (add({k})) continue;
        if (blocks.back().size() > begin.size()) blocks.push_back(begin);
        blocks.back().push_back(k);
      }
    }
    return blocks;
  }
  double width_of_block(const std::vector<std::size_t>& block) const {
    double points = -gap;
    for (const std::size_t k : block) points += columns_[k].points + gap;
    return points;
  }

  std::string text_of(const std::vector<std::size_t>& block, bool is_long, const std::string& caption) const {
    std::string formats;
    for (const std::size_t k : block) formats += columns_[k].format;
    const char* name = is_long ? "longtable" : "tabular";
    std::string text = fmt::format("\\begin{{{}}}{{@{{}}{}@{{}}}}\n", name, formats);
    if (is_long && !caption.empty()) text += fmt::format("\\caption{{{}}} \\\\\n", caption);
    text += "\\toprule\n";
    std::vector<Texts> lines;
    for (std::size_t row = 0; row <= table_.rows().size(); ++row) {
      lines.emplace_back();
      for (const std::size_t k : block) lines.back().push_back(columns_[k].texts[row]);
    }
    const std::vector<std::size_t> widths = widths_of(lines);
    for (std::size_t row = 0; row < lines.size(); ++row) {
      for (std::size_t k = 0; k < block.size(); ++k)
        lines[row][k] = padded(lines[row][k], widths[k], table_.columns()[places_[block[k]]].align);
      text += fmt::format("{} \\\\\n{}", fmt::join(lines[row], " & "),
                          row > 0   ? ""
                          : is_long ? "\\midrule\\endhead\n\\bottomrule\\endfoot\n"
                                    : "\\midrule\n");
    }
    return text + (is_long ? "" : "\\bottomrule\n") + fmt::format("\\end{{{}}}\n", name);
  }

  const TextTable& table_;
  std::vector<std::size_t> places_;
  std::vector<LatexColumn> columns_;
};

}  // namespace

const char* const latex_packages = "% \\usepackage[T1]{fontenc}\n% \\usepackage{array,booktabs,longtable,siunitx}\n";

std::string latex_table(const TextTable& table, const std::vector<std::string>& caption,
                        const std::vector<std::string>& notes, bool is_alone) {
  const Constants constants = constants_of(table);
  std::string words;
  for (const std::string& sentence : caption)
    words += (words.empty() ? "" : " ") + latex_breakable(sentence, widest_text) + (sentence.ends_with('.') ? "" : ".");
  if (!constants.texts.empty())
    words += fmt::format("{}In every row: {}.", words.empty() ? "" : " ",
                         latex_breakable(fmt::format("{}", fmt::join(constants.texts, "; ")), widest_text));
  const bool is_long = !is_alone || table.rows().size() > rows_of_a_page;
  const std::string settings =
      "\\fontsize{8}{9.5}\\selectfont\\setlength{\\tabcolsep}{4pt}\n"
      "\\sisetup{mode=text, group-separator={,}, group-minimum-digits=5}\n";
  std::string below;
  for (const std::string& note : notes) below += fmt::format("\\par {}\n", latex_breakable(note, widest_text));
  if (!below.empty())
    below = "\\par\\medskip\\noindent\\begin{minipage}{\\linewidth}\\raggedright\n" + below + "\\end{minipage}\n";
  const LatexTable drawn(table, constants);
  const std::vector<std::string> blocks = drawn.blocks(is_long, words);
  if (is_long)
    return fmt::format("{{{}\\setlength{{\\LTcapwidth}}{{\\linewidth}}\n{}{}}}\n", settings, fmt::join(blocks, ""),
                       below);
  return fmt::format("\\begin{{table}}\n\\centering{}{}{}{}\\end{{table}}\n", settings,
                     words.empty() ? "" : fmt::format("\\caption{{{}}}\n", words),
                     fmt::join(blocks, "\\par\\medskip\n"), below);
}

}  // namespace regretta
