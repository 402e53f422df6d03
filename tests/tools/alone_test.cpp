// A learner whose trials differ alone from what they are beside others is found by `verify` and named by `replay`.

#include <gtest/gtest.h>

#include "fake_catalogue.hpp"
#include "program_process.hpp"

namespace regretta::fakes {
namespace {

TEST(Alone, ATrialThatDiffersAloneIsNamed) {
  const Folder folder;
  std::string text = dice_study;
  text.replace(text.find("pause = 0"), 9, "word = \"crooked\"");
  folder.write("c.toml", text);
  ASSERT_EQ(regretta(folder, {"run", "c.toml"}).status, 0);
  const Outcome result = regretta(folder, {"verify", "c.db", "--share", "100%"});
  EXPECT_EQ(result.status, 1) << result.err;
  for (const char* part :
       {"Recomputed: 36 of 36 sound blocks", ": the same bits\n",
        "Alone:      cell 0, trials 0 to 7: trial 0: regret was ", "trials 8 to 15: trial 9: regret was ",
        "trial 18: regret was ", "uses numbers that are not those of engine/real"})
    EXPECT_TRUE(contains(result.out, part)) << part << "\n" << result.out;
  const Outcome replayed = regretta(folder, {"replay", "c.db", "--cell", "0", "--trial", "9", "-o", "r.csv"});
  EXPECT_EQ(replayed.status, 1);
  EXPECT_TRUE(contains(replayed.err, "beside the other trials of its pack it is")) << replayed.err;
  EXPECT_FALSE(contains(replayed.err, "a trace was edited")) << replayed.err;
}

}  // namespace
}  // namespace regretta::fakes
