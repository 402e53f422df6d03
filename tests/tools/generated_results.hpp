#pragma once
/// Learners whose trials are drawn by a law, for tests of what is said of results.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "fake_catalogue.hpp"
#include "program_process.hpp"
#include "regretta/tools/program.hpp"

namespace regretta::fakes {

/// Trials by law: uniform, exponential, a rare mode, one value, ties, nearly one value. All of a setting share noise.
struct DrawnParams {
  std::int64_t law = 0, fails = -1;
  double place = 0, spread = 1, own = 0;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("law", p.law, Range{0, 5}, "of the values");
    visit("fails", p.fails, Range{-1, 1e9}, "this trial reports a failure");
    visit("place", p.place, Range{0, 1}, "where they begin, as a share of the reach");
    visit("spread", p.spread, Range{0, 1}, "how far they go, as such a share");
    visit("own", p.own, Range{0, 1}, "share of the noise that other learners do not have");
  }

  double share(std::uint64_t number, std::uint64_t quantity, std::uint64_t learner) const {
    const double u = (1 - own) * scrambled(number, quantity) + own * scrambled(number, 10 + quantity + 7 * learner);
    const double x = law == 0   ? u
                     : law == 1 ? -std::log(u + 1e-4) / 9.3
                     : law == 2 ? double(u < 0.05)
                     : law == 3 ? 1
                     : law == 4 ? std::round(2 * u) / 2
                                : 0.5 + 0.01 * u;
    return std::clamp(place + spread * x, 0.0, 1.0);
  }
};

inline Catalogue drawn_catalogue() {
  Catalogue catalogue = dice_catalogue();
  LearnerEntry drawn{
      .name = "drawn", .summary = "draws", .feedback = "full", .parameters = describe_parameters<DrawnParams>()};
  drawn.bind = [](const Settings& settings, const Problem&, bool) {
    DrawnParams params;
    read_parameters(settings, params);
    BoundLearner bound;
    bound.run = [params](const CellWork& work, std::int64_t first, int count, const RunControl&) {
      std::vector<TrialResult> trials;
      const auto learner = static_cast<std::uint64_t>(1e6 * (params.place + params.spread));
      for (std::int64_t trial = first; trial < first + count; ++trial) {
        TrialResult& result = trials.emplace_back(throw_dice(work, {.fails = params.fails}, trial));
        if (result.failure) continue;
        const auto number = static_cast<std::uint64_t>(trial) + 1000003 * work.seed;
        result[Quantity::expected_regret] = -12 + 24 * params.share(number, 0, learner);
        result[Quantity::regret] = result[Quantity::expected_regret] + 0.1 * scrambled(number, 2);
        result[Quantity::violation] = 50 * (1 - params.share(number, 1, learner));
        CurvePoint last;
        std::copy_n(result.quantities.begin(), last.size(), last.begin());
        result.curve = Curve();
        for (std::size_t k = 0; k < work.checkpoints.size(); ++k) result.curve.push_back(last);
      }
      return trials;
    };
    return bound;
  };
  catalogue.learners = {drawn};
  return catalogue;
}

/// What the program prints of studies of such learners, in this process, which is much faster than one of its own.
inline std::string printed(const Folder& folder, std::vector<std::string> words) {
  static const Catalogue catalogue = drawn_catalogue();
  words.insert(words.begin(), "regretta");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  const std::string file = folder.path("said");
  std::fflush(stdout);
  const int own = ::dup(STDOUT_FILENO), other = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ::dup2(other, STDOUT_FILENO);
  const int status = regretta_main(static_cast<int>(arguments.size()), arguments.data(), catalogue);
  std::fflush(stdout);
  ::dup2(own, STDOUT_FILENO);
  ::close(own);
  ::close(other);
  EXPECT_TRUE(status == 0 || (words[1] == "run" && status == 3))
      << words[1] << ": " << status;  // 3: trials have failed
  return read_text(file);
}

}  // namespace regretta::fakes
