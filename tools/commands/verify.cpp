#include <atomic>
#include <chrono>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>
#include <tbb/info.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/evidence/diagnosis.hpp"
#include "regretta/engine/evidence/tables/facts.hpp"
#include "regretta/engine/study/file/file_lock.hpp"
#include "regretta/engine/study/file/stored_facts.hpp"
#include "regretta/engine/study/maintenance/verify.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/terminal/exit_status.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/messages.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/terminal/stop_signals.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/parsed_number.hpp"
#include "regretta/tools/text/shell_text.hpp"

namespace regretta {
namespace {

struct VerifyOptions {
  std::string file;
  std::string share = "1%";
  std::optional<std::uint64_t> seed;
  int threads = 0;
  bool drop_damaged = false;
  std::string folder;
};

/// The share that a text such as "1%" or "0.01" means. Throws std::invalid_argument for any other text.
double share_of(const std::string& text) {
  const bool in_percent = text.ends_with('%');
  const double value =
      parsed_number<double>(text.substr(0, text.size() - (in_percent ? 1 : 0))).value_or(-1) / (in_percent ? 100 : 1);
  if (!(value >= 0 && value <= 1))
    throw std::invalid_argument(
        fmt::format("--share: \"{}\" is not a share, expected 0% to 100%, or 0 to 1, such as 1% or 0.01", text));
  return value;
}

/// Prints a line for each of the first 20 blocks, and the number of the others.
void print_bad(const char* heading, const std::vector<BadBlock>& blocks) {
  constexpr std::size_t most = 20;
  for (std::size_t k = 0; k < std::min(blocks.size(), most); ++k) {
    const BlockRange& range = blocks[k].range;
    fmt::print("{} cell {}, trials {} to {}: {}\n", heading, range.cell, range.first, range.end() - 1,
               printable(blocks[k].what));
  }
  if (blocks.size() > most)
    fmt::print("{} and {} more\n", heading, counted(std::ssize(blocks) - static_cast<std::int64_t>(most), "block"));
}

void print_health(const VerifyOptions& options, const StudyHealth& health) {
  const std::int64_t saved = std::ssize(health.sound) + std::ssize(health.damaged);
  fmt::print("Checked:    {}, {} of {} saved: {}\n", options.file, grouped(saved),
             counted(saved + health.missing, "block"),
             health.damaged.empty() ? "every checksum matches"
                                    : fmt::format("{} damaged", counted(std::ssize(health.damaged), "block")));
  print_bad("Damaged:   ", health.damaged);
  for (const std::string& line : health.database) fmt::print("Database:   {}\n", printable(line));
}

/// Recomputes a sample of the blocks. Throws StudyFileError if the cells cannot be rebuilt.
std::vector<BadBlock> check_bits(const VerifyOptions& options, const StudyReader& study, const StudyHealth& health,
                                 const Catalogue& catalogue) {
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  const std::uint64_t seed = options.seed ? *options.seed : static_cast<std::uint64_t>(now) / 1000 % 1'000'000'000;
  const std::vector<BlockRange> sampled = sample(health.sound, share_of(options.share), seed);
  if (sampled.empty()) return {};
  std::atomic<bool> stop = false;
  const StopSignals signals(stop);
  RebuiltCells cells(study, catalogue, options.folder);
  const int threads = options.threads > 0 ? options.threads : tbb::info::default_concurrency();
  std::vector<BadBlock> different = recompute(study, cells, sampled, threads, stop);
  fmt::print("Recomputed: {} of {} (--seed {}): {}\n", grouped(std::ssize(sampled)),
             counted(std::ssize(health.sound), "sound block"), seed,
             different.empty() ? "the same bits" : fmt::format("{} different", std::ssize(different)));
  print_bad("Different: ", different);
  return different;
}

/// A command that may recover more than --drop-damaged does.
std::string recover_command(const VerifyOptions& options) {
  return fmt::format("`sqlite3 {} .recover`", shell_quoted(options.file));
}

/// Opens the file. Elsewhere, messages about damage suggest `regretta verify`; this one suggests another remedy.
StudyReader open_damaged(const VerifyOptions& options) {
  try {
    return StudyReader::open(options.file);
  } catch (const StudyFileError& error) {
    if (error.fault() != FileFault::damaged) throw;
    throw std::runtime_error(fmt::format(
        "{}; not even its description can be read: `regretta run STUDY --output {} --anew` writes it again and keeps "
        "the trials ({} may read it where its pages are broken)",
        error.what(), shell_quoted(options.file), recover_command(options)));
  }
}

/// Compares the stored facts with those computed from the blocks, and checks the checksum of the learners' traits.
void examine_facts(StudyReader study, StudyHealth& health) {
  try {
    stored_traits(study);
    if (const auto cells = cells_with_wrong_facts(Results(std::move(study))); !cells.empty())
      health.database.push_back(fmt::format("the facts of {} do not follow from the blocks", some_cells(cells)));
  } catch (const StudyFileError& error) {
    health.database.push_back(error.problem());
  }
}

StudyHealth examine_and_print(const VerifyOptions& options, const StudyReader& study) {
  StudyHealth health = examine(study);
  if (health.is_sound()) examine_facts(study, health);
  print_health(options, health);
  return health;
}

void drop(const VerifyOptions& options, const StudyHealth& health) {
  try {
    drop_damaged(options.file, health.bad_rows);
  } catch (const StudyFileError& error) {
    if (error.fault() != FileFault::damaged) throw;
    throw std::runtime_error(
        fmt::format("{}; nothing was dropped: {} may read it", error.what(), recover_command(options)));
  }
  fmt::print("Dropped:    {}, with all that follows from blocks; `regretta run` plays them again\n",
             counted(std::ssize(health.bad_rows), "block"));
}

int verify(const VerifyOptions& options, ProgramContext& context) {
  share_of(options.share);       // called because it throws if that is not a share
  std::optional<FileLock> lock;  // must outlive every connection
  if (options.drop_damaged && std::filesystem::is_regular_file(options.file)) {
    lock.emplace(options.file);
    if (!lock->taken())
      throw StudyFileError(options.file, FileFault::unusable,
                           "a run is writing it; wait for it, or verify without --drop-damaged");
  }
  std::optional<StudyReader> study = open_damaged(options);
  StudyHealth health = examine_and_print(options, *study);
  if (options.drop_damaged && !health.is_sound()) {
    study.reset();
    drop(options, health);
    study = open_damaged(options);
    health = examine_and_print(options, *study);
  }
  std::vector<BadBlock> different;
  std::string not_recomputed;
  try {
    different = check_bits(options, *study, health, context.catalogue());
  } catch (const StudyFileError& error) {  // for example if a trace is missing; damaged blocks are still reported
    not_recomputed = error.what();
    fmt::print("Recomputed: nothing\n");
  }
  if (!different.empty())
    fmt::print(
        "            (the file was made by another program, or its environment has changed, or a learner's trials "
        "depend on\n            what was played before them: `check` tests a learner; --share 100% recomputes every "
        "block)\n");
  if (!health.is_sound() && !options.drop_damaged)
    fmt::print("Next:       {} verify {} --drop-damaged, then the run command again: it plays only what was damaged\n",
               context.program, shell_quoted(options.file));
  if (!health.pages_are_sound)
    fmt::print("            (its pages or indexes are broken: {} may read more of it)\n", recover_command(options));
  if (!not_recomputed.empty())
    throw std::runtime_error(
        not_recomputed +
        "; --with FILE adds plugins of your own, --folder says where its files are, --share 0 recomputes nothing");
  return health.is_sound() && different.empty() ? exit_status::done : exit_status::check_failed;
}

}  // namespace

void add_verify_command(CLI::App& app, ProgramContext& context) {
  CLI::App* command =
      app.add_subcommand("verify", "Check every stored value, and recompute a sample to compare its bits");
  auto options = std::make_shared<VerifyOptions>();
  command->add_option("FILE", options->file, "A results file written by regretta run")->required();
  command->add_option("--share", options->share, "Share of the blocks to recompute, such as 5% or 0.05 [1%]")
      ->type_name("SHARE");
  expect_integer(
      command->add_option("--seed", options->seed, "Draws the sample [a new one each time, which is printed]"), "N", 0,
      std::numeric_limits<std::int64_t>::max());
  expect_integer(command->add_option("-t,--threads", options->threads, "Worker threads [all]"), "N", 1, 4096);
  command->add_flag("--drop-damaged", options->drop_damaged, "Delete damaged blocks; run plays them again");
  add_folder_option(*command, options->folder);
  add_with_option(*command, context);
  end_help(*command,
           "Exit status 0: all is well, or damaged blocks have been dropped; 1: something is damaged, or recomputed "
           "differently; 2: "
           "even the description of the study cannot be read.",
           {"regretta verify f.db --share 5%", "Check every checksum and recompute a twentieth of the blocks"},
           {"regretta verify f.db --drop-damaged", "Delete damaged blocks; run plays them again"});
  command->callback([options, &context] { context.status = verify(*options, context); });
}

}  // namespace regretta
