#include "regretta/tools/commands/run_display.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "regretta/tools/machine/memory.hpp"
#include "regretta/tools/terminal/messages.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {

void RunDisplay::changed(const StudyChange& change) {
  if (!shows_.messages) return;
  has_said_ = true;
  const std::string difference = change.difference.empty() ? "" : change.difference + "; ";
  print_message("going on in {}: {}{} stored trials count, {}", out_, difference, grouped(change.now),
                change.now == change.before ? "as before" : grouped(change.before) + " before");
}

void RunDisplay::opened(const std::shared_ptr<RunProgress>& progress) {
  progress_ = progress;
  signals_.emplace(progress->stop);
  if (!shows_.messages) return;
  const std::int64_t before = progress->trials_before, planned = progress->trials_planned;
  if (before > 0 && before < planned && !has_said_)
    print_message("going on with {}: {} of {}{} trials are saved", out_, grouped(before),
                  plan_.study.stop ? "at most " : "", grouped(planned));
}

void RunDisplay::starts_playing() {
  if (shows_.progress) display_.emplace(*progress_);
  before_ = resident_now();
}

void RunDisplay::has_played() {
  playing_ = most_resident();
  display_.reset();
}

void RunDisplay::report_effort(const RunOutcome& outcome, int threads, int ranks) const {
  fmt::print("Effort:  {}{}, {:.1f}% of the time in rounds; memory {}{}, {} of it per thread\n",
             counted(outcome.workers, "thread"), ranks > 1 ? fmt::format(" of {} ranks", ranks) : "",
             100 * outcome.busy_seconds / std::max(outcome.workers * outcome.seconds, 1e-9), size_text(most_resident()),
             ranks > 1 ? " in rank 0" : "", size_text(std::max(playing_ - before_, 0.0) / threads));
}

}  // namespace regretta
