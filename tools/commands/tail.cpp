#include <cmath>
#include <memory>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "regretta/engine/evidence/splitting/tail_chance.hpp"
#include "regretta/engine/study/blocks/workers.hpp"
#include "regretta/engine/study/maintenance/rebuilt_cells.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/terminal/display.hpp"
#include "regretta/tools/terminal/exit_status.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/messages.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/terminal/output.hpp"
#include "regretta/tools/terminal/output_formats.hpp"
#include "regretta/tools/terminal/output_options.hpp"
#include "regretta/tools/terminal/progress_display.hpp"
#include "regretta/tools/terminal/stop_signals.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/wrapped_text.hpp"

namespace regretta {
namespace {

struct TailCommand {
  std::string file;
  std::string folder;
  std::int64_t cell = 0;
  std::string metric = "violation";
  double above = 0;
  std::string method = "cheaper";
  double relative_error = 0.2;
  std::int64_t branches = 100;
  int threads = 0;
  bool quiet = false;
  std::string format = "text";
  std::string output;
};

TailMethod method_named(const std::string& name) {
  if (name == "splitting") return TailMethod::splitting;
  return name == "trials" ? TailMethod::trials : TailMethod::cheaper;
}

/// "4.1, 9.8, ..., 41.2"
std::string levels_text(const std::vector<double>& levels) {
  std::vector<std::string> shown;
  for (const double level : levels) shown.push_back(rounded(level, 3));
  if (shown.size() > 8) {
    shown.erase(shown.begin() + 3, shown.end() - 3);
    shown.insert(shown.begin() + 3, "...");
  }
  return fmt::format("{}", fmt::join(shown, ", "));
}

/// "55,400,000 rounds"
std::string rounds_text(double rounds) { return counted(static_cast<std::int64_t>(with_digits(rounds, 3)), "round"); }

/// What the estimate took, and what plain trials would have taken.
std::vector<std::string> effort_lines(const TailChance& tail, const std::string& metric, double horizon) {
  const auto pilot = static_cast<double>(tail.pilot_rounds), all = pilot + static_cast<double>(tail.rounds);
  if (!tail.is_split) {
    std::vector<std::string> lines = {fmt::format(
        "Played:  {}, {} of which are above; {}{}", counted(tail.repetitions, "plain trial"), tail.events,
        rounds_text(all),
        pilot > 0
            ? fmt::format(", {} of them in a pilot run", grouped(static_cast<std::int64_t>(with_digits(pilot, 3))))
            : "")};
    if (pilot > 0)
      lines.push_back(fmt::format("Method:  plain trials; splitting would take {} times as long",
                                  rounded(1 / tail.expected_gain, 2)));
    return lines;
  }
  return {fmt::format("Levels:  {}, of the {} so far minus {} per round{}", tail.path.levels.size(), metric,
                      rounded(tail.path.per_round, 3),
                      tail.path.levels.empty() ? "" : ": " + levels_text(tail.path.levels)),
          fmt::format("Played:  {}; {}, {} of them in a pilot run that chose the levels",
                      counted(tail.repetitions, "replication"), rounds_text(all),
                      grouped(static_cast<std::int64_t>(with_digits(pilot, 3)))),
          fmt::format("Gain:    as precise as {} plain trials of {}, which take {} times as long, going by {:g} of "
                      "their rounds per round of a branch; measured here: {} against {} of processor time",
                      grouped(static_cast<std::int64_t>(with_digits(tail.worth, 3))), rounds_text(horizon),
                      rounded(tail.gain(), 2), tail.branch_cost, duration_text(tail.seconds),
                      duration_text(tail.plain_seconds))};
}

std::string text_of(const TailCommand& options, const std::string& cell, const TailChance& tail, double horizon) {
  const std::string what = fmt::format("{} > {:g} in cell {} ({})", options.metric, options.above, options.cell, cell);
  std::vector<std::string> lines;
  if (tail.is_found) {
    const auto scientific = [](double p) { return p > 0 && p < 1e-4 ? fmt::format("{:.3g}", p) : rounded(p, 3); };
    lines = {fmt::format("{}: probability {}, 95% interval {} to {}, standard error {}%", what,
                         scientific(tail.estimate), scientific(tail.interval.low), scientific(tail.interval.high),
                         rounded(100 * tail.relative_error(), 2)),
             ""};
    for (const std::string& line : effort_lines(tail, options.metric, horizon)) lines.push_back(line);
    if (tail.failed > 0)
      lines.push_back(
          fmt::format("Failed:  {}, counted as not above", counted(tail.failed, tail.is_split ? "branch" : "trial")));
    if (tail.is_split)
      lines.emplace_back("Note:    the interval allows only for ways to that value which some branch took");
  } else {
    lines = {what + ": not reached", "",
             fmt::format("No branch of the pilot run reached this value; the highest came to {}. It is too rare for {} "
                         "branches, or impossible.",
                         rounded(tail.path.highest, 6), grouped(options.branches)),
             "To do: more --branches, or first a smaller --above"};
  }
  std::string text;
  const std::size_t width = display_of(options.output).width;
  for (const std::string& line : lines) text += wrapped(line, width, {.first = "", .others = "  "});
  return text;
}

std::string json_of(const TailCommand& options, const CellLabel& cell, const TailChance& tail) {
  nlohmann::ordered_json json;
  json["cell"] = cell.cell;
  json["learner"] = cell.learner_name;
  json["kind"] = cell.learner;
  json["metric"] = options.metric;
  json["above"] = options.above;
  json["found"] = tail.is_found;
  json["method"] = tail.is_split ? "splitting" : "trials";
  json["estimate"] = tail.estimate;
  json["standard_error"] = tail.se;
  json["low"] = tail.interval.low;
  json["high"] = tail.interval.high;
  json["levels"] = tail.path.levels;
  json["per_round"] = tail.path.per_round;
  json["highest_in_pilot"] = tail.path.highest;
  json["repetitions"] = tail.repetitions;
  json["failed"] = tail.failed;
  json["pilot_rounds"] = tail.pilot_rounds;
  json["rounds"] = tail.rounds;
  json["plain_rounds"] = tail.plain_rounds;
  json["branch_cost"] = tail.branch_cost;
  json["gain"] = tail.gain();
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

TailChance play(const TailCommand& options, const Cell& cell, const RareEvent& event, int threads) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  RunProgress progress(1);
  progress.unit = options.method == "trials" ? "events" : "replications";
  const StopSignals signals(progress.stop);
  std::optional<ProgressDisplay> display;
  if (!options.quiet) display.emplace(progress);
  return tail_chance(cell.prepared(), cell.bound_learner, event,
                     {.method = method_named(options.method),
                      .relative_error = options.relative_error,
                      .branches = static_cast<int>(options.branches)},
                     progress);
}

int tail(const TailCommand& options, const Catalogue& catalogue) {
  const StudyReader study = StudyReader::open(options.file);
  const CellLabel& label = cell_of(study, options.cell);
  if (study.study().instances > 1)
    throw std::invalid_argument(
        fmt::format("{}: its trials play {} instances, expected a study of one, whose trials are alike", options.file,
                    study.study().instances));
  const RareEvent event{metric_named(study.quantities(), options.metric), options.above};
  const Cell cell = RebuiltCells(study, catalogue, options.folder).cell(label);
  Output out(options.output);
  const int threads = startable_threads(options.threads > 0 ? options.threads : tbb::info::default_concurrency());
  TailChance found;
  try {
    found = play(options, cell, event, threads);
  } catch (const Interrupted&) {
    print_message("interrupted; nothing is kept, because replications that end early would bias the estimate");
    return exit_status::interrupted;
  }
  const auto horizon = static_cast<double>(cell.problem().horizon);
  out.write(options.format == "json" ? json_of(options, label, found)
                                     : text_of(options, cell_text(study, label), found, horizon));
  out.finish();
  if (!found.is_found) return exit_status::check_failed;
  return found.failed > 0 ? exit_status::trials_failed : exit_status::done;
}

}  // namespace

void add_tail_command(CLI::App& app, ProgramContext& context) {
  CLI::App* command = app.add_subcommand("tail", "Estimate the probability of a rare trial: violation above B");
  auto options = std::make_shared<TailCommand>();
  command->add_option("FILE", options->file, "A results file written by regretta run; a few trials are enough")
      ->required();
  expect_integer(command->add_option("--cell", options->cell, "Number of the cell, as show prints it")->required(), "N",
                 0, max_cells - 1);
  command->add_option("-m,--metric", options->metric, "A regret or violation [violation]")->type_name("QUANTITY");
  expect_number(command->add_option("--above", options->above, "The value that the rare trial exceeds")->required(),
                "B", -1e15, 1e15);
  expect_number(command->add_option("--relative-error", options->relative_error,
                                    "Standard error to aim for, relative to the probability [0.2]"),
                "E", 0.001, 1);
  expect_one_of(
      command->add_option(
          "--method", options->method,
          "splitting, plain trials, or cheaper: the one that takes less time according to a pilot run [cheaper]"),
      {"cheaper", "splitting", "trials"});
  expect_integer(command->add_option("--branches", options->branches,
                                     "Branches per level of a replication [100]; use more if B is not reached"),
                 "N", 10, 1'000'000);
  expect_integer(
      command->add_option("-t,--threads", options->threads, "Threads [all]; results do not depend on the number"), "N",
      1, 4096);
  command->add_flag("-q,--quiet", options->quiet, "No progress");
  add_format_options(*command, options->format, options->output, {"text", "json"},
                     "text or json [by the ending of --output: .json; else text]");
  add_folder_option(*command, options->folder);
  end_help(
      *command,
      "Plays new trials, by importance splitting: each time a trial exceeds the next level on its way to B, it is "
      "copied, and the copies go on with random numbers of their own. The estimate is unbiased, and depends only on "
      "the study's seed and these options. Splitting helps if trials approach B step by step; if a single early round "
      "decides, plain trials are played instead. Exit status 1 if no trial of the pilot run reached B.",
      {"regretta tail f.db --cell 2 --above 400", "The probability of a violation above 400, to about 20%"},
      {"regretta tail f.db --cell 2 --metric regret --above 90 --relative-error 0.05",
       "That of a regret above 90, to about 5%"});
  add_with_option(*command, context);
  command->callback([options, &context] { context.status = tail(*options, context.catalogue()); });
}

}  // namespace regretta
