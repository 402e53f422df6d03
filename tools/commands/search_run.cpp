#include "regretta/tools/commands/search_run.hpp"

#include <optional>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/evidence/stopping/run_policy.hpp"
#include "regretta/engine/search/alternation.hpp"
#include "regretta/engine/search/cost.hpp"
#include "regretta/engine/search/found_study.hpp"
#include "regretta/engine/search/growth.hpp"
#include "regretta/engine/search/search.hpp"
#include "regretta/engine/study/file/build.hpp"
#include "regretta/engine/study/text/canonical.hpp"
#include "regretta/tools/commands/search_alternation.hpp"
#include "regretta/tools/commands/search_display.hpp"
#include "regretta/tools/commands/search_text.hpp"
#include "regretta/tools/machine/instruction_set.hpp"
#include "regretta/tools/search/optuna.hpp"
#include "regretta/tools/terminal/display.hpp"
#include "regretta/tools/terminal/exit_status.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/terminal/output.hpp"
#include "regretta/tools/terminal/output_formats.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/shell_text.hpp"

namespace regretta {
namespace {

/// Plays what was found at longer horizons, into a file beside `out`, and says how it grows. Notes an interruption.
std::string grown(const SearchSpace& space, const SearchRules& rules, SearchOutcome& outcome,
                  const Catalogue& catalogue, const std::string& out, const RunOptions& run, SearchDisplay& display) {
  const std::string file = file_beside(out, "growth");
  const Plan plan = make_plan(growth_study(space, rules, outcome, catalogue), catalogue);
  const RunOutcome played = run_study(plan, file, run, display);
  outcome.interrupted = played.interrupted;
  if (played.interrupted) return "";
  outcome.seconds += played.seconds;
  outcome.rounds += growth_rounds(space, rules);
  return "\n" +
         growth_text(growth_of(Results::open(file), catalogue, rules.alpha), rules, plan.study, file, display_of(""));
}

std::string title_of_best(const SearchRules& rules, const SearchOutcome& outcome) {
  if (rules.wants_front())
    return fmt::format("The front of a search, {}", counted(std::ssize(found_members(outcome)), "member"));
  return fmt::format("Candidate {} of a search{}", outcome.finalists.front().candidate,
                     outcome.ablation && outcome.ablation->simplest.place > 0 ? " in its simplest form" : "");
}

/// What is told when it has ended.
struct Told {
  bool interrupted = false;
  double seconds = 0;  ///< of this run
  int workers = 0;
  std::string text{};
  std::optional<Study> best{};
  std::string of_best{};  ///< a comment
};

Told search(const SearchSpace& space, const SearchRules& rules, const Catalogue& catalogue, const std::string& out,
            const SearchOptions& options, SearchDisplay& display, const TellFirst& tell_first) {
  SearchOutcome outcome = run_search(space, rules, catalogue, out, options, display);
  std::string growth;
  if (!outcome.interrupted && !outcome.finalists.empty() && !rules.horizons.empty())
    growth = grown(space, rules, outcome, catalogue, out, options.run, display);
  Told told{.interrupted = outcome.interrupted, .seconds = outcome.seconds, .workers = outcome.workers};
  if (outcome.interrupted) return told;
  if (!outcome.finalists.empty()) {
    if (tell_first) told.text = tell_first(outcome);
    told.best = found_study(space, rules, outcome);
    told.of_best = fmt::format("# {}, on trials that it was judged by.\n", title_of_best(rules, outcome));
  }
  told.text += outcome_text(space, rules, outcome, out, display_of("")) + growth;
  return told;
}

Told alternate(const SearchSpace& space, const SearchRules& rules, const Catalogue& catalogue, const std::string& out,
               const SearchOptions& options, SearchDisplay& display) {
  AlternationOutcome outcome = run_alternation(space, rules, catalogue, out, options, display);
  Told told{.interrupted = outcome.interrupted, .seconds = outcome.seconds, .workers = outcome.workers};
  if (outcome.interrupted) return told;
  told.text = alternation_text(space, rules, outcome, out, display_of(""));
  told.best = std::move(outcome.study);
  told.of_best = "# The learner that a search found, and that of the defaults, in all environments that it found.\n";
  return told;
}

}  // namespace

void add_search_run_options(CLI::App& command, SearchRunOptions& options, const std::string& file,
                            ProgramContext& context) {
  expect_ending_of(
      command.add_option("-o,--output", options.out, "The results file to write or resume " + file)->type_name("FILE"),
      {"results"});
  command
      .add_option("--best", options.best,
                  "Write the best candidate, made simpler, as a study of its own for regretta run; of two aims all "
                  "members of the front")
      ->type_name("STUDY");
  expect_integer(command.add_option("-t,--threads", options.threads,
                                    "Worker threads [all]; what is found does not depend on the number"),
                 "N", 1, 4096);
  repeatable(command.add_option("--set", options.overrides,
                                "Override a value of the study, such as search.rounds=1e10; may be repeated"))
      ->type_name("KEY=VALUE");
  command.add_flag("-n,--dry-run", options.dry_run, "Only print the space and an estimate: candidates, rounds, time");
  command.add_flag("-q,--quiet", options.quiet, "No progress and no report; errors only");
  add_with_option(command, context);
}

int run_and_tell(const Study& study, SearchRunOptions options, ProgramContext& context, const TellFirst& tell_first) {
  if (options.threads == 0) options.threads = context.ranks.threads_each();
  const SearchSpace space(study, context.catalogue());
  const SearchRules rules = read_rules(space);
  if (options.dry_run) {
    write_output("", cost_text(space, rules, context.catalogue(), options.threads, options.out));
    return exit_status::done;
  }
  SearchDisplay display(!options.quiet);
  const RunOptions run{.policy = usual_policy(),
                       .threads = options.threads,
                       .build = build_text(name_of(chosen_instruction_set())),
                       .call_others = [&](const Plan& plan) { return context.ranks.call(plan); }};
  const SearchOptions given{.make_tpe = make_tpe, .run = run};
  const Told told = rules.against == Against::search
                        ? alternate(space, rules, context.catalogue(), options.out, given, display)
                        : search(space, rules, context.catalogue(), options.out, given, display, tell_first);
  display.close();
  if (told.interrupted) {
    if (!options.quiet)
      fmt::print("Interrupted: what was played is in {}; give the same command again to go on\n", options.out);
    return exit_status::interrupted;
  }
  if (!options.best.empty()) {
    if (!told.best) throw std::invalid_argument("--best: no candidate could be played to the end");
    Study best = make_plan(*told.best, context.catalogue()).study;
    best.means.clear();  // so that its values can be overridden
    write_output(options.best, told.of_best + canonical_text(best));
  }
  if (options.quiet) return exit_status::done;
  write_output("", told.text);
  if (told.workers > 0)
    fmt::print("Effort:   {} of playing on {}{}\n", duration_text(told.seconds), counted(told.workers, "thread"),
               context.ranks.size() > 1 ? fmt::format(" of {} ranks", context.ranks.size()) : "");
  if (!options.best.empty())
    fmt::print("Best:     {} (next: {} run {})\n", options.best, context.program, shell_quoted(options.best));
  return exit_status::done;
}

}  // namespace regretta
