// `regretta report`: the data of the page, and that nothing in it escapes from its place. tests/report tests the page
// itself in a browser.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/tools/report/report_page.hpp"

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

nlohmann::json data_of(const std::string& page) {
  return nlohmann::json::parse(between(page, "<script id=\"study\" type=\"application/json\">", "</script>"));
}

/// The series of a figure of the page that shows the cell alone, with what it shares with the one before.
nlohmann::json series_of(const nlohmann::json& data, const std::string& kind, const std::string& quantity,
                         std::size_t cell) {
  for (const nlohmann::json& figure : data.at("figures"))
    for (const nlohmann::json& panel : figure.at("panels")) {
      nlohmann::json whole;
      for (const nlohmann::json& series : panel.at("series")) {
        if (!series.contains("cell") && whole["cell"].is_number()) whole["cell"] = whole["cell"].get<std::size_t>() + 1;
        whole.update(series);
        if (figure.at("kind") == kind && panel.at("quantity") == quantity && whole["cell"] == cell) return whole;
      }
    }
  return {};
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

/// `data`: members.
std::string page_of(const std::string& title, const nlohmann::ordered_json& data) {
  PageData written;
  for (const auto& [key, value] : data.items()) written.add(key, value);
  written.finish();
  return report_page(title, written);
}

TEST(ReportPage, TextsStayTexts) {
  const std::string hostile = "</script><img src=x onerror=alert(1)> <!-- <script> & \"quotes\"";
  const std::string page = page_of(hostile, {{"name", hostile}, {hostile, 1}});
  const std::string harmless = page_of("name", {{"name", "name"}});
  for (const char* mark : {"</script", "<script", "<img", "<!--"})
    EXPECT_EQ(occurrences(page, mark), occurrences(harmless, mark)) << mark;
  EXPECT_EQ(data_of(page), nlohmann::json({{"name", hostile}, {hostile, 1}}));
  EXPECT_EQ(between(page, "<title>", "</title>"),
            "&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt; &lt;!-- &lt;script&gt; &amp; \"quotes\"");
}

TEST(ReportPage, BytesThatAreNoTextAreReplaced) {
  const std::string page = page_of(
      "a\xff"
      "b",
      {{"name", "\xc3("}});
  EXPECT_EQ(between(page, "<title>", "</title>"),
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(data_of(page).at("name"), "\xEF\xBF\xBD(");
}

TEST(ReportPage, DataAreWrittenPieceByPiece) {
  PageData data;
  data.add("a", 1);
  data.begin_list("list");
  data.begin_object();
  data.add("b", "<");
  data.begin_list("none");
  data.end();
  data.end();
  data.add_item({1, 2});
  data.end();
  data.begin_object("object");
  data.end();
  data.add("c", nullptr);
  data.finish();
  EXPECT_FALSE(data.is_packed());
  EXPECT_EQ(data.text(), R"({"a":1,"list":[{"b":"\u003c","none":[]},[1,2]],"object":{},"c":null})");
}

TEST(ReportPage, MuchIsCompressedWhateverThePieces) {
  const auto written = [](std::size_t items) {
    PageData data;
    data.begin_list("list");
    for (std::size_t k = 0; k < items; ++k) data.add_item(std::string(300'000 / items * 10, 'x'));
    data.end();
    data.finish();
    EXPECT_TRUE(data.is_packed());
    EXPECT_LT(data.text().size(), 30'000U);
    EXPECT_TRUE(data.text().starts_with("H4sI")) << "gzip in base64";
    EXPECT_EQ(data.text().size() % 4, 0U);
    return data.text();
  };
  EXPECT_EQ(written(10), written(10));
  EXPECT_NE(written(10), written(100));
}

TEST(ReportPage, StandsAlone) {
  const std::string page = page_of("name", nlohmann::ordered_json::object());
  EXPECT_TRUE(contains(page, "default-src 'none'"));
  EXPECT_FALSE(contains(page, "@REGRETTA_")) << "a mark was not replaced";
  // an address that identifies something and is never fetched
  EXPECT_EQ(occurrences(page, "://"), occurrences(page, "http://www.w3.org/2000/svg"));
}

TEST(Report, SameFileSameBytes) {
  const Reported reported;
  ASSERT_EQ(reported.report.status, 0) << reported.report.err;
  EXPECT_TRUE(reported.report.out.starts_with("s.html: 12 cells, ")) << reported.report.out;
  ASSERT_EQ(regretta(reported.folder, {"report", "s.db", "--output", "other.html"}).status, 0);
  EXPECT_EQ(read_text(reported.folder.path("other.html")), reported.page);
  for (const std::string& name : reported.folder.names()) EXPECT_FALSE(contains(name, ".partial")) << name;
}

TEST(Report, NumbersAreThoseOfExport) {
  const Reported reported({"environment.feasible=[true,false]", "learner.fails=3"});
  ASSERT_EQ(reported.run.status, 3) << "finished, but some trials failed";
  ASSERT_EQ(reported.report.status, 0) << reported.report.err;
  const nlohmann::json data = data_of(reported.page);
  const auto exported = [&](const char* table) {
    return nlohmann::json::parse(
        regretta(reported.folder, {"export", "s.db", "--table", table, "--format", "json"}).out);
  };
  const nlohmann::json cells = exported("cells"), trials = exported("trials");
  ASSERT_EQ(data.at("cells").size(), cells.size());
  int without = 0;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const nlohmann::json& shown = data["cells"][c];
    EXPECT_EQ(shown["trials"], cells[c]["trials"]);
    EXPECT_EQ(shown["failed"], 1);
    EXPECT_EQ(shown["infeasible"], cells[c]["infeasible_trials"]);
    for (std::size_t q = 0; q < data["quantities"].size(); ++q) {
      const std::string name = data["quantities"][q];
      const nlohmann::json& statistic = shown["statistics"][q];
      without += statistic.is_null();
      const std::vector<std::string> columns = {"mean", "se", "q05", "q50", "q95"};
      for (std::size_t k = 0; k < columns.size(); ++k) {
        const nlohmann::json& exact = cells[c][name + "_" + columns[k]];
        const nlohmann::json& rounded = statistic.is_null() ? statistic : statistic[k + 1];
        ASSERT_EQ(rounded.is_null(), exact.is_null()) << name;
        if (exact.is_null()) continue;
        const double x = exact.get<double>();
        EXPECT_NEAR(rounded.get<double>(), x, 5.1e-8 * std::abs(x)) << name << ": a page has eight digits";
      }
    }
    const nlohmann::json steps = series_of(data, "distribution", "violation", c);
    std::vector<double> values;
    for (std::size_t k = 0; k < 20; ++k)
      if (const nlohmann::json& value = trials[20 * c + k]["violation"]; !value.is_null()) values.push_back(value);
    std::ranges::sort(values);
    ASSERT_EQ(values.size(), 19U) << "a trial failed";
    ASSERT_EQ(steps.at("y").size(), 20U);
    for (std::size_t k = 0; k < values.size(); ++k)
      EXPECT_NEAR(steps.at("x")[k + 1].get<double>(), values[k], 1e-6 * std::abs(values[k]));
  }
  EXPECT_GT(without, 0) << "some cell has no regret";
  EXPECT_EQ(data["ledger"]["lines"].size(), 2 * cells.size());
  EXPECT_EQ(data["paired"]["lines"].size(), 2 * (cells.size() - cells.size() / 3)) << "all but the baseline's cells";
}

/// Runs the commands on the page and compares the digests.
void expect_reproduced(const Folder& folder, const std::string& page) {
  const nlohmann::json study = data_of(page)["study"];
  const std::string script = study["script"];
  folder.write("again.toml", between(script, "<<'END'\n", "\nEND\n") + "\n");
  EXPECT_TRUE(contains(script, "regretta run study.toml --output study.db\n")) << script;
  const Outcome again = regretta(folder, {"run", "again.toml", "--output", "again.db"});
  ASSERT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(regretta(folder, {"digest", "again.db"}).out, study["digest"].get<std::string>() + "\n");
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

TEST(Report, ItsCommandsComputeAShippedStudyAgain) {
  const ShippedCatalogue shipped;
  const Folder folder;
  const std::string study = REGRETTA_SOURCE_DIR "/tools/studies/quickstart.toml";
  ASSERT_EQ(regretta(folder, {"run", study, "--output", "s.db", "--set", "study.trials=2", "--set", "study.horizon=200",
                              "--set", "environment.corruption.budget=[0,20]"})
                .status,
            0);
  ASSERT_EQ(regretta(folder, {"report", "s.db"}).status, 0);
  expect_reproduced(folder, read_text(folder.path("s.html")));
}

TEST(Report, WithoutTheCatalogueThereIsNoLedger) {
  const Reported reported;
  const ShippedCatalogue shipped;  // has no dice
  const Outcome other = regretta(reported.folder, {"report", "s.db", "--output", "other.html"});
  ASSERT_EQ(other.status, 0);
  EXPECT_TRUE(contains(other.err, "note: the page compares nothing with theorems")) << other.err;
  EXPECT_TRUE(contains(other.err, "--with FILE")) << other.err;
  const nlohmann::json data = data_of(read_text(reported.folder.path("other.html")));
  EXPECT_TRUE(
      contains(data["ledger"]["reason"].get<std::string>(), "learner \"dice\" is a plugin, whose header --with names"))
      << data["ledger"];
  EXPECT_EQ(data["cells"], data_of(reported.page)["cells"]);
}

TEST(Report, AShardSaysThatItIsOne) {
  const Folder folder;
  folder.write("s.toml", dice_study);
  ASSERT_EQ(regretta(folder, {"run", "s.toml", "--shard", "1/3", "--output", "part.db"}).status, 0);
  ASSERT_EQ(regretta(folder, {"report", "part.db"}).status, 0);
  const nlohmann::json study = data_of(read_text(folder.path("part.html")))["study"];
  EXPECT_EQ(study["shard"], "1/3");
  EXPECT_LT(study["saved"], study["planned"]);
  EXPECT_TRUE(contains(study["script"], "--shard 1/3 --output")) << study["script"];
}

TEST(Report, Baseline) {
  const Reported reported;
  const auto with = [&](const char* baseline) {
    return regretta(reported.folder, {"report", "s.db", "--output", "b.html", "--baseline", baseline});
  };
  ASSERT_EQ(with("dice, scale=0.1").status, 0);
  const nlohmann::json paired = data_of(read_text(reported.folder.path("b.html")))["paired"];
  EXPECT_EQ(paired["baseline"], "dice, scale = 0.1");
  EXPECT_EQ(paired["lines"][0]["baseline"], 1);
  EXPECT_TRUE(contains(with("dcie,scale=1").err, "--baseline: no learner \"dcie,scale=1\"")) << with("dcie").err;
  EXPECT_EQ(with("dcie").status, 2);
  EXPECT_TRUE(contains(with("dice").err, "--baseline: \"dice\" is 3 learners, expected one of")) << with("dice").err;
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
