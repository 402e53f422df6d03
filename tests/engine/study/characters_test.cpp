/// Which characters studies, catalogues and results files may contain, and that stored texts can be read back.

#include <gtest/gtest.h>

#include <limits>

#include <fmt/format.h>

#include "../../environments/temporary_folder.hpp"
#include "../study_fakes.hpp"
#include "regretta/engine/plugin/text_rule.hpp"
#include "regretta/engine/study/file/study_file.hpp"
#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/engine/study/text/canonical.hpp"

namespace regretta {
namespace {

using fakes::catalogue;

/// A code point in UTF-8.
std::string utf8(char32_t code) {
  const auto byte = [](char32_t bits) { return std::string(1, static_cast<char>(bits)); };
  const auto continuation = [&](int shift) { return byte(0x80U | (code >> static_cast<unsigned>(shift) & 0x3FU)); };
  if (code < 0x80) return byte(code);
  if (code < 0x800) return byte(0xC0U | code >> 6U) + continuation(0);
  if (code < 0x10000) return byte(0xE0U | code >> 12U) + continuation(6) + continuation(0);
  return byte(0xF0U | code >> 18U) + continuation(12) + continuation(6) + continuation(0);
}

constexpr bool is_refused(char32_t code) {
  const bool is_bidirectional = (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) ||
                                code == 0x200E || code == 0x200F || code == 0x061C;
  const bool is_noncharacter = (code >= 0xFDD0 && code <= 0xFDEF) || code % 0x10000 >= 0xFFFE;
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || is_bidirectional || is_noncharacter;
}

const std::string multilingual_name = "na\u00efve \u03b1\u03b2 \u9045\u5ef6 \u05e2\u05d1 e\u0301 \U0001F600";

std::string study_named(const std::string& name) {
  return fmt::format(
      "# {0}\n[study]\nname = \"{0}\"\nhorizon = 100\ntrials = 1\n[[environment]]\nkind = \"steady\"\nname = \"{0}\"\n"
      "[[learner]]\nkind = \"plain\"\nname = '{0}'\n",
      name);
}

TEST(Characters, StudiesAcceptEveryPrintableUtf8Character) {
  std::string allowed;
  for (char32_t code = 0x20; code <= 0x10FFFF; code += code < 0x3000 ? 1 : 61) {
    if (code == 0xD800) code = 0xE000;
    if (code > 0xD800 && code < 0xE000) continue;
    const std::string character = utf8(code);
    EXPECT_EQ(first_character(character).code, code);
    EXPECT_EQ(name_fault(character).has_value(), is_refused(code))
        << fmt::format("U+{:04X}", static_cast<unsigned>(code));
    if (!is_refused(code) && code != '"' && code != '\\' && code != '\'') allowed += character;
  }
  const Study study = parse_study(study_named(allowed), "f.toml", "");
  EXPECT_EQ(study.name, allowed);
  EXPECT_EQ(study.learners[0].name, allowed);
  const Plan plan = make_plan(study, catalogue());
  const Study stored = parse_canonical(canonical_text(plan.study), "stored");
  EXPECT_EQ(stored.name, allowed);
  EXPECT_EQ(stored.environments[0].name, allowed);
  EXPECT_EQ(canonical_text(stored), canonical_text(plan.study));
}

TEST(Characters, BytesThatAreNotUtf8HaveNoCharacters) {
  for (const char* bytes :
       {"\x80", "\xC0\xAF", "\xC3", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xF8", "\xFF"})
    EXPECT_EQ(text_fault(std::string("a") + bytes).value_or(TextFault{}).place, 1U) << bytes;
  EXPECT_FALSE(text_fault("a\tb\r\nc\n"));
  EXPECT_TRUE(text_fault("a\rb"));
  EXPECT_EQ(beginning_of("\u9045\u5ef6", 5), "\u9045");
  EXPECT_EQ(beginning_of("abc", 3), "abc");
  EXPECT_EQ(count_characters("\u9045a\xFF"), 3U);
}

TEST(Characters, AByteOrderMarkIsSkippedAndColumnsAreCharacters) {
  EXPECT_EQ(fakes::error_of("\xEF\xBB\xBF" + study_named("a")), "");
  const std::string error = fakes::error_of("\xEF\xBB\xBF# \u9045 \x07\n" + study_named("a"));
  EXPECT_NE(error.find("f.toml:1: byte 0x07 (a control character) in column 5"), std::string::npos) << error;
}

TEST(Characters, TextsMayContainTabsAndLineBreaks) {
  const Study study = parse_study(
      "[study]\nhorizon = 9\n[[environment]]\nkind = \"tape\"\nfile = \"a\\tb\\nc\td\"\n[[learner]]\nkind = "
      "\"plain\"\n",
      "f.toml", "");
  const Value& file = *study.environments[0].settings.find("file");
  EXPECT_EQ(*file.text(), "a\tb\nc\td");
  EXPECT_EQ(to_text(file), R"("a\tb\nc\td")") << "messages must not contain line breaks";
}

TEST(Characters, NameDefaultsToTheFileNameIfThatIsValid) {
  const std::string text = "[study]\nhorizon = 9\n[[environment]]\nkind = \"steady\"\n[[learner]]\nkind = \"plain\"\n";
  EXPECT_EQ(parse_study(text, "dir/verz\u00f6gerung.toml", "").name, "verz\u00f6gerung");
  for (const char* file : {"caf\xE9.toml", "a\nb.toml", "a\u202eb.toml"}) {
    try {
      parse_study(text, file, "");
      ADD_FAILURE() << file;
    } catch (const StudyError& error) {
      EXPECT_EQ(error.key(), "study.name");
      EXPECT_NE(error.message().find("name = \"...\" in [study]"), std::string::npos) << error.what();
    }
    EXPECT_EQ(parse_study("[study]\nname = \"other\"\n" + text.substr(8), file, "").name, "other");
  }
}

/// A catalogue whose learner "plain" has a parameter with this name and default.
Catalogue with_default(const std::string& name, const Value& value) {
  Catalogue result = catalogue();
  result.learners[1].parameters = {
      {.name = name, .type = value.text() ? ParameterType::text : ParameterType::number, .default_value = value}};
  return result;
}

/// The error message of planning a study with this parameter. If there is none, expects that the study can be stored
/// and read back, and returns "".
std::string refusal_of(const std::string& name, const Value& value) {
  const tests::TemporaryFolder folder;
  try {
    const Plan plan = make_plan(parse_study(study_named(multilingual_name), "f.toml", ""), with_default(name, value));
    const std::string file = folder.path() + "/" + multilingual_name + ".db";
    { const StudyWriter writer(file, plan, {}, "{}"); }
    const StudyReader reader = StudyReader::open(file);
    EXPECT_EQ(reader.cells()[0].learner_name, multilingual_name);
    EXPECT_EQ(*reader.study().learners[0].defaults.find(name), value);
    return "";
  } catch (const StudyError& error) {
    EXPECT_EQ(error.where().line, 9) << "the table of the learner begins in line 9";
    return error.what();
  }
}

TEST(Characters, DefaultsFromTheCatalogueAreCheckedBeforeTheyAreStored) {
  EXPECT_EQ(refusal_of("label", multilingual_name), "");
  EXPECT_EQ(refusal_of("label", "two\nlines\tand \"quotes\" \\"), "");
  EXPECT_EQ(refusal_of("rate", 0.1), "");
  const auto expect = [](const std::string& message, const std::string& part) {
    EXPECT_NE(message.find(part), std::string::npos) << part << " is not in\n  " << message;
  };
  expect(refusal_of("label", "\x07"), "learner.label: the text has byte 0x07 (a control character)");
  expect(refusal_of("label", "caf\xE9"), "learner.label: the text has byte 0xE9 (not UTF-8)");
  expect(refusal_of("label", "\u2067"), "U+2067 (changes the direction of text)");
  expect(refusal_of("na\u00efve", 0.1), "a parameter of plain with unusual characters");
  expect(refusal_of("rate", std::numeric_limits<double>::infinity()), "inf is not a finite number");
}

}  // namespace
}  // namespace regretta
