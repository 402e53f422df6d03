#include "regretta/tools/machine/header_text.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>
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

void for_each_match(const std::string& text, const std::regex& pattern, const auto& visit) {
  for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match) visit(*match);
}

void add(const files::path& header, std::set<files::path>& read, std::vector<HeaderText>& texts) {
  std::error_code error;
  if (!files::is_regular_file(header, error) || !read.insert(files::weakly_canonical(header, error)).second) return;
  std::ifstream file(header, std::ios::binary);
  const HeaderText& own = texts.emplace_back(
      HeaderText{header.filename().string(), without_comments({std::istreambuf_iterator<char>(file), {}})});
  std::vector<files::path> included;
  static const std::regex include(R"re(#\s*include\s*"([^"\n]+)")re");
  for_each_match(own.text, include,
                 [&](const auto& match) { included.push_back(header.parent_path() / match[1].str()); });
  for (const files::path& one : included) add(one, read, texts);
}

}  // namespace

std::vector<HeaderText> header_texts(const files::path& header) {
  std::set<files::path> read;
  std::vector<HeaderText> texts;
  add(header, read, texts);
  return texts;
}

std::set<std::string> quoted_words(const std::vector<HeaderText>& texts) {
  static const std::regex quoted(R"re("([^"\\\n]{1,200})")re");
  std::set<std::string> words;
  for (const HeaderText& own : texts)
    for_each_match(own.text, quoted, [&](const auto& match) { words.insert(match[1]); });
  return words;
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
