#include "regretta/tools/machine/header_text.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <system_error>

#include <fmt/format.h>

namespace regretta {
namespace {

namespace files = std::filesystem;

/// With blanks for comments. Quotes hide the beginning of one.
std::string without_comments(std::string text) {
  enum class Inside { code, quotes, line, block } inside = Inside::code;
  for (std::size_t n = 0; n < text.size(); ++n) {
    const std::string_view here = std::string_view(text).substr(n, 2);
    if (inside == Inside::code && here == "//") inside = Inside::line;
    if (inside == Inside::code && here == "/*") inside = Inside::block;
    if (inside == Inside::line && text[n] == '\n') inside = Inside::code;
    if (inside == Inside::quotes && text[n] == '\\') {
      ++n;
    } else if (text[n] == '"' && (inside == Inside::code || inside == Inside::quotes)) {
      inside = inside == Inside::code ? Inside::quotes : Inside::code;
    } else if (inside == Inside::block && here == "*/") {
      inside = Inside::code;
      text[n] = text[n + 1] = ' ';
    } else if ((inside == Inside::line || inside == Inside::block) && text[n] != '\n') {
      text[n] = ' ';
    }
  }
  return text;
}

void add(const files::path& header, std::set<files::path>& read, std::vector<HeaderText>& texts) {
  std::error_code error;
  if (!files::is_regular_file(header, error) || !read.insert(files::weakly_canonical(header, error)).second) return;
  std::ifstream file(header, std::ios::binary);
  const HeaderText& own = texts.emplace_back(
      HeaderText{header.filename().string(), without_comments({std::istreambuf_iterator<char>(file), {}})});
  std::vector<files::path> included;
  static const std::regex include(R"re(#\s*include\s*"([^"\n]+)")re");
  for (std::sregex_iterator match(own.text.begin(), own.text.end(), include), end; match != end; ++match)
    included.push_back(header.parent_path() / (*match)[1].str());
  for (const files::path& one : included) add(one, read, texts);
}

}  // namespace

std::vector<HeaderText> header_texts(const files::path& header) {
  std::set<files::path> read;
  std::vector<HeaderText> texts;
  add(header, read, texts);
  return texts;
}

std::string named_generator(const std::vector<HeaderText>& texts) {
  static const std::regex named(
      R"re(\bstd::(mt19937(_64)?|minstd_rand0?|knuth_b|ranlux\w+|random_device|\w+_(engine|distribution))\b)re");
  for (const HeaderText& own : texts) {
    std::smatch match;
    if (!std::regex_search(own.text, match, named)) continue;
    const auto line = 1 + std::count(own.text.cbegin(), match[0].first, '\n');
    return fmt::format("{} ({}:{})", match[0].str(), own.file, line);
  }
  return "";
}

}  // namespace regretta
