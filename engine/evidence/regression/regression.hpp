#pragma once
/// Statistical regression tests for C++ test suites, the counterpart of `regretta compare OLD NEW`:
///
///   EXPECT_TRUE(same_as_baseline("baseline.json", "new.db"));
///   EXPECT_TRUE(no_difference("old.db", "new.db"));
///   EXPECT_TRUE(equivalent("old.db", "new.db", 0.01));
///   EXPECT_TRUE(not_slower("old.json", "new.json", {.margin = 0.03}));
///
/// Old and new are study files or baselines; for not_slower, files written by `regretta bench --format json`. All
/// functions throw StudyFileError if a file cannot be used, and std::invalid_argument if there is nothing to compare.

#include <concepts>
#include <ostream>
#include <string>
#include <utility>

#include "regretta/engine/evidence/regression/changes.hpp"
#include "regretta/engine/evidence/regression/speed.hpp"

namespace regretta {

/// Whether a test passed, and a message with one line per result.
class RegressionCheck {
 public:
  RegressionCheck(bool passed, std::string message) : passed_(passed), message_(std::move(message)) {}
  explicit operator bool() const { return passed_; }
  const std::string& message() const { return message_; }
  friend std::ostream& operator<<(std::ostream& stream, const RegressionCheck& check) {
    return stream << check.message_;
  }

  /// Converts to the result type of a test framework, such as ::testing::AssertionResult, so that EXPECT_TRUE(check)
  /// prints the message. Nothing here depends on GoogleTest.
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

/// Passes if all bits agree, whatever the versions: cells, trials, quantities, curves, failures.
RegressionCheck same_as_baseline(const std::string& baseline, const std::string& now);

/// Passes if there is no alarm: no mean has changed significantly (with options.margin: beyond the margin), and no bit
/// has changed where study and version promise equal bits and no plugin has changed.
RegressionCheck no_difference(const std::string& before, const std::string& now, const ChangesOptions& options = {});

/// Passes if every line is shown to be within the margin (a fraction of each old mean). Fails if there are too few
/// trials to show it.
RegressionCheck equivalent(const std::string& before, const std::string& now, double margin,
                           ChangesOptions options = {});

/// Passes if no benchmark is significantly slower.
RegressionCheck not_slower(const std::string& before, const std::string& now, const SpeedOptions& options = {});

/// Such as "cell 3 (conomd-fs in stationary, T = 1000), violation: 12.3 -> 13.1 (+6.5%), changed, adjusted p 0.0002, 64
/// pairs".
std::string line_text(const Changes& changes, const ChangeLine& line);

}  // namespace regretta
