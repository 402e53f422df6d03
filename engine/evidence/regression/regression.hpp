#pragma once
/// Statistical regression tests in C++, as `regretta compare OLD NEW` has them on the command line:
///
///   EXPECT_TRUE(same_as_baseline("baseline.json", "new.db"));
///   EXPECT_TRUE(no_difference("old.db", "new.db"));
///   EXPECT_TRUE(equivalent("old.db", "new.db", 0.01));
///   EXPECT_TRUE(not_slower("old.json", "new.json", {.margin = 0.03}));
///
/// Old and new are study files or baselines; of not_slower, what `regretta bench --json` writes. All throw
/// StudyFileError for a file that cannot be used, std::invalid_argument where nothing could be compared.

#include <concepts>
#include <ostream>
#include <string>
#include <utility>

#include "regretta/engine/evidence/regression/changes.hpp"
#include "regretta/engine/evidence/regression/speed.hpp"

namespace regretta {

/// Passed or not, and why: what was found, a line each.
class RegressionCheck {
 public:
  RegressionCheck(bool passed, std::string message) : passed_(passed), message_(std::move(message)) {}
  explicit operator bool() const { return passed_; }
  const std::string& message() const { return message_; }
  friend std::ostream& operator<<(std::ostream& stream, const RegressionCheck& check) {
    return stream << check.message_;
  }

  /// Into what a test framework makes of a bool and a text, such as ::testing::AssertionResult: EXPECT_TRUE(check) then
  /// prints the message, though nothing here knows GoogleTest.
  template <class Result>
  requires requires(Result result, const Result& done, std::string text) {
    Result(true);
    { result << text } -> std::same_as<Result&>;
    { done.failure_message() } -> std::convertible_to<const char*>;
  }
  operator Result() const {
    Result result(passed_);
    result << message_;
    return result;
  }

 private:
  bool passed_;
  std::string message_;
};

/// Every bit is the same: cells, trials, quantities, curves, failures, whatever the versions.
RegressionCheck same_as_baseline(const std::string& baseline, const std::string& now);

/// No alarm: no mean has changed significantly, and no bit where study and version promise it. With options.margin: no
/// change is significantly beyond it.
RegressionCheck no_difference(const std::string& before, const std::string& now, const ChangesOptions& options = {});

/// Shown to be within a margin (a fraction of each old mean), in every line: too few trials to show it are a failure.
RegressionCheck equivalent(const std::string& before, const std::string& now, double margin,
                           ChangesOptions options = {});

/// Nothing is significantly slower.
RegressionCheck not_slower(const std::string& before, const std::string& now, const SpeedOptions& options = {});

/// "cell 3 (conomd-fs in stationary, T = 1000), violation: 12.3 -> 13.1 (+6.5%), changed, adjusted p 0.0002, 64 pairs"
std::string line_text(const Changes& changes, const ChangeLine& line);

}  // namespace regretta
