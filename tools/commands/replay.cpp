#include <algorithm>
#include <atomic>
#include <exception>
#include <iterator>
#include <memory>
#include <stdexcept>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/blocks/run.hpp"
#include "regretta/engine/study/maintenance/rebuilt_cells.hpp"
#include "regretta/engine/trial/play/round_watcher.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/terminal/exit_status.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/messages.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/terminal/output.hpp"
#include "regretta/tools/terminal/stop_signals.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

struct ReplayOptions {
  std::string file;
  std::int64_t cell = 0;
  std::int64_t trial = 0;
  std::string output;
  std::string folder;
};

/// Writes rounds as lines of CSV, with the columns of write_heading.
class RoundTable {
 public:
  explicit RoundTable(Output& out) : out_(out) {}

  void add(const RoundRecord& round) {
    if (lines_++ == 0) write_heading(round);
    line_.clear();
    fmt::format_to(std::back_inserter(line_), "{}", round.t);
    append(round.x);
    fmt::format_to(std::back_inserter(line_), ",{}", round.arm + 1);
    append(round.mean_loss);
    append(round.loss);
    append(round.mean_violation);
    append(round.violation);
    append(round.uncorrupted);
    append(round.learner->values());
    line_ += "\r\n";
    out_.write(line_);
  }
  std::int64_t rounds() const { return lines_; }

 private:
  template <class Numbers>
  void append(const Numbers& numbers) {
    for (std::size_t k = 0; k < static_cast<std::size_t>(numbers.size()); ++k)
      fmt::format_to(std::back_inserter(line_), ",{}", numbers.data()[k]);
  }

  void write_heading(const RoundRecord& round) {
    std::string text = "t";
    const auto arms = round.x.size();
    const auto add_columns = [&](const std::string& column) {
      for (Eigen::Index a = 1; a <= arms; ++a) text += fmt::format(",{}_{}", column, a);
    };
    add_columns("x");
    text += ",arm";
    add_columns("mean_loss");
    add_columns("loss");
    const auto add_constraints = [&](const char* kind, Eigen::Index rows) {
      for (Eigen::Index i = 1; i <= rows; ++i) add_columns(fmt::format("{}{}", kind, i));
    };
    add_constraints("mean_g", round.violation.rows());
    add_constraints("g", round.violation.rows());
    add_constraints("uncorrupted_g", round.uncorrupted.rows());
    for (const std::string& name : round.learner->names()) text += "," + name;
    out_.write(text + "\r\n");
  }

  Output& out_;
  std::int64_t lines_ = 0;
  std::string line_;
};

/// The stored trial as a block of a single trial.
BlockResult stored_trial(const StudyReader& study, const CellLabel& label, std::int64_t trial) {
  if (trial < 0 || trial >= label.trials)
    throw std::invalid_argument(fmt::format("--trial: no trial {}, expected 0 to {}", trial, label.trials - 1));
  auto stored = study.trial(label, trial);
  if (!stored)
    throw std::invalid_argument(
        fmt::format("--trial: trial {} of cell {} is not saved yet, expected one that is (regretta run goes on)", trial,
                    label.cell));
  return {{label.cell, trial, 1}, {*std::move(stored)}};
}

/// Whether the stored trial equals, bit for bit, the trial played side by side with the others of its pack.
bool is_same_in_pack(const StudyReader& study, const Cell& cell, const BlockResult& stored, const TrialShape& shape) {
  const std::int64_t trial = stored.range.first, first = trial - trial % pack_trials;
  const auto count = static_cast<int>(std::min<std::int64_t>(pack_trials, study.layout().trials(cell.index) - first));
  BlockResult pack = advance_block(cell, {cell.index, cell.first_trial + first, count}, {});
  BlockResult replayed{stored.range, {std::move(pack.trials[static_cast<std::size_t>(trial - first)])}};
  replayed.trials.front().trial = trial;
  make_canonical(replayed, shape);
  return !difference_in_bits(study.quantities(), stored, replayed);
}

int replay(const ReplayOptions& options, const Catalogue& catalogue) {
  const StudyReader study = StudyReader::open(options.file);
  const CellLabel& label = cell_of(study, "--cell", options.cell);
  const BlockResult stored = stored_trial(study, label, options.trial);
  const Cell cell = RebuiltCells(study, catalogue, options.folder).cell(label);

  Output out(options.output);
  RoundTable table(out);
  std::atomic<bool> stop = false;
  std::exception_ptr write_error;  // stored, because an exception would count as a failure of the trial
  const std::int64_t played_trial = cell.first_trial + options.trial;
  RoundRecorder recorder(cell.prepared_for(played_trial), played_trial, [&](const RoundRecord& round) {
    try {
      table.add(round);
    } catch (...) {
      write_error = std::current_exception();
      stop = true;
    }
  });
  BlockResult replayed{stored.range, {}};
  {
    const StopSignals signals(stop);
    try {
      replayed.trials.push_back(advance_alone(cell, played_trial, {.stop = &stop, .watcher = &recorder}));
    } catch (const Interrupted&) {
      if (write_error) std::rethrow_exception(write_error);
      return exit_status::interrupted;
    }
  }
  replayed.trials.front().trial = options.trial;
  out.finish();
  make_canonical(replayed, study.shape(label));

  const std::string where = options.output.empty() ? "" : " in " + options.output;
  print_message(
      "cell {} ({}), trial {}: {}{}{}", label.cell, cell_text(study, label), options.trial,
      counted(table.rounds(), "round"), where,
      table.rounds() == 0 ? " (its learner does not play by the engine's round loop, or threw before round 1)" : "");
  if (const auto difference = difference_in_bits(study.quantities(), stored, replayed)) {
    print_message("not the trial that {} holds: {} ({})", options.file, *difference,
                  is_same_in_pack(study, cell, stored, study.shape(label))
                      ? "beside the other trials of its pack it is: its learner uses numbers that are not those of "
                        "engine/real, or shares them between trials"
                      : "a trace was edited, or another program wrote it");
    return exit_status::check_failed;
  }
  print_message("every quantity and its curve equal the saved ones to the bit: regret {}, violation {}",
                stored.trials.front()[Quantity::regret], stored.trials.front()[Quantity::violation]);
  return exit_status::done;
}

}  // namespace

void add_replay_command(CLI::App& app, ProgramContext& context) {
  CLI::App* command = app.add_subcommand("replay", "Replay one trial and print all of its rounds as CSV");
  auto options = std::make_shared<ReplayOptions>();
  command->add_option("FILE", options->file, "A results file written by regretta run")->required();
  expect_integer(command->add_option("--cell", options->cell, "Number of the cell, as show prints it")->required(), "N",
                 0, max_cells - 1);
  expect_integer(command->add_option("--trial", options->trial, "Number of the trial, from 0")->required(), "N", 0,
                 max_trials - 1);
  expect_ending_of(add_output_option(*command, options->output), {"csv"});
  add_folder_option(*command, options->folder);
  add_with_option(*command, context);
  end_help(*command,
           "Columns, arms a and constraints i from 1: t; x_a: the strategy; arm: the one drawn; mean_loss_a, "
           "mean_gi_a: the adversary's means; loss_a, gi_a: the realised values of every arm, including those the "
           "learner did not see; uncorrupted_gi_a: the means before corruption, where there is one. Then the learner's "
           "state after round t, if it has any: empty_rounds and active_rounds "
           "so far, ghati_a, width, pulls_a, multiplier_i, queue_i, chance_j. Exit status 1 if a quantity or the curve "
           "differs in any bit from the file.",
           {"regretta replay f.db --cell 3 --trial 17 --output rounds.csv",
            "Every round of one trial; regretta show --extremes names trials worth a look"},
           {"regretta replay f.db --cell 3 --trial 17 --with my-learner.hpp",
            "The same for a learner of your own, on standard output"});
  command->callback([options, &context] { context.status = replay(*options, context.catalogue()); });
}

}  // namespace regretta
