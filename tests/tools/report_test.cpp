// Tests the tables of `regretta report`, and that a study cannot add markup. tests/report tests pages in a browser.

#include <gtest/gtest.h>

#include <utility>

#include <boost/algorithm/string/replace.hpp>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/tools/text/shown_text.hpp"

namespace regretta::fakes {
namespace {

int occurrences(const std::string& text, const std::string& part) {
  int count = 0;
  for (auto position = text.find(part); position != std::string::npos; position = text.find(part, position + 1))
    ++count;
  return count;
}

/// The text of a page between `before` and the next `after`.
std::string between(const std::string& page, const std::string& before, const std::string& after) {
  const auto begin = page.find(before);
  if (begin == std::string::npos) return "";
  return page.substr(begin + before.size(), page.find(after, begin + before.size()) - begin - before.size());
}

/// dice_study, its results, and its page.
class Reported {
 public:
  explicit Reported(const Words& options = {}) : folder(dice_study, options) {
    output = output_of(folder, {"report", "s.db"});
    page = read_text(folder.path("s.html"));
  }

  ResultsFolder folder;
  std::string output;
  std::string page;
};

TEST(ReportPage, TextIsEscaped) {
  const std::string hostile = "</script><img src=x onerror=alert(1)> <!-- <script> & \"quotes\" `code`";
  EXPECT_EQ(html_escaped(hostile),
            "&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt; &lt;!-- &lt;script&gt; &amp; &quot;quotes&quot; `code`");
  EXPECT_EQ(html_prose("a `b < c` d `"), "a <code>b &lt; c</code> d <code></code>");
  TextTable table;
  table.add_column("<x>", TextTable::Align::left, Use::key);
  table.add_column("mean", TextTable::Align::right, Use::value);
  table.add_row({"<b>"}, ShownEntry("1", "0.5"));
  table.add_row({"&"}, ShownEntry("2", Tone::good));
  const std::string html = html_table(table, "id", {4, 7});
  expect_parts(html, {"<tr data-cell=\"4\"><td>&lt;b&gt;</td><td class=\"number\">1 ± 0.5</td></tr>",
                      "<td class=\"number good\">2</td>", "<th scope=\"col\">&lt;x&gt;</th>"});
}

TEST(ReportPage, NeedsNoOtherFile) {
  const std::string page = Reported().page;
  EXPECT_TRUE(contains(page, "default-src 'none'"));
  EXPECT_EQ(occurrences(page, "://"), occurrences(page, "http://www.w3.org/2000/svg"))
      << "the only address may be the namespace of SVG, which browsers never fetch";
  for (const char* mark : {"@TITLE@", "@BODY@", "@DATA@", "@STYLE@", "@SCRIPT@"}) EXPECT_FALSE(contains(page, mark));
}

TEST(Report, TheSameFileGivesTheSameBytes) {
  const Reported reported;
  EXPECT_TRUE(reported.output.starts_with("s.html: 12 cells, ")) << reported.output;
  ASSERT_EQ(regretta(reported.folder, {"report", "s.db", "--output", "other.html"}).status, 0);
  EXPECT_EQ(read_text(reported.folder.path("other.html")), reported.page);
  for (const std::string& name : reported.folder.names()) EXPECT_FALSE(contains(name, ".partial")) << name;
}

/// Runs the study in the commands on the page, and expects the digest on the page.
void expect_reproduced(const Folder& folder, const std::string& page) {
  std::string script = between(page, "<pre id=\"script\">", "</pre>");
  for (const auto& [mark, text] : {std::pair("&lt;", "<"), {"&gt;", ">"}, {"&quot;", "\""}, {"&amp;", "&"}})
    boost::algorithm::replace_all(script, mark, text);
  folder.write("again.toml", between(script, "<<'END'\n", "\nEND\n") + "\n");
  EXPECT_TRUE(contains(script, "regretta run study.toml --output study.db\n")) << script;
  const Outcome again = regretta(folder, {"run", "again.toml", "--output", "again.db"});
  ASSERT_EQ(again.status, 0) << again.err;
  EXPECT_TRUE(contains(page, "<li>digest " + regretta(folder, {"digest", "again.db"}).out.substr(0, 32)));
}

TEST(Report, CommandsOnThePageReproduceTheStudy) {
  const Reported reported({"--set", "learner.word=\"a \\\"b\\\" \\\\ = [c]\""});
  expect_reproduced(reported.folder, reported.page);
  const Reported stopped(
      {"-T", "100", "--until", "within 50%", "--set", "study.metric=violation", "--most-trials", "128"});
  expect_reproduced(stopped.folder, stopped.page);
}

TEST(Report, WithoutThePluginNoTheoremIsCompared) {
  const Reported reported;
  const ShippedCatalogue shipped;  // has no learner "dice"
  const Outcome other = regretta(reported.folder, {"report", "s.db", "--output", "other.html"});
  ASSERT_EQ(other.status, 0);
  expect_parts(other.err, {"note: the page compares nothing with theorems", "--with FILE"});
  const std::string page = read_text(reported.folder.path("other.html"));
  EXPECT_TRUE(contains(page, "Not shown: learner &quot;dice&quot; is a plugin, whose header --with names"))
      << page.size();
  EXPECT_EQ(between(page, "id=\"cells-table\"", "</table>"), between(reported.page, "id=\"cells-table\"", "</table>"));
}

TEST(Report, BaselineSelectsTheDifferences) {
  const Reported reported;
  const auto report = [&](const char* baseline) {
    return regretta(reported.folder, {"report", "s.db", "--output", "b.html", "--baseline", baseline});
  };
  ASSERT_EQ(report("dice, scale=0.1").status, 0);
  const std::string table = between(read_text(reported.folder.path("b.html")), "id=\"differences-table\"", "</table>");
  EXPECT_EQ(occurrences(table, "<tr data-cell"), 16) << "8 cells of other learners, in two quantities";
  EXPECT_FALSE(contains(table, "<tr data-cell=\"1\">")) << table;
  expect_refused(report("dcie,scale=1"), {"--baseline: no learner \"dcie,scale=1\""});
  expect_refused(report("dice"), {"--baseline: \"dice\" matches 3 learners, expected one of"});
}

TEST(Report, BadInputIsRefused) {
  const Reported reported;
  const Folder& folder = reported.folder;
  const std::string before = read_text(folder.path("s.db"));
  expect_refused(folder, {"report", "s.db", "--output", "./s.db"},
                 {"./s.db: this command cannot write .db, expected a name that ends in .html"});
  EXPECT_EQ(read_text(folder.path("s.db")), before);
  EXPECT_EQ(regretta(folder, {"report", "s.toml"}).status, 2);
  EXPECT_EQ(regretta(folder, {"report", "nowhere.db"}).status, 2);
  expect_refused(folder, {"report", "s.db", "--output", "nowhere/page.html"}, {"nowhere/page.html"});

  std::string damaged = before;
  for (std::size_t k = damaged.size() / 2; k < damaged.size() / 2 + 2000; ++k) damaged[k] ^= 0x55;
  folder.write("damaged.db", damaged);
  expect_refused(folder, {"report", "damaged.db"}, {"damaged.db"});
  for (const std::string& name : folder.names()) EXPECT_NE(name, "damaged.html") << "no page may show damaged numbers";
}

}  // namespace
}  // namespace regretta::fakes
