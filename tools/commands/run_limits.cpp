#include "regretta/tools/commands/run_limits.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include <fmt/format.h>

#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/tools/commands/estimate.hpp"
#include "regretta/tools/terminal/messages.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {

std::int64_t trials_with_more(const std::string& path, std::int64_t more) {
  if (!std::filesystem::exists(path))
    throw std::invalid_argument(fmt::format(
        "--more: there is no {} yet, expected a file with trials to add to; run without --more first", path));
  const StudyReader study = StudyReader::open(path);
  if (study.has_stop_rule())
    throw std::invalid_argument(fmt::format(
        "--more: a stop rule chooses the trials of {}, expected --until with more --most-trials, or --set study.trials",
        path));
  const std::string before = study.value("trials_before");
  const bool is_under_way = !before.empty() && std::stoll(before) + more == study.trials();
  return study.trials() + (is_under_way ? 0 : more);
}

void limit_by_minutes(Plan& plan, double minutes, const std::string& out, int threads) {
  if (!plan.study.limited_by_work)
    throw std::invalid_argument(
        "--minutes: expected beside --until without --most-trials, or for a study that leaves study.trials out");
  if (std::filesystem::exists(out)) {
    const Study stored = StudyReader::open(out).study();
    if (stored.stop && stored.stop == plan.study.stop) {
      plan.study.trials = stored.trials;
      return;
    }
  }
  plan.study.trials = std::max(plan.study.stop->least, trials_in_seconds(plan, 60 * minutes, threads));
  print_message("note: {:g} minutes allow about {} trials per cell; --most-trials {} repeats this run", minutes,
                grouped(plan.study.trials), plan.study.trials);
}

}  // namespace regretta
