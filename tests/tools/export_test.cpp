// Tests `regretta export`: column names, CSV by RFC 4180, and numbers that read back exactly.

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/tools/terminal/messages.hpp"
#include "regretta/tools/terminal/output.hpp"
#include "regretta/tools/text/value_table.hpp"
#include "table_rows.hpp"

namespace regretta::fakes {
namespace {

class Export : public ::testing::Test {
 protected:
  std::string exported(const std::string& table, const std::string& format = "csv") const {
    return output_of(folder_, {"export", "s.db", "--table", table, "--format", format});
  }
  const ResultsFolder folder_{dice_study, {"--set", "environment.feasible=[true,false]"}};
};

TEST_F(Export, ColumnsAreThoseOfTheSpecification) {
  const Rows trials = read_csv(exported("trials")), cells = read_csv(exported("cells")),
             curves = read_csv(exported("curves"));
  const auto has = [](const Rows& rows, std::size_t first, const std::vector<std::string>& names) {
    ASSERT_GE(rows[0].size(), first + names.size());
    for (std::size_t k = 0; k < names.size(); ++k) EXPECT_EQ(rows[0][first + k], names[k]);
  };
  const std::vector<std::string> labels = {"cell",    "learner", "kind",        "environment",
                                           "horizon", "arms",    "constraints", "learner.scale"};
  for (const Rows* rows : {&trials, &cells, &curves}) has(*rows, 0, labels);  // two columns of the environment follow
  has(trials, 10,
      {"trial", "regret", "expected_regret", "violation", "signed_violation", "realised_violation", "opt", "corruption",
       "rho", "rho_pure", "empty_rounds", "active_rounds", "corruption_exact", "injected_corruption",
       "perceived_corruption", "mixture_violation", "mixture_signed_violation", "failed_round", "failure"});
  has(cells, 10, {"trials", "infeasible_trials", "regret_mean", "regret_se", "regret_q05", "regret_q50", "regret_q95"});
  has(curves, 10, {"t", "regret_mean", "regret_se", "regret_q05", "regret_q50", "regret_q95", "expected_regret_mean"});
}

TEST_F(Export, RowsAreComplete) {
  const Rows trials = read_csv(exported("trials"));
  EXPECT_EQ(trials.size(), 1U + 24 * 20);
  for (const auto& row : trials) EXPECT_EQ(row.size(), trials.front().size());
  EXPECT_EQ(trials[1][1], "dice");
  EXPECT_EQ(trials[1][2], "dice");
  EXPECT_EQ(trials[1][3], "flat, \"quoted\"");
  EXPECT_EQ(trials[1][4], "100");
  EXPECT_EQ(trials[1][10], "0");
  EXPECT_EQ(read_csv(exported("cells")).size(), 1U + 24);
  const Rows curves = read_csv(exported("curves"));
  EXPECT_EQ(curves.size(), 1U + 24 * 6);
  EXPECT_EQ(curves[6][10], "100") << "the last checkpoint is T";
}

TEST_F(Export, NumbersReadBackToTheSameDouble) {
  const Rows rows = read_csv(exported("trials"));
  const auto column = std::ranges::find(rows[0], "violation") - rows[0].begin();
  for (const auto& row : rows) {
    if (row[0] == "cell") continue;
    const double size = std::sqrt(std::stod(row[4])) * std::stod(row[7]);
    const auto trial = static_cast<std::uint64_t>(std::stoll(row[10])) + 7 * 1000003;
    EXPECT_EQ(std::stod(row[static_cast<std::size_t>(column)]), size * (scrambled(trial, 2) - 0.3));
  }
  const auto empty = static_cast<std::size_t>(std::ranges::find(rows[0], "empty_rounds") - rows[0].begin());
  EXPECT_EQ(rows[1][empty], "0") << "no negative zero";
}

TEST_F(Export, InfeasibleTrialsAreCountedAndNeverAveraged) {
  const Rows rows = read_csv(exported("cells"));
  const auto field = [&rows](const std::vector<std::string>& row, const std::string& name) {
    return row.at(static_cast<std::size_t>(std::ranges::find(rows[0], name) - rows[0].begin()));
  };
  int infeasible = 0;
  for (std::size_t k = 1; k < rows.size(); ++k) {
    const bool feasible = field(rows[k], "environment.feasible") == "true";
    infeasible += feasible ? 0 : 1;
    EXPECT_EQ(field(rows[k], "trials"), "20");
    EXPECT_EQ(field(rows[k], "infeasible_trials"), feasible ? "0" : "20");
    EXPECT_EQ(field(rows[k], "regret_mean") == "nan", !feasible);
    EXPECT_EQ(field(rows[k], "opt_q50") == "nan", !feasible);
    EXPECT_NE(field(rows[k], "violation_mean"), "nan");
  }
  EXPECT_EQ(infeasible, 12);
}

TEST_F(Export, JsonHoldsTheSameValues) {
  const Rows rows = read_csv(exported("trials"));
  const auto json = nlohmann::ordered_json::parse(exported("trials", "json"));
  ASSERT_EQ(json.size(), rows.size() - 1);
  for (std::size_t k = 0; k < json.size(); ++k) {
    std::size_t column = 0;
    for (const auto& [key, value] : json[k].items()) {
      const std::string& text = rows[k + 1][column];
      EXPECT_EQ(key, rows[0][column++]);
      if (value.is_null()) {
        EXPECT_TRUE(text == "nan" || text.empty());
      } else if (value.is_number()) {
        EXPECT_EQ(value.get<double>(), std::stod(text));
      } else {
        EXPECT_EQ(value.is_string() ? value.get<std::string>() : value.dump(), text);
      }
    }
    EXPECT_EQ(column, rows[0].size());
  }
}

TEST_F(Export, OutputAppearsWholeOrNotAtAll) {
  EXPECT_EQ(regretta(folder_, {"export", "s.db", "--table", "cells", "--output", "c.csv"}).status, 0);
  EXPECT_EQ(read_text(folder_.path("c.csv")), exported("cells"));
  const Outcome nowhere = regretta(folder_, {"export", "s.db", "--table", "cells", "--output", "no/such/c.csv"});
  EXPECT_EQ(nowhere.status, 2);
  EXPECT_TRUE(nowhere.err.starts_with("regretta: no/such/c.csv: cannot be written")) << nowhere.err;
  EXPECT_EQ(folder_.names(), (std::vector<std::string>{"c.csv", "s.db", "s.toml"}));
}

TEST_F(Export, OutputNeverReplacesAResultsFile) {
  const std::string before = read_text(folder_.path("s.db"));
  std::filesystem::create_symlink("s.db", folder_.path("link"));
  for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
           {"export", "s.db", "--table", "cells"}, {"replay", "s.db", "--cell", "0", "--trial", "0"}})
    for (const std::string out : {"s.db", "link"}) {
      std::vector<std::string> arguments = command;
      arguments.insert(arguments.end(), {"--output", out});
      expect_refused(
          folder_, arguments,
          {out == "link" ? "link is a results file, expected another name" : "s.db: this command cannot write .db"});
      EXPECT_EQ(read_text(folder_.path("s.db")), before);
    }
  // Nor is a file replaced that has the usual temporary name of the output.
  folder_.write("c.csv.partial", "mine");
  EXPECT_EQ(regretta(folder_, {"export", "s.db", "--table", "cells", "--output", "c.csv"}).status, 0);
  EXPECT_EQ(read_text(folder_.path("c.csv")), exported("cells"));
  EXPECT_EQ(folder_.names(), (std::vector<std::string>{"c.csv", "c.csv.partial", "link", "s.db", "s.toml"}));
  EXPECT_EQ(read_text(folder_.path("c.csv.partial")), "mine");
}

TEST_F(Export, TheTargetOfALinkIsReplacedAndNotTheLink) {
  folder_.write("there", "old");
  std::filesystem::create_symlink("there", folder_.path("link"));
  EXPECT_EQ(regretta(folder_, {"export", "s.db", "--output", "link"}).status, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(folder_.path("link")));
  EXPECT_EQ(read_text(folder_.path("there")), exported("cells"));
}

TEST_F(Export, AKilledProcessLeavesNoTemporaryFile) {
  const std::vector<std::string> before = folder_.names();
  const pid_t child = ::fork();
  if (child == 0) {
    Output out(folder_.path("c.csv"));
    out.write(std::string(1 << 20, 'x'));
    ::raise(SIGKILL);
  }
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(folder_.names(), before);
  Output whole(folder_.path("c.csv"));
  whole.write("all");
  whole.finish();
  EXPECT_EQ(read_text(folder_.path("c.csv")), "all");
  EXPECT_EQ(folder_.names().size(), before.size() + 1);
}

TEST(Messages, ContainNoControlCharacters) {
  EXPECT_EQ(printable("a\x1b]0;title\x07 b\r\nc\x7f\xc2\x9b"
                      "d \xc3\xa9\n"),
            "a?]0;title? b  c??d \xc3\xa9");
  const Folder folder;
  const Outcome outcome = regretta(folder, {"show", "no\x1b[2J\nregretta: all is well.db"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_FALSE(contains(outcome.err, "\x1b")) << outcome.err;
  EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
}

TEST_F(Export, UnknownFormatsAndTablesAreRefused) {
  EXPECT_TRUE(contains(regretta(folder_, {"export", "s.db", "--format", "jsno"}).err, "(did you mean \"json\"?)"));
  EXPECT_TRUE(contains(regretta(folder_, {"export", "s.db", "--table", "trails"}).err, "(did you mean \"trials\"?)"));
}

TEST(FieldText, NumbersAreShortestAndTextIsQuoted) {
  EXPECT_EQ(csv_field(0.1), "0.1");
  EXPECT_EQ(csv_field(1e300), "1e+300");
  EXPECT_EQ(csv_field(1.0), "1");
  EXPECT_EQ(csv_field(std::nan("")), "nan");
  EXPECT_EQ(csv_field(std::int64_t{9007199254740993}), "9007199254740993");
  EXPECT_EQ(csv_field(std::string("a,b")), "\"a,b\"");
  EXPECT_EQ(csv_field(std::string("say \"no\"")), "\"say \"\"no\"\"\"");
  EXPECT_EQ(csv_field(std::string("two\nlines")), "\"two\nlines\"");
  for (const char* formula : {"=1+1", "+1", "-1", "@sum(a1)", "\tx"})
    EXPECT_EQ(csv_field(std::string(formula)), std::string("'") + formula) << "a spreadsheet would execute it";
  EXPECT_EQ(csv_field(std::string("=a,b")), "\"'=a,b\"");
  EXPECT_EQ(csv_field(-1.5), "-1.5");
  EXPECT_EQ(json_field(std::nan("")), "null");
  EXPECT_EQ(json_field(std::string("say \"no\"\n")), "\"say \\\"no\\\"\\n\"");
}

}  // namespace
}  // namespace regretta::fakes
