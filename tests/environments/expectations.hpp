#pragma once
/// Helpers for the tests of this folder: expected errors and their messages, brute-force checks of mean processes.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/environments/catalogue.hpp"

namespace regretta::tests {

/// Expects the body to throw InputError with this key and a message that contains all words.
template <class Body>
void expect_input_error(Body body, const std::string& key, const std::vector<std::string>& words) {
  try {
    body();
  } catch (const InputError& error) {
    EXPECT_EQ(error.key(), key) << error.what();
    for (const std::string& word : words)
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos)
          << "\"" << word << "\" is missing in: " << error.what();
    return;
  }
  ADD_FAILURE() << "no InputError; expected one for " << key;
}

/// Checks rounds 1..T of a process: row_at() is in range, same_until() is correct, values are in [low, high].
inline void check_process(const MeanRows& rows, std::int64_t horizon, std::size_t width, double low, double high) {
  ASSERT_GE(rows.num_rows(), 1);
  for (std::int64_t t = 1; t <= horizon; ++t) {
    const std::int64_t row = rows.row_at(t), last = rows.same_until(t);
    ASSERT_GE(row, 0) << "t = " << t;
    ASSERT_LT(row, rows.num_rows()) << "t = " << t;
    ASSERT_GE(last, t);
    for (std::int64_t u = t; u <= std::min({last, horizon, t + 500}); ++u)
      ASSERT_EQ(rows.row_at(u), row) << "same_until(" << t << ") = " << last << " but round " << u << " differs";
  }
  std::vector<double> out(width + 1);
  for (std::int64_t row = 0; row < rows.num_rows(); ++row) {
    std::fill(out.begin(), out.end(), NAN);
    out[width] = 7;  // read() must not write past the row
    rows.read(row, std::span(out).first(width));
    for (std::size_t e = 0; e < width; ++e) {
      ASSERT_GE(out[e], low) << "row " << row << " entry " << e;
      ASSERT_LE(out[e], high) << "row " << row << " entry " << e;
    }
    ASSERT_EQ(out[width], 7);
    if (const double* held = rows.held(row)) {
      ASSERT_TRUE(std::equal(held, held + width, out.begin())) << "row " << row;
    }
  }
}

/// The means of round t.
inline std::vector<double> means_at(const MeanRows& rows, std::int64_t t, std::size_t width) {
  std::vector<double> out(width);
  rows.read(rows.row_at(t), out);
  return out;
}

/// Builds an environment of this kind through the catalogue.
inline Adversary build(const std::string& kind, const Settings& settings, std::optional<std::int64_t> horizon,
                       std::uint64_t seed = 1, const std::string& folder = "") {
  Catalogue catalogue;
  add_environments(catalogue);
  return catalogue.build(*catalogue.environment(kind), settings, {seed, horizon, folder});
}

/// The cell of an adversary, with its facts.
inline CellWork work_of(Adversary adversary, double delta = 0.05) {
  CellWork work;
  work.seed = 7;
  work.problem = adversary.problem(delta);
  work.checkpoints = {adversary.horizon};
  work.facts = std::make_shared<const CellFacts>(compute_facts(adversary, work.checkpoints));
  work.adversary = std::make_shared<const Adversary>(std::move(adversary));
  return work;
}

inline Value text(const char* word) { return std::string(word); }

}  // namespace regretta::tests
