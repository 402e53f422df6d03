// What a saved state may not say: the reader refuses it before it is used or memory is taken for it.

#include "regretta/engine/trial/contract/trial_state.hpp"

#include <gtest/gtest.h>

namespace regretta {
namespace {

template <class... Members>
std::string written(Members&&... members) {
  StateWriter writer;
  writer(members...);
  return writer.take();
}
template <class... Members>
void read(const std::string& bytes, Members&&... members) {
  StateReader reader(bytes, 1);
  reader(members...);
}

struct Large {
  std::array<double, 1 << 20> numbers;
  template <class Archive>
  void state(Archive& archive) {
    archive(numbers[0]);
  }
};

TEST(TrialState, HasTheSizesOfANewObject) {
  std::vector<double> three(3, 1.0), four(4, 2.0);
  const std::string bytes = written(three);
  EXPECT_THROW(read(bytes, four), WrongState);
  EXPECT_EQ(four.size(), 4U);
  std::vector<double> again(3, 0.0);
  read(bytes, again);
  EXPECT_EQ(again, three);
  Vector<double> column(3), longer(4);
  EXPECT_THROW(read(written(column), longer), WrongState);
}

TEST(TrialState, GrowsOnlyAsFarAsItsOwnerSays) {
  std::string bytes = written(std::uint64_t{5000}) + std::string(5000, '\0');  // five thousand of 8 MB
  std::vector<Large> grown;
  EXPECT_THROW(read(bytes, Growing(grown, 2)), WrongState);
  EXPECT_EQ(grown.capacity(), 0U);
  std::string text = "as long as it may be";
  bytes = written(Growing(text, 20));
  EXPECT_THROW(read(bytes, Growing(text, 19)), WrongState);
  text.clear();
  read(bytes, Growing(text, 20));
  EXPECT_EQ(text, "as long as it may be");
}

TEST(TrialState, NamesArmsThatExist) {
  for (const int arm : {-1, 3, 1 << 30}) {
    int read_into = 0;
    EXPECT_THROW(read(written(arm), ArmIndex(read_into, 3)), WrongState) << arm;
  }
  int arm = 2, restored = 0;
  read(written(ArmIndex(arm, 3)), ArmIndex(restored, 3));
  EXPECT_EQ(restored, 2);
  Index<Pack<4>> arms{0, 2, 5, 1}, into{};
  const std::string bytes = written(ArmIndex(arms, 6));
  EXPECT_THROW(read(bytes, ArmIndex(into, 5)), WrongState);
  read(bytes, ArmIndex(into, 6));
  EXPECT_EQ(into, arms);
}

TEST(TrialState, FlagsAreTrueOrFalse) {
  bool flag = false;
  std::optional<double> number;
  const std::string two = written(std::uint64_t{2}, 0.5);
  EXPECT_THROW(read(two, flag), WrongState);
  EXPECT_THROW(read(two, number), WrongState);
}

}  // namespace
}  // namespace regretta
