// `regretta audit`: which trials a theorem is about.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "table_rows.hpp"

namespace regretta::fakes {
namespace {

// Theorem 1 of Sinha and Vaze is about two measures, and about rows as they are observed.
TEST(Audit, CocoIsHeldToItsTheorem) {
  const ShippedCatalogue shipped;
  const Folder folder;
  const auto study = [](const std::string& measures, const std::string& noise) {
    return "[study]\nname = \"coco\"\ntrials = 2\nhorizon = 20000\n" + measures +
           "[[environment]]\nkind = \"stationary\"\nloss = [0.2, 0.6, 0.8]\nviolation = [0.5, -0.4, -0.2]\nnoise = \"" +
           noise + "\"\n[[learner]]\nkind = \"coco\"\npenalty_scale = [1, 2]\n";
  };
  const std::string measures = "measures = [\"safe-regret\", \"summed-violation\"]\n";
  const auto audited = [&](const std::string& text) {
    folder.write("s.toml", text);
    std::filesystem::remove(folder.path("s.db"));
    EXPECT_EQ(regretta(folder, {"run", "s.toml"}).status, 0);
    return rows_of(regretta(folder, {"audit", "s.db", "--format", "csv"}).out);
  };
  auto lines = audited(study(measures, "none"));
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0].at("quantity"), "safe_regret");
  EXPECT_EQ(lines[0].at("verdict"), "holds");
  EXPECT_NEAR(std::stod(lines[0].at("bound")), 2 * std::sqrt(6.0) * (std::sqrt(20000.0) + 1), 1e-9);
  EXPECT_EQ(lines[1].at("quantity"), "summed_violation");
  EXPECT_EQ(lines[1].at("verdict"), "holds");
  EXPECT_NEAR(std::stod(lines[1].at("bound")), 4 * std::sqrt(6.0) * std::log(80002.0) * std::sqrt(20000.0), 1e-6);
  EXPECT_EQ(lines[2].at("reason"), "no theorem with these parameters");
  lines = audited(study(measures, "bernoulli"));
  EXPECT_TRUE(contains(lines[0].at("reason"), "observed rows, which have noise")) << lines[0].at("reason");
  lines = audited(study("", "none"));
  EXPECT_TRUE(contains(lines[1].at("reason"), "measure summed_violation: add it to [study] measures"));
}

}  // namespace
}  // namespace regretta::fakes
