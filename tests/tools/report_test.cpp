// `regretta report`: the tables of the page, and that nothing in it escapes from its place. tests/report tests the page
// itself in a browser.

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
  for (auto place = text.find(part); place != std::string::npos; place = text.find(part, place + 1)) ++count;
  return count;
}

/// The part of a page between two marks.
std::string between(const std::string& page, const std::string& before, const std::string& after) {
  const auto begin = page.find(before);
  if (begin == std::string::npos) return "";
  return page.substr(begin + before.size(), page.find(after, begin + before.size()) - begin - before.size());
}

/// The page of a study of dice.
class Reported {
 public:
  explicit Reported(const std::vector<std::string>& settings = {}) {
    folder.write("s.toml", dice_study);
    std::vector<std::string> words = {"run", "s.toml"};
    for (const std::string& setting : settings) words.insert(words.end(), {"--set", setting});
    run = regretta(folder, words);
    report = regretta(folder, {"report", "s.db"});
    if (report.status == 0) page = read_text(folder.path("s.html"));
  }

  Folder folder;
  Outcome run;
  Outcome report;
  std::string page;
};

TEST(ReportPage, TextsStayTexts) {
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
  EXPECT_TRUE(contains(html, "<tr data-cell=\"4\"><td>&lt;b&gt;</td><td class=\"number\">1 ± 0.5</td></tr>")) << html;
  EXPECT_TRUE(contains(html, "<td class=\"number good\">2</td>")) << html;
  EXPECT_TRUE(contains(html, "<th scope=\"col\">&lt;x&gt;</th>")) << html;
}

TEST(ReportPage, StandsAlone) {
  const std::string page = Reported().page;
  EXPECT_TRUE(contains(page, "default-src 'none'"));
  EXPECT_EQ(occurrences(page, "://"), occurrences(page, "http://www.w3.org/2000/svg")) << "never fetched";
  for (const char* mark : {"@TITLE@", "@BODY@", "@DATA@", "@STYLE@", "@SCRIPT@"}) EXPECT_FALSE(contains(page, mark));
}

TEST(Report, SameFileSameBytes) {
  const Reported reported;
  ASSERT_EQ(reported.report.status, 0) << reported.report.err;
  EXPECT_TRUE(reported.report.out.starts_with("s.html: 12 cells, ")) << reported.report.out;
  ASSERT_EQ(regretta(reported.folder, {"report", "s.db", "--output", "other.html"}).status, 0);
  EXPECT_EQ(read_text(reported.folder.path("other.html")), reported.page);
  for (const std::string& name : reported.folder.names()) EXPECT_FALSE(contains(name, ".partial")) << name;
}

/// Runs the commands on the page and compares the digests.
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

TEST(Report, ItsCommandsComputeTheStudyAgain) {
  const Reported reported({"learner.word=\"a \\\"b\\\" \\\\ = [c]\""});
  ASSERT_EQ(reported.report.status, 0) << reported.report.err;
  expect_reproduced(reported.folder, reported.page);
  const Reported stopped(
      {"study.horizon=[100]", "study.until=\"within 50%\"", "study.metric=violation", "study.most_trials=128"});
  ASSERT_EQ(stopped.report.status, 0) << stopped.run.err << stopped.report.err;
  expect_reproduced(stopped.folder, stopped.page);
}

TEST(Report, WithoutTheCatalogueThereIsNoLedger) {
  const Reported reported;
  const ShippedCatalogue shipped;  // has no dice
  const Outcome other = regretta(reported.folder, {"report", "s.db", "--output", "other.html"});
  ASSERT_EQ(other.status, 0);
  EXPECT_TRUE(contains(other.err, "note: the page compares nothing with theorems")) << other.err;
  EXPECT_TRUE(contains(other.err, "--with FILE")) << other.err;
  const std::string page = read_text(reported.folder.path("other.html"));
  EXPECT_TRUE(contains(page, "Not shown: learner &quot;dice&quot; is a plugin, whose header --with names"))
      << page.size();
  EXPECT_EQ(between(page, "id=\"cells-table\"", "</table>"), between(reported.page, "id=\"cells-table\"", "</table>"));
}

TEST(Report, Baseline) {
  const Reported reported;
  const auto with = [&](const char* baseline) {
    return regretta(reported.folder, {"report", "s.db", "--output", "b.html", "--baseline", baseline});
  };
  ASSERT_EQ(with("dice, scale=0.1").status, 0);
  const std::string table = between(read_text(reported.folder.path("b.html")), "id=\"differences-table\"", "</table>");
  EXPECT_EQ(occurrences(table, "<tr data-cell"), 16) << "all but the baseline's cells, in two quantities";
  EXPECT_FALSE(contains(table, "<tr data-cell=\"1\">")) << table;
  EXPECT_TRUE(contains(with("dcie,scale=1").err, "--baseline: no learner \"dcie,scale=1\"")) << with("dcie").err;
  EXPECT_EQ(with("dcie").status, 2);
  EXPECT_TRUE(contains(with("dice").err, "--baseline: \"dice\" matches 3 learners, expected one")) << with("dice").err;
}

TEST(Report, BadInput) {
  const Reported reported;
  const Folder& folder = reported.folder;
  const std::string before = read_text(folder.path("s.db"));
  const Outcome itself = regretta(folder, {"report", "s.db", "--output", "./s.db"});
  EXPECT_EQ(itself.status, 2);
  EXPECT_TRUE(contains(itself.err, "./s.db: this command writes no .db, expected a name that ends in .html"));
  EXPECT_EQ(read_text(folder.path("s.db")), before);
  EXPECT_EQ(regretta(folder, {"report", "s.toml"}).status, 2);
  EXPECT_EQ(regretta(folder, {"report", "nowhere.db"}).status, 2);
  const Outcome unwritable = regretta(folder, {"report", "s.db", "--output", "nowhere/page.html"});
  EXPECT_EQ(unwritable.status, 2);
  EXPECT_TRUE(contains(unwritable.err, "nowhere/page.html")) << unwritable.err;

  std::string damaged = before;
  for (std::size_t k = damaged.size() / 2; k < damaged.size() / 2 + 2000; ++k) damaged[k] ^= 0x55;
  folder.write("damaged.db", damaged);
  const Outcome refused = regretta(folder, {"report", "damaged.db"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_TRUE(contains(refused.err, "damaged.db")) << refused.err;
  for (const std::string& name : folder.names()) EXPECT_NE(name, "damaged.html") << "a page of damaged numbers";
}

}  // namespace
}  // namespace regretta::fakes
