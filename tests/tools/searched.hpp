#pragma once
/// Searches in this process.

#include <gtest/gtest.h>

#include <string>

#include "regretta/engine/evidence/stopping/run_policy.hpp"
#include "regretta/engine/search/search.hpp"
#include "regretta/tools/standard_catalogue.hpp"

namespace regretta::fakes {

inline const Catalogue& shipped_catalogue() {
  static const Catalogue all = standard_catalogue();
  return all;
}

inline SearchSpace space_of(const std::string& text, const Catalogue& catalogue = shipped_catalogue()) {
  return {parse_study(text, "s.toml", "", {}), catalogue};
}

inline SearchOptions with_threads(int threads) {
  return {.make_tpe = {}, .run = {.policy = usual_policy(), .threads = threads}};
}

/// Searches in the space of `text`, into the file at `path`.
inline SearchOutcome searched(const std::string& text, const std::string& path, int threads) {
  const SearchSpace space = space_of(text);
  SearchObserver nobody;
  return run_search(space, read_rules(space), shipped_catalogue(), path, with_threads(threads), nobody);
}

/// `text` with the first `from` replaced; a failure if there is none.
inline std::string replaced_in(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, text.npos) << from;
  return at == text.npos ? text : text.replace(at, from.size(), to);
}

}  // namespace regretta::fakes
