// `regretta manual`: every command, option, plugin and parameter is in what it writes.

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "program_process.hpp"
#include "regretta/engine/trial/contract/quantity.hpp"
#include "regretta/tools/standard_catalogue.hpp"

namespace regretta::fakes {
namespace {

std::string manual(const std::string& part) {
  const ShippedCatalogue shipped;
  const Outcome written = regretta(Folder(), {"manual", part});
  EXPECT_EQ(written.status, 0) << written.err;
  return written.out;
}

/// The words that begin with two hyphens in the help of `command`.
std::vector<std::string> options_of(const std::string& command) {
  const std::string help = regretta(Folder(), {command, "--help"}).out;
  std::vector<std::string> names;
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find("--");
    if (!line.starts_with("  ") || at > 6) continue;
    names.push_back(line.substr(at, line.find_first_of(" ,", at) - at));
  }
  return names;
}

TEST(Manual, HasEveryCommandAndOption) {
  const std::string page = manual("commands");
  int commands = 0;
  const std::string table = page.substr(0, page.find("\n## Exit status"));
  for (std::size_t at = table.find("| ["); at != std::string::npos; at = table.find("| [", at + 1)) {
    const std::string command = table.substr(at + 3, table.find(']', at) - at - 3);
    ++commands;
    const std::size_t section = page.find("\n## " + command + "\n");
    ASSERT_NE(section, std::string::npos) << command;
    const std::string own = page.substr(section, page.find("\n## ", section + 1) - section);
    for (const std::string& option : options_of(command))
      EXPECT_TRUE(option == "--help" || contains(own, option + "`")) << command << " " << option;
  }
  EXPECT_GE(commands, 24);
}

TEST(Manual, HasEveryPluginAndParameter) {
  const Catalogue catalogue = standard_catalogue();
  const std::string learners = manual("learners"), environments = manual("environments"), measures = manual("measures");
  const auto expect_all = [](const std::string& page, const std::string& heading,
                             const std::vector<ParameterInfo>& parameters, std::string_view group = "") {
    const std::size_t from = page.find("\n### " + heading + "\n");
    ASSERT_NE(from, std::string::npos) << heading;
    const std::string section = page.substr(from, page.find("\n### ", from + 1) - from);
    for (const ParameterInfo& parameter : parameters)
      EXPECT_TRUE(contains(
          section, "\n| `" + (group.empty() ? parameter.name : part_group(group).path(parameter.name)) + "` | "))
          << heading << " " << parameter.name;
  };
  for (const LearnerEntry& entry : catalogue.learners) expect_all(learners, entry.name, entry.parameters);
  for (const EnvironmentEntry& entry : catalogue.environments) expect_all(environments, entry.name, {});
  for (const EnvironmentEntry& entry : catalogue.parts)
    expect_all(environments, entry.group + ": " + entry.name, entry.parameters, entry.group);
  for (const MeasureEntry& entry : catalogue.measures) expect_all(measures, entry.name, entry.parameters);
  for (const std::string_view name : quantity_names)
    EXPECT_TRUE(contains(measures, "\n| `" + std::string(name) + "` | ")) << name;
}

}  // namespace
}  // namespace regretta::fakes
