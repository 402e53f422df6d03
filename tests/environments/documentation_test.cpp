/// The pages define every word that a study may use.

#include <algorithm>
#include <fstream>
#include <sstream>

#include "regretta/environments/corruption/budgeted_corruption.hpp"
#include "regretta/tests/environments/expectations.hpp"

namespace regretta::tests {
namespace {

std::string page(const std::string& name) {
  std::ifstream file(REGRETTA_SOURCE_DIR "/" + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Whether `word` stands in the first column of the table whose heading there is `column`.
bool has_row(const std::string& text, const std::string& column, std::string_view word) {
  const std::size_t begin = text.find("\n| `" + column + "` |");
  std::istringstream table(text.substr(std::min(begin, text.size()), text.find("\n\n", begin) - begin));
  for (std::string line; std::getline(table, line);)
    if (line.substr(0, line.find('|', 1)).find("`" + std::string(word) + "`") != std::string::npos) return true;
  return false;
}

TEST(Documentation, DefinesEveryWord) {
  const std::string adversaries = page("environments/ADVERSARIES.md"), protocol = page("engine/trial/PROTOCOL.md");
  Catalogue catalogue;
  add_environments(catalogue);
  add_measures(catalogue);
  const auto defined_in = [](const std::string& text, std::string_view word) {
    return text.find("`" + std::string(word) + "`") != std::string::npos;
  };
  for (const EnvironmentEntry& entry : catalogue.environments)
    EXPECT_TRUE(defined_in(adversaries, entry.name)) << entry.name << " is not in ADVERSARIES.md";
  for (const EnvironmentEntry& entry : catalogue.parts)
    EXPECT_TRUE(entry.group == "noise"    ? has_row(protocol, "noise", entry.name)
                : entry.group == "losses" ? has_row(adversaries, "losses.kind", entry.name)
                                          : defined_in(adversaries, entry.name))
        << entry.group << " " << entry.name << " is not in ADVERSARIES.md (noise: PROTOCOL.md)";
  for (const MeasureEntry& entry : catalogue.measures)
    EXPECT_NE(protocol.find("\n| `" + entry.name + "` |"), std::string::npos)
        << entry.name << " has no row in engine/trial/PROTOCOL.md";
  for (const ChoiceWord& direction : words_of(Direction{})) {
    EXPECT_TRUE(has_row(adversaries, "direction", direction.text)) << direction.text << " is not in ADVERSARIES.md";
    EXPECT_FALSE(direction.help.empty()) << direction.text;
  }
  for (const ChoiceWord& schedule : words_of(Schedule{})) {
    EXPECT_TRUE(has_row(adversaries, "schedule", schedule.text)) << schedule.text << " is not in ADVERSARIES.md";
    EXPECT_FALSE(schedule.help.empty()) << schedule.text;
  }
}

TEST(Documentation, DirectionsAreListed) {
  const std::string classes = page("environments/corruption/directions.hpp");
  std::size_t directions = 0;
  for (std::size_t at = 0; (at = classes.find("std::vector<Target> targets(const Adversary&", at)) != std::string::npos;
       ++at)
    ++directions;
  EXPECT_EQ(directions, std::variant_size_v<Direction>) << "one is not named in Direction";
}

}  // namespace
}  // namespace regretta::tests
