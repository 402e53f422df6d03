#pragma once
/// What `regretta run` shows while it goes on.

#include <memory>
#include <optional>
#include <string>

#include "regretta/engine/study/run_study.hpp"
#include "regretta/tools/terminal/progress_display.hpp"
#include "regretta/tools/terminal/stop_signals.hpp"

namespace regretta {

/// That it resumes, its progress, and its memory. A signal stops the run.
class RunDisplay final : public RunObserver {
 public:
  struct Shows {
    bool messages = true, progress = true;
  };
  /// Must not outlive `plan`. out: the results file.
  RunDisplay(const Plan& plan, std::string out, Shows shows) : plan_(plan), out_(std::move(out)), shows_(shows) {}

  void changed(const StudyChange& change) override;
  void opened(const std::shared_ptr<RunProgress>& progress) override;
  void starts_playing() override;
  void has_played() override;

  /// threads: of this process.
  void report_effort(const RunOutcome& outcome, int threads, int ranks) const;

 private:
  const Plan& plan_;
  std::string out_;
  Shows shows_;
  bool has_said_ = false;  ///< how much of the file counts
  std::shared_ptr<RunProgress> progress_{};
  std::optional<StopSignals> signals_{};
  std::optional<ProgressDisplay> display_{};
  double before_ = 0, playing_ = 0;  ///< resident bytes before the workers start, and the peak when they have ended
};

}  // namespace regretta
