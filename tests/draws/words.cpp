// draws_words ORDER: writes an endless raw stream of words in an order (orders.hpp) to standard output, for dieharder.

#include <algorithm>
#include <array>
#include <cstdio>

#include "regretta/tests/draws/orders.hpp"

int main(int argc, char** argv) {
  using namespace regretta;
  const auto* const name = argc == 2 ? std::ranges::find(order_names, argv[1]) : std::end(order_names);
  if (name == std::end(order_names)) {
    std::fputs("usage: draws_words arm|round|trial|seed\n", stderr);
    return 2;
  }
  std::array<std::uint64_t, 4096> words;
  for (std::uint64_t first = 0;; first += words.size()) {
    std::size_t k = 0;
    words_by(orders[name - order_names], first, words.size(), [&](std::uint64_t word) { words[k++] = word; });
    if (std::fwrite(words.data(), sizeof words, 1, stdout) != 1) return 0;
  }
}
