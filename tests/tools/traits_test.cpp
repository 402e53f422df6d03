// What a results file says of its learners: what they see, know and ignore.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "eight_learners.hpp"
#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/evidence/comparison/ranking.hpp"
#include "regretta/engine/study/file/stored_facts.hpp"
#include "regretta/engine/study/file/study_schema.hpp"

namespace regretta::fakes {
namespace {

// With full feedback its play did not differ from that of a learner that knows another C, and so it was recommended.
TEST(Traits, WhoKnowsTheCorruptionIsNeverRecommended) {
  const ShippedCatalogue shipped;
  const Folder folder;
  std::string text = eight_learners;
  text.replace(text.find("[\"conomd-fs\", \"ucpd\", \"hedge\"]"), 30, "[\"conomd-fs\", \"ucpd\", \"known-c\"]");
  const Results study = results_of_run(folder, text);
  const Overall overall = rank_learners(study).overall;
  EXPECT_TRUE(learner_of_kind(overall, "known-c").is_reference);
  EXPECT_EQ(learner_of_kind(overall, "known-c").quantities[0].tally.settings(), 0);
  const std::string said = regretta(folder, {"rank", "s.db"}).out;
  EXPECT_TRUE(contains(said, "of the 2 learners that see all arms")) << said;
  EXPECT_TRUE(contains(said, "Reference lines, never best: known-c and optimal (given what nobody knows beforehand); "))
      << said;
  const std::string rows = regretta(folder, {"rank", "s.db", "--overall", "--format", "csv"}).out;
  EXPECT_TRUE(contains(rows, "known-c,full,prior knowledge")) << rows;
}

TEST(Traits, TraitsThatHaveChangedAreNoticed) {
  const ShippedCatalogue shipped;
  const Folder folder;
  folder.write("s.toml", eight_learners);
  ASSERT_EQ(regretta(folder, {"run", "s.toml", "-q", "-o", "s.db", "--set", "study.trials=8"}).status, 0);
  const Database database(folder.path("s.db"), Database::Mode::write);
  std::string traits = study_value(database, "learner_traits").value_or("");
  const auto place = traits.find("\"feedback\":\"bandit\"");
  ASSERT_NE(place, std::string::npos) << traits;
  traits[place + 12] ^= 1;  // one bit
  set_study_value(database, "learner_traits", traits);
  EXPECT_EQ(regretta(folder, {"rank", "s.db"}).status, 2);
  set_study_value(database, "learner_traits", "[]");
  EXPECT_EQ(regretta(folder, {"rank", "s.db"}).status, 2);
  set_study_value(database, "learner_traits", traits);
  const Outcome verified = regretta(folder, {"verify", "s.db", "--share", "0"});
  EXPECT_EQ(verified.status, 1);
  EXPECT_TRUE(contains(verified.out, "the traits of its learners have changed")) << verified.out;
}

}  // namespace
}  // namespace regretta::fakes
