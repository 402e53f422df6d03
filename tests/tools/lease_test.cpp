// A results file says which host writes it, for storage whose locks do not reach other hosts.

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <ctime>

#include <fmt/format.h>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/engine/study/file/database.hpp"
#include "regretta/engine/study/file/study_schema.hpp"
#include "study_dump.hpp"

namespace regretta::fakes {
namespace {

class LeaseTest : public ::testing::Test {
 protected:
  LeaseTest() { folder_.write("s.toml", dice_study); }
  Outcome run() const { return regretta(folder_, {"run", "s.toml", "--quiet"}); }
  void write(const std::string& host, long ago) const {
    const Database file(folder_.path("s.db"), Database::Mode::write);
    set_study_value(file, "lease", fmt::format("{} 4711 {}", host, std::time(nullptr) - ago));
  }
  const Folder folder_;
};

TEST_F(LeaseTest, AnotherHostThatIsWritingKeepsThisOneOut) {
  ASSERT_EQ(run().status, 0);
  const auto lease = [&] { return study_value(Database(folder_.path("s.db"), Database::Mode::read), "lease"); };
  EXPECT_FALSE(lease()) << "the run has ended";
  write("elsewhere", 20);
  const Outcome refused = run();
  EXPECT_EQ(refused.status, 2);
  EXPECT_TRUE(contains(refused.err, "host elsewhere (process 4711) has written it 2")) << refused.err;
  EXPECT_TRUE(lease()) << "it is the other's";
  for (const long ago : {91L, -1000L}) {  // or the clock was set back meanwhile
    write("elsewhere", ago);
    EXPECT_EQ(run().status, 0) << ago;
    EXPECT_FALSE(lease());
  }
  std::array<char, 256> name{};
  ASSERT_EQ(::gethostname(name.data(), name.size() - 1), 0);
  write(name.data(), 0);
  EXPECT_EQ(run().status, 0) << "locks tell of this host, and whoever wrote that has been killed";
}

TEST_F(LeaseTest, ARunWhoseFileAnotherHostHasTakenEnds) {
  ProgramProcess process(folder_, {"run", "s.toml", "--quiet", "--threads", "1", "--set", "learner.pause=20000"});
  while (blocks_in(folder_.path("s.db")) == 0 && !process.ended()) ::usleep(5'000);
  write("elsewhere", 0);
  const Outcome ended = process.wait();
  EXPECT_EQ(ended.status, 2);
  EXPECT_TRUE(contains(ended.err, "host elsewhere")) << ended.err;
  EXPECT_GT(blocks_in(folder_.path("s.db")), 0);
}

}  // namespace
}  // namespace regretta::fakes
