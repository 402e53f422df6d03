// Tests that results files have the same content in every locale, whether C functions set it (as in Python) or C++.

#include <gtest/gtest.h>

#include <clocale>
#include <cmath>
#include <filesystem>
#include <locale>

#include "program_process.hpp"
#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/maintenance/digest.hpp"
#include "regretta/tools/standard_catalogue.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "run_to_file.hpp"

namespace regretta::fakes {
namespace {

constexpr const char* locale_study = R"(
[study]
trials = 8
horizon = 50
delta = 0.05
[[environment]]
kind = "stationary"
loss = [0.1, 7.5e-1]
violation = [[-0.25, 0.5]]
corruption = { budget = [0.1, 7.5], schedule = "front", direction = "flatter" }
[[learner]]
kind = "conomd-fs"
confidence_scale = [0.1, 7.5, 1e-300, 12345.678]
)";

/// Number format with commas as decimal points, and points between thousands.
class Commas : public std::numpunct<char> {
 protected:
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

/// Sets the C++ locale to one with Commas, and the C locale to `name` unless it is null; the destructor restores both.
class ForeignLocale {
 public:
  explicit ForeignLocale(const char* name) : c_(std::setlocale(LC_ALL, nullptr)) {
    std::locale::global(std::locale(std::locale::classic(), new Commas));
    is_set_ = name == nullptr || std::setlocale(LC_ALL, name) != nullptr;
  }
  ~ForeignLocale() {
    std::locale::global(before_);
    std::setlocale(LC_ALL, c_.c_str());
  }
  bool is_set() const { return is_set_; }

 private:
  std::locale before_;
  std::string c_;
  bool is_set_ = false;
};

/// Everything in a results file except the times of its computation.
std::string content(const std::string& path) {
  const StudyReader study = StudyReader::open(path);
  std::string text = study.value("study") + study.value("description_checksum") + study.value("learner_traits") +
                     digest_of(study).digest;
  for (const CellLabel& cell : study.cells()) {
    text += std::to_string(cell.content);
    for (const Value& value : cell.swept) text += " " + to_text(value);
    study.for_each_block(cell, [&](const BlockResult& block) {
      for (const TrialResult& trial : block.trials)
        for (const double x : trial.quantities) text += " " + hex_text(x);
    });
  }
  return text;
}

/// Makes a glibc locale in the folder, whose decimal point has two bytes; returns whether this succeeded.
bool make_locale(const Folder& folder) {
  const std::string command =
      "localedef -i fa_IR -f UTF-8 " + folder.path("fa_IR.UTF-8") + " >" + folder.path("log") + " 2>&1";
  if (std::system(command.c_str()) != 0 && !std::filesystem::exists(folder.path("fa_IR.UTF-8/LC_NUMERIC")))
    return false;
  return ::setenv("LOCPATH", folder.root().c_str(), 1) == 0;
}

TEST(Locale, ResultsFilesAreTheSameInEveryLocale) {
  const Folder folder;
  const Catalogue catalogue = standard_catalogue();
  const std::string usual_file = run_to_file(locale_study, catalogue, folder.path("here.db"));
  const std::string expected = content(usual_file);
  const auto compare = [&](const char* name, const std::string& file) {
    std::string foreign_file;
    {
      const ForeignLocale foreign(name);
      if (!foreign.is_set()) GTEST_SKIP() << name << " cannot be set";
      foreign_file = run_to_file(locale_study, catalogue, folder.path(file));
      EXPECT_EQ(content(foreign_file), expected) << "written and read in " << file;
      EXPECT_EQ(content(usual_file), expected) << "read in " << file;
      EXPECT_EQ(interval_text(1.25, {1, 1.75}), "1.25 +0.50 -0.25");
    }
    EXPECT_EQ(content(foreign_file), expected) << "written in " << file;
  };
  compare(nullptr, "cxx.db");
  const Folder locales;
  if (!make_locale(locales)) GTEST_SKIP() << "localedef or its sources are not installed";
  compare("fa_IR.UTF-8", "fa.db");
  ::unsetenv("LOCPATH");
}

TEST(Locale, HexTextEqualsThatOfPrintf) {
  for (const double x :
       {0.0, -0.0, 1.0, 0.1, 7.5, -12345.678, 1e-300, 5e-324, -2.2250738585072009e-308, 1.7976931348623157e308}) {
    char expected[64];
    std::snprintf(expected, sizeof expected, "%a", x);
    EXPECT_EQ(hex_text(x), expected);
  }
  EXPECT_EQ(hex_text(-INFINITY), "-inf");
}

}  // namespace
}  // namespace regretta::fakes
