// `regretta export --format npz`: the arrays contain what the tables contain, in any state of the study. tests/recipes
// reads them with NumPy.

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <map>
#include <regex>

#include <nlohmann/json.hpp>

#include "fake_catalogue.hpp"
#include "npz_arrays.hpp"
#include "program_process.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/tools/commands/npz_file.hpp"
#include "table_rows.hpp"

namespace regretta::fakes {
namespace {

const std::string plain_study = std::regex_replace(dice_study, std::regex(R"(flat, \\"quoted\\")"), "a_b & $x$ | <b>");

/// The arrays of s.db in `folder`; expects the export to succeed.
std::map<std::string, Npy> exported_arrays(const Folder& folder, const std::string& file = "s.db") {
  const Outcome result = regretta(folder, {"export", file, "--format", "npz", "-o", "s.npz"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out, "");
  return read_npz(folder.path("s.npz"));
}

void expect_same(double found, const std::string& text) {
  if (text == "nan") {
    EXPECT_TRUE(std::isnan(found));
  } else {
    EXPECT_EQ(found, std::stod(text));
  }
}

/// Every trial and every curve of the tables is in the arrays; the entries of other trials are NaN.
void expect_what_the_tables_say(const Folder& folder, const std::string& file, std::map<std::string, Npy>& arrays) {
  const auto trials = static_cast<std::size_t>(arrays.at("regret").shape.at(1));
  std::map<std::string, std::size_t> place_of;
  for (std::size_t place = 0; place < trials; ++place)
    place_of.emplace(std::to_string(arrays.at("trial").integer(place)), place);
  EXPECT_EQ(place_of.size(), trials);
  std::size_t finished = 0;
  for (const char flag : arrays.at("finished").bytes) finished += flag == 1;
  std::map<std::size_t, std::vector<std::vector<double>>> of_curves;  // cell: checkpoint x finite values
  const auto rows = rows_of(regretta(folder, {"export", file, "--table", "trials"}).out);
  EXPECT_EQ(finished, rows.size());
  for (const auto& row : rows) {
    const std::size_t cell = std::stoul(row.at("cell"));
    const std::size_t place = cell * trials + place_of.at(row.at("trial"));
    EXPECT_EQ(arrays.at("finished").bytes.at(place), 1);
    for (const std::string_view name : quantity_names) {
      const std::string text = row.at(std::string(name));
      expect_same(arrays.at(std::string(name)).real(place), row.at("failure").empty() ? text : "nan");
    }
  }
  const auto checkpoints = static_cast<std::size_t>(arrays.at("checkpoint").shape.at(1));
  std::map<std::size_t, std::size_t> next;
  for (const auto& row : rows_of(regretta(folder, {"export", file, "--table", "curves"}).out)) {
    const std::size_t cell = std::stoul(row.at("cell"));
    const std::size_t point = cell * checkpoints + next[cell]++;
    EXPECT_EQ(std::to_string(arrays.at("checkpoint").integer(point)), row.at("t"));
    for (const std::string name : {"regret", "violation"}) {
      std::vector<double> values;
      for (std::size_t k = 0; k < trials; ++k) values.push_back(arrays.at("curve." + name).real(point * trials + k));
      expect_same(summarise(values).mean, row.at(name + "_mean"));
      expect_same(summarise(values).q95, row.at(name + "_q95"));
    }
    for (const auto& [column, text] : row)
      if (const auto array = arrays.find("curve." + column); array != arrays.end())
        expect_same(array->second.real(point), text);
  }
  for (const auto& row : rows_of(regretta(folder, {"export", file, "--table", "cells"}).out)) {
    const std::size_t cell = std::stoul(row.at("cell"));
    for (const char* name : {"cell", "horizon", "arms", "constraints", "trials", "infeasible_trials", "failed_trials"})
      EXPECT_EQ(std::to_string(arrays.at(name).integer(cell)), row.at(name)) << name;
    for (const char* name : {"learner", "kind", "environment"}) EXPECT_EQ(arrays.at(name).text(cell), row.at(name));
    for (const std::string name : {"regret", "violation", "opt"})
      for (const std::string number : {"_mean", "_se", "_q05", "_q50", "_q95"})
        expect_same(arrays.at(name + number).real(cell), row.at(name + number));
    expect_same(arrays.at("learner.scale").real(cell), row.at("learner.scale"));
  }
}

TEST(Npz, HoldsWhatTheTablesSay) {
  const Folder folder;
  folder.write("s.toml", plain_study);
  ASSERT_EQ(regretta(folder, {"run", "s.toml", "--set", "environment.feasible=[true,false]", "--set",
                              "study.horizon=[3,1000]", "--set", "learner.word=['x', '|']"})
                .status,
            0);
  auto arrays = exported_arrays(folder);
  EXPECT_EQ(arrays.at("regret").shape, (std::vector<std::int64_t>{48, 20}));
  EXPECT_EQ(arrays.at("curve.regret").shape, (std::vector<std::int64_t>{48, 6, 20}));
  EXPECT_EQ(arrays.at("environment").text(0), "a_b & $x$ | <b>");
  EXPECT_EQ(arrays.at("environment.feasible").type, "|b1");
  EXPECT_EQ(arrays.at("learner.scale").type, "<f8");
  EXPECT_EQ(arrays.at("learner.word").type, "<U1");
  EXPECT_EQ(arrays.at("failure.message").shape, std::vector<std::int64_t>{0});
  std::size_t cell = 0;  // the cell of horizon 3, which has 3 checkpoints: the others are 0 and NaN
  while (arrays.at("horizon").integer(cell) != 3) ++cell;
  EXPECT_EQ(arrays.at("checkpoint").integer(6 * cell + 2), 3);
  EXPECT_EQ(arrays.at("checkpoint").integer(6 * cell + 3), 0);
  EXPECT_TRUE(std::isnan(arrays.at("curve.violation").real((6 * cell + 3) * 20)));
  expect_what_the_tables_say(folder, "s.db", arrays);

  const auto axes = nlohmann::json::parse(arrays.at("axes").text(0));
  for (const auto& [name, array] : arrays) EXPECT_EQ(axes.at(name).size(), array.shape.size()) << name;
  EXPECT_EQ(axes.at("curve.violation"), nlohmann::json({"cell", "checkpoint", "trial"}));
  const auto study = nlohmann::json::parse(arrays.at("study").text(0));
  EXPECT_EQ(study.at("name"), "dice");
  EXPECT_TRUE(contains(regretta(folder, {"digest", "s.db"}).out, study.at("digest").get<std::string>()));
}

TEST(Npz, FailuresAreListedAndTheirTrialsAreNaN) {
  const Folder folder;
  folder.write("s.toml", plain_study);
  ASSERT_EQ(regretta(folder, {"run", "s.toml", "--set", "learner.fails=4", "--set", "learner.throws=9"}).status, 3);
  auto arrays = exported_arrays(folder);
  expect_what_the_tables_say(folder, "s.db", arrays);
  ASSERT_EQ(arrays.at("failure.cell").shape, std::vector<std::int64_t>{24});
  EXPECT_EQ(arrays.at("failure.cell").integer(3), 1);
  EXPECT_EQ(arrays.at("failure.trial").integer(3), 9);
  EXPECT_EQ(arrays.at("failure.round").integer(2), 13);
  EXPECT_EQ(arrays.at("failure.message").text(2), "strategy left the simplex (sum 1.5), expected 1");
  EXPECT_TRUE(contains(arrays.at("failure.message").text(3), "the dice fell off the table, \"again\""));
  EXPECT_EQ(arrays.at("failed_trials").integer(0), 2);
  EXPECT_EQ(arrays.at("finished").bytes.at(4), 1);
}

TEST(Npz, AShardHasItsTrialsAlone) {
  const Folder folder;
  folder.write("s.toml", plain_study);
  ASSERT_EQ(regretta(folder, {"run", "s.toml", "--shard", "2/3"}).status, 0);
  auto arrays = exported_arrays(folder, "s.2-of-3.db");
  expect_what_the_tables_say(folder, "s.2-of-3.db", arrays);
  EXPECT_EQ(arrays.at("planned_trials").integer(0), 20);
  std::int64_t seen = 0;
  for (std::size_t cell = 0; cell < 12; ++cell) seen += arrays.at("trials").integer(cell);
  EXPECT_GT(seen, 0);
  EXPECT_LT(seen, 12 * 20);
  EXPECT_EQ(nlohmann::json::parse(arrays.at("study").text(0)).at("shard"), "2/3");
  const Outcome shown = regretta(folder, {"show", "s.2-of-3.db", "--format", "latex"});
  EXPECT_EQ(shown.status, 0) << shown.err;
}

TEST(Npz, AnUnfinishedStudyHasNaNForTheRest) {
  const Folder folder;
  folder.write("s.toml", dice_study_with_pause(4000));
  ProgramProcess run(folder, {"run", "s.toml", "--threads", "1"});
  for (std::int64_t trials = 0; trials == 0 && !run.ended();) {
    const Outcome rows = regretta(folder, {"export", "s.db", "--table", "trials", "--format", "jsonl"});
    trials = rows.status == 0 ? std::ranges::count(rows.out, '\n') : 0;
  }
  run.signal(SIGKILL);
  run.wait();
  const auto arrays = exported_arrays(folder);
  const auto finished = std::ranges::count(arrays.at("finished").bytes, '\1');
  EXPECT_GT(finished, 0);
  EXPECT_LT(finished, 12 * 20);
  EXPECT_EQ(arrays.at("violation").shape, (std::vector<std::int64_t>{12, arrays.at("trial").shape.at(0)}));
  for (std::size_t k = 0; k < arrays.at("finished").bytes.size(); ++k)
    EXPECT_EQ(std::isnan(arrays.at("violation").real(k)), arrays.at("finished").bytes[k] == 0);
  const Outcome shown = regretta(folder, {"show", "s.db", "--format", "markdown"});
  EXPECT_TRUE(contains(shown.out, " trials that are there")) << shown.out << shown.err;
}

TEST(Npz, TheSameBytesAnywhereAndAnyTime) {
  const Folder folder;
  folder.write("s.toml", plain_study);
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
  exported_arrays(folder);
  const std::string first = read_text(folder.path("s.npz"));
  ProgramProcess elsewhere(folder, {"export", "s.db", "--format", "npz", "-o", "t.npz"}, {{"TZ", "Asia/Tokyo"}});
  EXPECT_EQ(elsewhere.wait().status, 0);
  EXPECT_EQ(read_text(folder.path("t.npz")), first);
  exported_arrays(folder);  // overwrites the old one
  EXPECT_EQ(read_text(folder.path("s.npz")), first);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"s.db", "s.npz", "s.toml", "t.npz"})) << "nothing else is left";
}

TEST(Npz, NeedsAPlainFile) {
  const Folder folder;
  folder.write("s.toml", plain_study);
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
  const auto refused = [&](const std::vector<std::string>& more, const std::string& why) {
    std::vector<std::string> arguments = {"export", "s.db", "--format", "npz"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome result = regretta(folder, arguments);
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_TRUE(contains(result.err, why)) << result.err;
  };
  refused({}, "expected --output FILE.npz");
  refused({"-o", "/dev/null"}, "/dev/null: not a plain file");
  refused({"-o", "no/such/s.npz"}, "no/such/s.npz: cannot be written (No such file or directory)");
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"s.db", "s.toml"}));
}

TEST(Npz, WhatALinkLeadsToIsReplacedAndNotTheLink) {
  const Folder folder;
  folder.write("s.toml", plain_study);
  ASSERT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
  for (const std::string format : {"npz", "csv"}) {
    folder.write("there", "old");
    std::filesystem::remove(folder.path("link"));
    std::filesystem::create_symlink(folder.path("there"), folder.path("link"));
    EXPECT_EQ(regretta(folder, {"export", "s.db", "--table", "cells", "--format", format, "-o", "link"}).status, 0);
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link")));
    EXPECT_GT(read_text(folder.path("there")).size(), 1000U);
  }
}

TEST(Npz, HoldsTextsOfAnyBytes) {
  const Folder folder;
  NpzFile file(folder.path("t.npz"));
  file.add("t", {5},
           std::vector<std::string>{"", "\u03b1\u20ac\U0001d54f", "a\xff\xe2\x82", "\xed\xa0\x80", "\xc0\x80x"});
  file.finish();
  const Npy texts = read_npz(folder.path("t.npz")).at("t");
  EXPECT_EQ(texts.type, "<U4");
  const std::u32string expected[] = {U"", U"\u03b1\u20ac\U0001d54f", U"a\ufffd\ufffd\ufffd", U"\ufffd\ufffd\ufffd",
                                     U"\ufffd\ufffdx"};
  for (std::size_t k = 0; k < 5; ++k) {
    std::u32string found(4, U'\0');
    std::memcpy(found.data(), texts.bytes.data() + 16 * k, 16);
    EXPECT_EQ(found.substr(0, std::min(found.find(U'\0'), found.size())), expected[k]) << k;
  }
}

}  // namespace
}  // namespace regretta::fakes
