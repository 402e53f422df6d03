#include "regretta/tools/commands/run_notes.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "regretta/engine/study/plan/work.hpp"
#include "regretta/tools/terminal/messages.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {

void report_what_is_left_out(const Plan& plan, bool strict) {
  if (plan.left_out.empty()) return;
  const auto others = std::ssize(plan.left_out) - 1;
  const std::string text =
      plan.left_out.front() + (others > 0 ? fmt::format(" (and {} like it)", counted(others, "pair")) : "");
  if (strict) throw std::invalid_argument(fmt::format("{}; without --strict the pair is left out", text));
  print_message("note: left out: {}", text);
}

void report_what_cannot_be_saved(const Plan& plan) {
  constexpr double minute = 60e9;  // of model_cost, which is roughly nanoseconds
  for (const Cell& cell : plan.cells) {
    if (pack_trials * model_cost(cell) < minute) continue;
    const char* plugin = nullptr;
    if (!cell.bound_learner.can_be_saved) plugin = cell.learner.c_str();
    for (const AdaptiveStage& stage : cell.work->without_facts().adversary->adaptive)
      if (!stage.one_trial()->can_be_saved()) plugin = stage.kind.c_str();
    if (plugin == nullptr) continue;
    print_message(
        "note: \"{}\" has no state(archive), so its trials cannot be saved while they are played; a stopped run plays "
        "them again from round 1",
        plugin);
    return;
  }
}

}  // namespace regretta
