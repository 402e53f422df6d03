#include "regretta/tools/commands/run_notes.hpp"

#include <stdexcept>

#include <fmt/format.h>

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

}  // namespace regretta
