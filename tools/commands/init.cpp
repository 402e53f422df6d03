#include <filesystem>
#include <memory>
#include <stdexcept>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/output.hpp"

namespace regretta {
namespace {

constexpr const char* example_study = R"toml(# A study for Regretta. Run it:   regretta run {file}
# Every learner meets every environment at every horizon: that is a cell. A list where one value is expected is swept.
# What there is to choose from, with parameters and ranges:   regretta list

[study]
name = "first study"           # in tables, figures and reports; without it, the name of the file
seed = 1                       # everything random follows from it
trials = 64                    # independent trials per cell
delta = 0.05                   # failure probability in the learners' confidence widths and the theorems
# until = "ranked"             # go on until regret and violation of every two learners are told apart
# checkpoints = 32             # points of each curve over the rounds
horizon = [5_000, 20_000]      # rounds T; two horizons: a sweep. Not needed where a trace fixes T

# An adversary: means for losses and constraint violations, corruption on top, then noise.
[[environment]]
kind = "stationary"            # fixed means; "random-instance" draws them from the seed
loss = [0.2, 0.5, 0.6, 0.7, 0.8]
violation = [[0.5, -0.2, -0.3, -0.1, -0.4]]   # one list per constraint: the arm of least loss is not safe
noise = "bernoulli"            # none, bernoulli, uniform or beta

# Corrupt the violations with an exact budget C; 0 is the uncorrupted environment.
[environment.corruption]
budget = [0, 500]
schedule = "front"             # front, late, periodic or random
direction = "slander"          # slander: good arms look bad; flatter: bad arms look good

# Only learners that see the same are compared: here those that see only the arm they play (bandit feedback).
[[learner]]
# name = "paper"               # what tables and figures call it; without it, its kind
kind = "expopt-conomd"
beta = 0.5                     # each arm is first played T^beta rounds
# confidence_scale = [1.0, 0.25]   # multiplies the confidence width; 1 is the paper's

[[learner]]
kind = "pd-wa"

[[learner]]
kind = "ucb1"                  # reference: ignores the constraints
)toml";

struct InitOptions {
  std::string path = "study.toml";
  std::string source;  ///< a results file whose study is written; "": the example
  bool force = false;
};

std::string example_text(const std::string& path) {
  std::string text = example_study;
  return text.replace(text.find("{file}"), 6, path);
}

void init(const InitOptions& options, ProgramContext& context) {
  const std::string text =
      options.source.empty() ? example_text(options.path) : StudyReader::open(options.source).value("study");
  std::error_code unreadable;
  if (!options.force && std::filesystem::exists(options.path, unreadable))
    throw std::runtime_error(options.path + ": exists already; --force overwrites it");
  write_output(options.path, text);
  fmt::print("Wrote {}\nNext:    {} run {}\n", options.path, context.program, options.path);
}

}  // namespace

void add_init_command(CLI::App& app, ProgramContext& context) {
  CLI::App* command =
      app.add_subcommand("init", "Write a commented example study, or the study stored in a results file");
  auto options = std::make_shared<InitOptions>();
  command->add_option("FILE", options->path, "Where to write it [study.toml]");
  command->add_option("--from", options->source, "A results file written by regretta run: write the study it holds")
      ->type_name("FILE");
  command->add_flag("-f,--force", options->force, "Overwrite the file if it exists");
  end_help(*command, "", {"regretta init study.toml", "An example to edit and run"},
           {"regretta init again.toml --from f.db", "The study that a results file was made from"});
  command->callback([options, &context] { init(*options, context); });
}

}  // namespace regretta
