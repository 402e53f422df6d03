// Writing arrays into an .npz, for any texts and sizes.

#include <gtest/gtest.h>

#include <cstring>
#include <stdexcept>

#include "npz_arrays.hpp"
#include "program_process.hpp"
#include "regretta/tools/commands/npz_file.hpp"

namespace regretta::fakes {
namespace {

TEST(NpzFile, TextsOfAnyBytes) {
  const Folder folder;
  NpzFile file(folder.path("t.npz"));
  file.add_texts("t", {5},
                 std::vector<std::string>{"", "\u03b1\u20ac\U0001d54f", "a\xff\xe2\x82", "\xed\xa0\x80", "\xc0\x80x"});
  file.finish();
  const Npy texts = read_npz(folder.path("t.npz")).at("t");
  EXPECT_EQ(texts.type, "<U4");
  const std::u32string expected[] = {U"", U"\u03b1\u20ac\U0001d54f", U"a\ufffd\ufffd\ufffd", U"\ufffd\ufffd\ufffd",
                                     U"\ufffd\ufffdx"};
  for (std::size_t k = 0; k < 5; ++k) {
    std::u32string found(4, U'\0');
    std::memcpy(found.data(), texts.bytes.data() + 16 * k, 16);
    EXPECT_EQ(found.substr(0, std::min(found.find(U'\0'), found.size())), expected[k]) << k;
  }
}

TEST(NpzFile, ArraysAreAsLongAsTheySay) {
  const Folder folder;
  NpzFile file(folder.path("t.npz"));
  const std::size_t array = file.add_reals("x", {2, 2});
  file.append(array, std::vector<double>{1, 2, 3});
  EXPECT_THROW(file.finish(), std::logic_error);
  EXPECT_EQ(folder.names(), std::vector<std::string>{});
}

}  // namespace
}  // namespace regretta::fakes
