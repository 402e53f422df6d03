#include "regretta/tools/commands/dry_run.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>

#include <fmt/format.h>

#include "regretta/engine/study/file/study_file.hpp"
#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/tools/commands/estimate.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

std::string time_text(const Needs& needs, int threads) {
  if (needs.at_least && needs.calibrated == 0) return "unknown: every setting is too large to be measured in a second";
  return fmt::format("{} {} on {} (scaled up from {} of measuring)", needs.at_least ? "more than" : "about",
                     duration_text(needs.seconds), counted(threads, "thread"), duration_text(needs.calibrated));
}

/// Of rank and report (measured): the trials of the cells that are compared at one time (contest.hpp), in two
/// quantities, those that are kept (Results::values), in three, and what is said of every cell.
double analysis_bytes(const Plan& plan) {
  std::map<const SharedWork*, double> settings;  // the number of learners in each
  for (const Cell& cell : plan.cells) ++settings[cell.work.get()];
  const auto largest = std::ranges::max_element(settings, {}, [](const auto& setting) { return setting.second; });
  const double of_cell = 16 * static_cast<double>(plan.study.trials), cells = static_cast<double>(plan.cells.size());
  const double compared = std::max(std::min(64e6, of_cell * cells), of_cell * largest->second);
  return 25e6 + 1e4 * cells + compared + std::min(32e6, 1.5 * of_cell * cells);
}

}  // namespace

void dry_run(const Plan& plan, const std::string& out, const Shard& shard, int threads, bool anew) {
  Stretches missing;
  const auto cells = static_cast<std::int64_t>(plan.cells.size());
  if (std::filesystem::exists(out)) {
    const StudyReader file = StudyReader::open(out);
    check_same_engine(file.database());
    const auto change = change_to(file, plan, shard);
    if (change && !anew) refuse_unless_of_study(out, *change);
    missing = missing_blocks(file.database(), change ? layout_of(plan) : file.layout(), shard);
  } else {
    missing = planned_blocks(layout_of(plan), shard);
  }
  const Needs needs = estimate(plan, missing, threads);
  std::set<const SharedWork*> environments;
  for (const Cell& cell : plan.cells) environments.insert(cell.work.get());

  fmt::print("Study:   {}\n", plan.study.name);
  fmt::print("Cells:   {} ({})\n", grouped(cells),
             plan.left_out.empty()
                 ? fmt::format("{} x {}", counted(std::ssize(environments), "environment setting"),
                               counted(cells / std::ssize(environments), "learner setting"))
                 : fmt::format("{}, {} left out", counted(std::ssize(environments), "environment setting"),
                               counted(std::ssize(plan.left_out), "incompatible pair")));
  const std::int64_t ahead = trials_in(missing);
  const std::int64_t all = planned_trials(layout_of(plan), shard);
  const char* at_most = plan.study.stop ? "at most " : "";
  if (shard.is_whole()) {
    fmt::print("Trials:  {}{} ({} per cell)", at_most, grouped(all), grouped(plan.study.trials));
  } else {
    fmt::print("Trials:  {}{} in shard {} ({} per cell in all shards)", at_most, grouped(all), shard.text(),
               grouped(plan.study.trials));
  }
  if (plan.study.instances > 1) fmt::print(" of {} instances", grouped(plan.study.instances));
  if (ahead < all) fmt::print(", {} still to do", grouped(ahead));
  fmt::print("\nRounds:  {}\n",
             needs.rounds < 1e15 ? grouped(static_cast<std::int64_t>(needs.rounds)) : rounded(needs.rounds, 4));
  fmt::print("Time:    {}\n", time_text(needs, threads));
  fmt::print("Memory:  about {}; rank and report of all trials about {}\n", size_text(needs.memory),
             size_text(analysis_bytes(plan)));
  fmt::print("Disk:    about {}\n", size_text(needs.disk));
  fmt::print("Nothing was written; without --dry-run results go to {}\n", out);
}

}  // namespace regretta
