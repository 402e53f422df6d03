/// Rejected studies: every message names the file, line, key, expected values and the nearest name.

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <ctime>
#include <filesystem>
#include <fstream>
#include <random>

#include "../study_fakes.hpp"

namespace regretta {
namespace {

using fakes::error_of;

struct Malformed {
  std::string name;
  std::string text;
  std::vector<std::string> parts;  ///< the message must contain all of these
};

// Lines 1 to 6 of a case, which continues at line 7 inside the learner.
const std::string in_learner =
    "[study]\nhorizon = 1000\n[[environment]]\nkind = \"steady\"\n[[learner]]\nkind = \"cautious\"\n";
// Lines 1 to 6 of a case, which continues at line 7 inside the environment.
const std::string in_environment =
    "[study]\nhorizon = 1000\n[[learner]]\nkind = \"cautious\"\n[[environment]]\nkind = \"steady\"\n";
const std::string plugins = "[[environment]]\nkind = \"steady\"\n[[learner]]\nkind = \"cautious\"\n";

std::string repeat(const std::string& word, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += word;
  return text;
}

std::string many_numbers(int count) {
  std::string text = "[";
  for (int i = 1; i <= count; ++i) text += std::to_string(i) + ",";
  return text + "]";
}

const std::vector<Malformed> malformed = {
    {"empty", "", {"f.toml: environment: missing", "[[environment]]"}},
    {"no learner", "[[environment]]\nkind = \"steady\"\n", {"f.toml: learner: missing", "[[learner]]"}},
    {"no environment", "[[learner]]\nkind = \"plain\"\n", {"f.toml: environment: missing"}},
    {"not TOML", in_learner + "beta 0.5\n", {"f.toml:7: ", "expected TOML"}},
    {"unterminated text", in_learner + "estimator = \"mean\n", {"f.toml:7: ", "expected TOML"}},
    {"key given twice", in_learner + "beta = 0.5\nbeta = 0.6\n", {"f.toml:8: ", "expected TOML"}},
    {"unknown section",
     in_learner + "[studdy]\ntrials = 1\n",
     {"f.toml:7: studdy: unknown key", "did you mean \"study\"?"}},
    {"single brackets", "[learner]\nkind = \"plain\"\n", {"f.toml:1: learner: ", "[[learner]]"}},
    {"learner is a number", "learner = 3\n", {"f.toml:1: learner: ", "[[learner]]"}},
    {"study is a number", "study = 3\n" + plugins, {"f.toml:1: study: ", "expected [study]"}},
    {"study twice as a list", "[[study]]\n" + plugins, {"f.toml:1: study: ", "expected [study]"}},
    {"unknown study key",
     "[study]\ntrails = 10\n" + plugins,
     {"f.toml:2: study.trails: unknown key", "expected one of name, seed", "unknown key (did you mean \"trials\"?), "}},
    {"until is a number", "[study]\nuntil = 3\n" + plugins, {"f.toml:2: study.until: 3 has the wrong type", "a text"}},
    {"trials 0", "[study]\ntrials = 0\n" + plugins, {"f.toml:2: study.trials: 0 is out of range", "[1, 2147483648]"}},
    {"trials a text",
     "[study]\ntrials = \"ten\"\n" + plugins,
     {"f.toml:2: study.trials: \"ten\" has the wrong type", "expected an integer"}},
    {"trials a half", "[study]\ntrials = 1.5\n" + plugins, {"f.toml:2: study.trials: 1.5", "expected an integer"}},
    {"trials swept", "[study]\ntrials = [1, 2]\n" + plugins, {"f.toml:2: study.trials: a list", "only horizon"}},
    {"delta 1", "[study]\ndelta = 1.0\n" + plugins, {"f.toml:2: study.delta: 1 is out of range", "[1e-100, 1)"}},
    {"delta NaN", "[study]\ndelta = nan\n" + plugins, {"f.toml:2: study.delta: nan is not a finite number"}},
    {"seed negative", "[study]\nseed = -1\n" + plugins, {"f.toml:2: study.seed: -1 is out of range"}},
    {"seed too long", "[study]\nseed = 99999999999999999999\n" + plugins, {"f.toml:2: ", "expected TOML"}},
    {"checkpoints", "[study]\ncheckpoints = 1001\n" + plugins, {"f.toml:2: study.checkpoints: 1001", "[1, 1000]"}},
    {"horizon 0", "[study]\nhorizon = [10, 0]\n" + plugins, {"f.toml:2: study.horizon: 0 is out of range", "[1, "}},
    {"horizon empty", "[study]\nhorizon = []\n" + plugins, {"f.toml:2: study.horizon: an empty grid", "an integer"}},
    {"horizon twice", "[study]\nhorizon = [10, 1e1]\n" + plugins, {"f.toml:2: study.horizon: 10 appears twice"}},
    {"horizon missing", "[study]\ntrials = 2\n" + plugins, {"f.toml:3: study.horizon: missing", "\"steady\""}},
    {"name a number", "[study]\nname = 3\n" + plugins, {"f.toml:2: study.name: 3", "expected a text"}},
    {"a date", "[study]\nseed = 2001-01-01\n" + plugins, {"f.toml:2: study.seed: a date"}},
    {"kind missing",
     "[study]\nhorizon = 9\n[[environment]]\nname = \"x\"\n[[learner]]\nkind = \"plain\"\n",
     {"f.toml:3: environment.kind: missing"}},
    {"kind unknown",
     "[[environment]]\nkind = \"steady\"\n[[learner]]\n\nkind = \"cautoius\"\n",
     {"f.toml:5: learner.kind: \"cautoius\" is unknown", "expected one of cautious, plain", "mean \"cautious\"?"}},
    {"kind a list of other things",
     "[[environment]]\nkind = [\"steady\", 3]\n[[learner]]\nkind = \"plain\"\n",
     {"f.toml:2: environment.kind: [\"steady\", 3] has the wrong type", "a list of texts"}},
    {"one name for two kinds",
     "[[environment]]\nkind = \"steady\"\n[[learner]]\nkind = [\"plain\", \"cautious\"]\nname = \"x\"\n",
     {"f.toml:5: learner.name: 1 given for 2", "one name for each kind"}},
    {"kind a number", "[[learner]]\nkind = 7\n", {"f.toml:2: learner.kind: 7 has the wrong type", "a text"}},
    {"unknown parameter",
     in_learner + "confidence_scle = 1\n",
     {"f.toml:7: learner.confidence_scle: unknown key of cautious (did you", "did you mean \"confidence_scale\"?"}},
    {"parameter of nobody",
     "[[environment]]\nkind = \"steady\"\n[[learner]]\nkind = \"plain\"\nbeta = 1\n",
     {"f.toml:5: learner.beta: unknown key", "expected no keys"}},
    {"unknown sub-key",
     in_environment + "[environment.corruption]\nbudgte = 1\n",
     {"f.toml:8: environment.corruption.budgte: unknown key", "did you mean \"corruption.budget\"?"}},
    {"sub-table as text",
     in_environment + "corruption = \"front\"\n",
     {"f.toml:7: environment.corruption: not a table", "did you mean \"corruption.kind\"?"}},
    {"value as sub-table", in_learner + "beta = {x = 1}\n", {"f.toml:7: learner.beta.x: unknown key"}},
    {"empty sub-table", in_environment + "corruption = {}\n", {"f.toml:7: environment.corruption: an empty table"}},
    {"list of sub-tables",
     in_environment + "corruption = [{kind = \"none\"}]\n",
     {"f.toml:7: environment.corruption: a list of tables"}},
    {"noise twice",
     in_environment + "noise_half_width = 0.1\nnoise = {kind = \"uniform\", half_width = 0.2}\n",
     {"f.toml:8: environment.noise_half_width: given twice"}},
    {"noise unknown",
     in_environment + "noise = \"bernouli\"\n",
     {"f.toml:7: environment.noise: \"bernouli\" is unknown", "one of none, bernoulli, uniform",
      "mean \"bernoulli\"?"}},
    {"wrong type",
     in_learner + "\nbeta = \"half\"\n",
     {"f.toml:8: learner.beta: \"half\" has the wrong type", "expected a number"}},
    {"wrong type inside a sweep",
     in_learner + "beta = [\n  0.1,\n  true,\n]\n",
     {"f.toml:9: learner.beta: true has the wrong type", "expected a number"}},
    {"out of range",
     in_learner + "beta = 1.5\n",
     {"f.toml:7: learner.beta: 1.5 is out of range", "[0, 1]", "horizon 1000"}},
    {"out of range inside a sweep", in_learner + "beta = [0.5, -1]\n", {"f.toml:7: learner.beta: -1 is out of range"}},
    {"infinite",
     in_learner + "confidence_scale = [1, inf]\n",
     {"f.toml:7: learner.confidence_scale: inf is not a finite number"}},
    {"empty grid", in_learner + "beta = []\n", {"f.toml:7: learner.beta: an empty grid", "expected a number"}},
    {"empty list of numbers",
     in_environment + "losses.means = []\n",
     {"f.toml:7: environment.losses.means: an empty list"}},
    {"value twice in a sweep", in_learner + "beta = [0.5, 1, 0.5]\n", {"f.toml:7: learner.beta: 0.5 appears twice"}},
    {"list too deep", in_learner + "beta = [[0.1, 0.2]]\n", {"f.toml:7: learner.beta: [0.1, 0.2] has the wrong type"}},
    {"table too deep",
     in_environment + "violations.means = [[[[1, 1]]]]\n",
     {"f.toml:7: environment.violations.means: [[[1, 1]]] has the wrong type"}},
    {"ragged table",
     in_environment + "violations.means = [[1, 1], [1]]\n",
     {"f.toml:7: environment.violations.means: ", "equally long"}},
    {"flag as number",
     in_learner + "exploration = 1\n",
     {"f.toml:7: learner.exploration: 1", "expected true or false"}},
    {"integer as half", in_learner + "window = 10.5\n", {"f.toml:7: learner.window: 10.5", "expected an integer"}},
    {"measured misspelt",
     in_learner + "corruption = \"mesured\"\n",
     {"f.toml:7: learner.corruption: \"mesured\"", "a number or \"measured\""}},
    {"beyond the horizon",
     in_learner + "window = [10, 1000]\n",
     {"f.toml:7: learner.window: longer than the horizon", "in environment \"steady\", horizon 1000"}},
    {"required file",
     "[[learner]]\nkind = \"plain\"\n[[environment]]\nkind = \"tape\"\n",
     {"f.toml:3: environment.file: missing, expected a trace"}},
    {"out of memory",
     "[[learner]]\nkind = \"plain\"\n[[environment]]\nkind = \"tape\"\nfile = \"huge.csv\"\n",
     {"f.toml:3: environment: does not fit in memory"}},
    {"twin learners",
     in_learner + "[[learner]]\nkind = \"cautious\"\nbeta = 0.5\n",
     {"f.toml:7: learner: the same settings as the learner of line 5", "expected different settings"}},
    {"twin environments",
     in_environment + "[[environment]]\nkind = \"steady\"\n",
     {"f.toml:7: environment: the same settings as the environment of line 5", "or names"}},
    {"grid too large",
     in_learner + "beta = 0.5\nwindow = " + many_numbers(900) + "\nconfidence_scale = " + many_numbers(1200),
     {"f.toml: the grid has ", "at most 1000000"}},
    {"quoted key", in_learner + "\"be.ta\" = 1\n", {"f.toml:7: learner: a key with unusual characters"}},
    {"NUL in text",
     in_learner + "estimator = \"a\\u0000b\"\n",
     {"f.toml:7: learner.estimator: ", "byte 0x00 (a control character)", "expected UTF-8"}},
    {"non-ASCII in text by escape", in_learner + "estimator = \"\\u00e9\"\n", {"f.toml:7: learner.estimator: "}},
    {"Latin-1",
     "[study]\nname = \"caf\xE9\"\n" + plugins,
     {"f.toml:2: byte 0xE9 (not UTF-8) in column 12", "expected"}},
    {"UTF-16", "\xFF\xFE[\0", {"f.toml:1: byte 0xFF (not UTF-8) in column 1"}},
    {"two byte order marks", "\xEF\xBB\xBF\xEF\xBB\xBF\x01", {"f.toml:1: byte 0x01 (a control character) in column 2"}},
    {"override of direction", in_learner + "# \u00e9 \u202e", {"f.toml:7: U+202E (changes the direction", "column 5"}},
    {"C1", in_learner + "# \u0085", {"f.toml:7: U+0085 (a control character) in column 3"}},
    {"a name of two lines", in_learner + "name = \"a\\nb\"\n", {"f.toml:7: learner.name: the name has byte 0x0A"}},
    {"isolate by escape", in_learner + "name = \"\\u2066\"\n", {"f.toml:7: learner.name: ", "U+2066"}},
    {"NUL", in_learner + std::string("beta\0 = 1", 9), {"f.toml:7: byte 0x00"}},
    {"lone carriage return", in_learner + "beta = 1\rbeta = 2\n", {"f.toml:7: byte 0x0D"}},
    {"brackets nested deeply", "x = " + repeat("[", 30000) + repeat("]", 30000), {"f.toml:1: ", "at most 256 levels"}},
    {"tables nested deeply", repeat("a={", 20000), {"f.toml:1: ", "at most 256 levels"}},
    {"headers nested deeply", "\n[" + repeat("a.", 32000) + "a]\n", {"f.toml:2: ", "too many dots in a key"}},
    {"dotted keys nested deeply", repeat("\"a\" . ", 10000) + "a = 1\n", {"f.toml:1: ", "too many dots in a key"}},
    {"quoted commas nested deeply", repeat("\",\".", 10000) + "a = 1\n", {"f.toml:1: ", "too many dots in a key"}},
    {"nested behind a text", "x = [\"\"\"a\"\"\"\", {" + repeat("a.", 30000) + "a = 1}]\n", {"too many dots in a key"}},
    {"too large", "#" + repeat("x", 1'100'000), {"f.toml: the file has 1100001 bytes", "at most 1048576"}},
};

TEST(MalformedStudies, EachGivesOneClearMessage) {
  for (const Malformed& study : malformed) {
    const std::string error = error_of(study.text);
    EXPECT_NE(error, "") << study.name;
    for (const std::string& part : study.parts) {
      EXPECT_NE(error.find(part), std::string::npos) << study.name << ": \"" << part << "\" is not in\n  " << error;
    }
    EXPECT_EQ(error.find('\n'), std::string::npos) << study.name << ": " << error;
    EXPECT_LT(error.size(), 400u) << study.name << ": " << error;
  }
  EXPECT_EQ(error_of(in_learner), "");
  EXPECT_EQ(error_of(in_environment), "");
}

TEST(MalformedStudies, Overrides) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"study.trials", "override: study.trials: no value"},
      {"trials=3", "override: trials=3: no value or no section"},
      {"", "expected SECTION.KEY=VALUE"},
      {"study.trails=3", "override: study.trails: unknown key"},
      {"study.trials=many", "override: study.trials: \"many\" has the wrong type, expected an integer"},
      {"study.trials=", "override: study.trials: no value, expected a number"},
      {"stdy.trials=3", "did you mean \"study\"?"},
      {"learner.bta=0.5", "override: learner.bta: unknown key"},
      {"learner.bta=0.5", "did you mean \"learner.beta\"?"},
      {"learner.kind=plain", "override: learner.kind: unknown key"},
      {"learner.plain.beta=0.5", "override: learner.plain.beta: unknown key"},
      {"learner.beta=2", "override: learner.beta: 2 is out of range"},
      {"learner.beta=[0.1", "override: learner.beta: [0.1 is not a TOML value"},
      {"learner.beta=nan", "override: learner.beta: nan is not a finite number"},
      {"learner.beta=1\n[[learner]]", "expected SECTION.KEY=VALUE"},
      {"environment.noise={}", "override: environment.noise: an empty table"},
      {"learner.beta=" + repeat("[", 1000), "at most 256 levels"},
      {"study.horizon=0", "override: study.horizon: 0 is out of range"},
  };
  for (const auto& [override, part] : cases) {
    const std::string error = error_of(in_learner, {override});
    EXPECT_NE(error.find(part), std::string::npos) << override << " gives\n  " << error;
  }
}

TEST(MalformedStudies, MissingSpecialAndHugeFiles) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(::testing::TempDir()) / "regretta_malformed_studies";
  fs::remove_all(folder);
  fs::create_directories(folder);
  const auto refusal = [&](const std::string& name) -> std::string {
    try {
      read_study((folder / name).string());
    } catch (const StudyError& error) {
      EXPECT_EQ(error.file(), (folder / name).string());
      return error.message();
    }
    return "";
  };
  EXPECT_EQ(refusal("missing.toml"), "no such file, expected a study (TOML)");
  EXPECT_NE(refusal(".").find("a directory"), std::string::npos);
  EXPECT_NE(refusal("missing/x.toml").find("no such file"), std::string::npos);
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_NE(refusal("pipe").find("not a regular file"), std::string::npos);

  std::ofstream(folder / "huge.toml") << "x";
  fs::resize_file(folder / "huge.toml", std::uintmax_t{1} << 30);
  const std::clock_t start = std::clock();
  EXPECT_NE(refusal("huge.toml").find("1073741824 bytes"), std::string::npos);
  EXPECT_LT(std::clock() - start, CLOCKS_PER_SEC / 20) << "a file that is too large must not be read";

  std::ofstream(folder / "good.toml") << in_learner;
  const Study study = read_study((folder / "good.toml").string());
  EXPECT_EQ(study.folder, folder.string());
  EXPECT_EQ(study.name, "good");
  fs::remove_all(folder);
}

/// Reading and planning any bytes either succeeds or throws StudyError: 20,000 mutated studies with a fixed seed.
TEST(MalformedStudies, MutatedTextsThrowNothingButStudyError) {
  const std::string base = in_environment +
                           "noise = { kind = 'uniform', half_width = [0.1, 0.2] }\nlosses.means = [[0, 1], [0.5, 1]]\n"
                           "[environment.corruption]\nkind = \"front\"\nbudget = 1e2 # C\n[[learner]]\nname = '''A'''\n"
                           "kind = \"\"\"cautious\"\"\"\nbeta = [0.25, 5e-1]\nexploration = true\nweights = [1, 0]\n";
  ASSERT_EQ(error_of(base), "");
  const std::string pieces = "[]{}=.,\"'#\n\\ 0159eE+-_:TZabknuinf\t\r";
  std::mt19937_64 random(7);
  int valid = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text = base;
    for (auto edits = 1 + random() % 4; edits > 0; --edits) {
      const std::size_t position = random() % text.size();
      const std::size_t length = std::min<std::size_t>(random() % 8, text.size() - position);
      switch (random() % 3) {
        case 0:
          text.insert(position, 1, pieces[random() % pieces.size()]);
          break;
        case 1:
          text.erase(position, length);
          break;
        default:
          text.insert(position, text.substr(random() % text.size(), length));
      }
    }
    if (error_of(text).empty()) ++valid;  // anything but a StudyError fails the test
  }
  EXPECT_GT(valid, 100);  // many mutations must remain valid
  EXPECT_LT(valid, 19000);
}

}  // namespace
}  // namespace regretta
