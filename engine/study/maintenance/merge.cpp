#include "regretta/engine/study/maintenance/merge.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/file/database.hpp"
#include "regretta/engine/study/file/file_lock.hpp"
#include "regretta/engine/study/file/study_file.hpp"
#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/engine/study/file/study_schema.hpp"
#include "regretta/engine/study/text/canonical.hpp"

namespace regretta {
namespace {

/// A study file under construction. Builds it as `out` + ".partial" and renames it to `out` when it is complete. Its
/// application id differs from that of a finished file, so the leftover of a killed process is recognised and reused.
/// Removed unless published. Throws StudyFileError.
class PartialFile {
 public:
  explicit PartialFile(const std::string& out);
  PartialFile(const PartialFile&) = delete;
  PartialFile& operator=(const PartialFile&) = delete;
  ~PartialFile();

  const Database& database() const { return *database_; }

  /// Renames the file to `out`. Throws if `out` exists.
  void publish();

 private:
  void remove();

  std::string out_;
  std::string path_;
  bool published_ = false;
  FileLock lock_;  ///< outlives the connection
  std::optional<Database> database_;
};

/// Renames without replacing an existing file. Atomic where the file system supports it.
int rename_without_replacing(const std::string& from, const std::string& to) {
  const int result = ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE);
  if (result == 0 || (errno != EINVAL && errno != ENOSYS)) return result;
  if (std::filesystem::exists(std::filesystem::symlink_status(to))) {
    errno = EEXIST;
    return -1;
  }
  return std::rename(from.c_str(), to.c_str());
}

/// Path of an empty flag file that exists from the completion of a partial file until its renaming.
std::string flag_of(const std::string& path) { return path + "-finished"; }

PartialFile::PartialFile(const std::string& out) : out_(out), path_(out + ".partial"), lock_(path_) {
  if (!lock_.taken())
    throw StudyFileError(path_, FileFault::unusable,
                         "another process is writing it; wait for it, or give another --output");
  const std::string flag = flag_of(path_);
  const bool is_leftover =
      is_results_file(lock_.head(), partial_id) ||
      (is_results_file(lock_.head()) && std::filesystem::exists(std::filesystem::symlink_status(flag)));
  if (!lock_.created() && !is_leftover)
    throw StudyFileError(path_, FileFault::unusable,
                         "exists, and is not the leftover of an earlier command; move or remove it");
  std::filesystem::resize_file(path_, 0);
  remove_companions(path_);
  ::unlink(flag.c_str());
  try {
    database_.emplace(path_, Database::Mode::write);
    write_application_id(*database_, partial_id);
    database_->run("PRAGMA journal_mode = WAL");
  } catch (...) {
    remove();
    throw;
  }
}

PartialFile::~PartialFile() {
  if (!published_) remove();
}

void PartialFile::remove() {
  database_.reset();
  remove_companions(path_);
  ::unlink(path_.c_str());
  ::unlink(flag_of(path_).c_str());
}

void PartialFile::publish() {
  const std::string flag = flag_of(path_);
  std::ofstream(flag).flush();
  write_application_id(*database_);
  database_->run("PRAGMA journal_mode = DELETE");  // moves everything from the log into the file
  database_.reset();
  published_ = true;
  // SQLite would apply a leftover write-ahead log of the old file to the new one.
  if (!std::filesystem::exists(out_)) remove_companions(out_);
  const int result = rename_without_replacing(path_, out_);
  const int error = errno;
  ::unlink(flag.c_str());
  if (result == 0) return;
  ::unlink(path_.c_str());
  if (error == EEXIST)
    throw StudyFileError(out_, FileFault::unusable,
                         "was created by another program meanwhile; remove it, or give another --output");
  throw StudyFileError(out_, FileFault::unusable, fmt::format("cannot be written ({})", std::strerror(error)));
}

/// Throws unless the same engine has played both files, and their studies are the same. Without a stop rule, the
/// numbers of trials per cell may differ.
void check_same(const StudyReader& first, const StudyReader& study) {
  const std::string &first_file = first.database().file(), &second_file = study.database().file();
  if (const std::string first_engine = first.value("engine"), engine = study.value("engine"); first_engine != engine)
    throw StudyFileError(second_file, FileFault::mismatch,
                         fmt::format("played by regretta {}, but {} by {}: results might differ; merge files of one "
                                     "version",
                                     engine, first_file, first_engine));
  nlohmann::ordered_json before = identity_json(first.study()), now = identity_json(study.study());
  if (!first.has_stop_rule())
    for (auto* identity : {&before, &now}) (*identity)["study"].erase("trials");
  auto difference = first_difference(before, now);
  if (!difference && first.cells().size() != study.cells().size()) difference = "it has different cells";
  for (std::size_t k = 0; k < first.cells().size() && !difference; ++k) {
    const std::int64_t first_content = first.cells()[k].content, content = study.cells()[k].content;
    if (first_content != content)
      difference = fmt::format("{} (cell {})",
                               first_difference(stored_content_lines(first.database(), first_content),
                                                stored_content_lines(study.database(), content)),
                               k);
  }
  if (difference)
    throw StudyFileError(
        second_file, FileFault::mismatch,
        fmt::format("holds another study than {}: {}; merge files of one study", first_file, *difference));
}

/// " (of shards 2/7, 5/7)" if all inputs are shards of the same division of the study, else "".
std::string shards_of(const BlockSpans& blocks, const Layout& layout, const std::set<std::int64_t>& counts) {
  if (counts.size() != 1 || *counts.begin() == 1) return "";
  std::set<std::int64_t> shards;
  for (const BlockSpan& span : blocks)
    for (std::int64_t k = 0; k < span.blocks(); ++k)
      shards.insert(Shard{1, *counts.begin()}.owner(layout.at(span.cell), span.block(k).first));
  std::vector<std::string> texts;
  for (const std::int64_t index : shards) {
    if (texts.size() == 8) {
      texts.emplace_back("...");
      break;
    }
    texts.push_back(Shard{index, *counts.begin()}.text());
  }
  return fmt::format(" (of shard{} {})", texts.size() == 1 ? "" : "s", fmt::join(texts, ", "));
}

/// Collects the blocks of all inputs in the new file.
class BlockCollector {
 public:
  explicit BlockCollector(const Database& database)
      : database_(database),
        inserter_(database),
        copy_(database.prepare("INSERT INTO block VALUES (?, ?, ?, ?, ?, ?, ?, ?)")),
        earlier_(database.prepare("SELECT first_trial, trials, rowid FROM block WHERE content = ? AND first_trial < ? "
                                  "ORDER BY first_trial DESC")) {}

  /// Adds the contents and blocks of a file. If a trial has two results, one that has not failed is kept.
  void add(const StudyReader& study) {
    Transaction transaction(database_);
    study.saved_ranges();  // throws where the list of blocks is damaged
    Statement contents = study.database().prepare("SELECT hash, text FROM content");
    while (contents.step())
      if (content_hash(contents.text(1)) == contents.integer(0))
        database_.run("INSERT OR IGNORE INTO content VALUES (?, ?)", contents.integer(0), contents.text(1));
    Statement row = study.database().prepare(fmt::format(
        "SELECT {}, content, seconds FROM block ORDER BY content, first_trial", StudyReader::block_columns));
    while (row.step()) {
      const std::int64_t content = row.integer(6), cell = study.layout().first_with(content);
      const std::vector<std::int64_t> overlapping_rows = rows_with(content, row.integer(0), row.integer(1));
      if (cell >= 0) {
        const CellLabel& label = study.cells()[static_cast<std::size_t>(cell)];
        BlockResult block = study.read_block(row, label);
        block.seconds = row.real(7);
        overlapping_rows.empty() ? copy(row) : join(study, label, std::move(block), overlapping_rows);
      } else if (overlapping_rows.empty() &&
                 block_checksum(content, row.integer(0), row.integer(1), row.bytes(5)) == row.text(4)) {
        copy(row);
      }
    }
    transaction.commit();
  }

 private:
  /// Row ids of stored blocks that have some of these trials.
  std::vector<std::int64_t> rows_with(std::int64_t content, std::int64_t first, std::int64_t trials) {
    std::vector<std::int64_t> rows;
    earlier_.set(1, content);
    earlier_.set(2, first + trials);
    while (earlier_.step() && earlier_.integer(0) + earlier_.integer(1) > first) rows.push_back(earlier_.integer(2));
    earlier_.reset();
    return rows;
  }

  /// Joins a block with the stored blocks that overlap it into one, unless they already have all of its trials.
  void join(const StudyReader& study, const CellLabel& cell, BlockResult block,
            const std::vector<std::int64_t>& overlapping_rows) {
    std::map<std::int64_t, TrialResult> trials;
    for (const std::int64_t row : overlapping_rows) {
      Statement stored =
          database_.prepare(fmt::format("SELECT {} FROM block WHERE rowid = ?", StudyReader::block_columns), row);
      stored.step();
      for (TrialResult& trial : study.read_block(stored, cell).trials) trials.emplace(trial.trial, std::move(trial));
    }
    bool changes = false;
    for (TrialResult& trial : block.trials) {
      const auto [found, is_new] = trials.try_emplace(trial.trial, trial);
      if (!is_new && !found->second.failure && !trial.failure) check_same_bits(study, cell, found->second, trial);
      const bool replaces = !is_new && found->second.failure && !trial.failure;
      if (replaces) found->second = std::move(trial);
      changes = changes || is_new || replaces;
    }
    if (!changes) return;
    for (const std::int64_t row : overlapping_rows) database_.run("DELETE FROM block WHERE rowid = ?", row);
    block.range = {cell.cell, trials.begin()->first, static_cast<int>(trials.size())};
    block.trials.clear();
    for (auto& [number, trial] : trials) block.trials.push_back(std::move(trial));
    inserter_.insert(cell.content, block);
  }

  void copy(const Statement& row) {  // pairs of a parameter of copy_ and a column of row
    for (const auto& [parameter, column] : {std::pair{1, 6}, {2, 0}, {3, 1}, {4, 2}, {5, 3}, {6, 7}, {7, 4}, {8, 5}})
      copy_.set(parameter, row, column);
    copy_.run();
  }

  static void check_same_bits(const StudyReader& study, const CellLabel& cell, const TrialResult& first_result,
                              const TrialResult& second_result) {
    const auto difference = difference_in_bits(study.quantities(), {{cell.cell, first_result.trial, 1}, {first_result}},
                                               {{cell.cell, second_result.trial, 1}, {second_result}});
    if (difference)
      throw StudyFileError(
          study.database().file(), FileFault::mismatch,
          fmt::format("has results that differ from those of the files before it: cell {} ({} in {}), {}; `regretta "
                      "verify` tells which of them this program reproduces",
                      cell.cell, cell.learner_name, cell.environment, *difference));
  }

  const Database& database_;
  BlockInserter inserter_;
  Statement copy_, earlier_;  // earlier_: blocks that begin before a trial, the last one first
};

}  // namespace

MergeOutcome merge_study_files(const std::vector<std::string>& inputs, const std::string& out, Gaps gaps,
                               const std::function<void(const Database&)>& finish) {
  if (std::filesystem::exists(std::filesystem::symlink_status(out)))
    throw StudyFileError(out, FileFault::unusable, "exists already; remove it, or give another --output");
  // Files are opened one at a time, twice each, so that any number of them can be merged.
  MergeOutcome outcome;
  std::size_t largest = 0;  // the input whose study has the most trials
  std::int64_t trials = 0;
  std::map<std::int64_t, std::int64_t> stopped;  // {cell, trials} that a stop rule has ended in an input
  std::set<std::int64_t> shard_counts;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const StudyReader study = StudyReader::open(inputs[k]);
    check_same(StudyReader::open(inputs[0]), study);
    outcome.study = study.study().name;
    if (std::exchange(trials, std::max(trials, study.trials())) < study.trials()) largest = k;
    for (const CellLabel& cell : study.cells())
      if (cell.trials < study.trials()) stopped[cell.cell] = cell.trials;
    shard_counts.insert(study.shard().count);
  }
  PartialFile file(out);
  {
    const StudyReader study = StudyReader::open(inputs[largest]);
    Transaction transaction(file.database());
    create_tables_like(file.database(), study.database());
    transaction.commit();
    set_trials(file.database(), {stopped.begin(), stopped.end()});
  }
  {
    BlockCollector merged(file.database());
    for (const std::string& input : inputs) merged.add(StudyReader::open(input));
    const StudyReader study(Database(file.database().file(), Database::Mode::read));
    outcome.trials = study.saved_trials();
    outcome.missing = missing_blocks(file.database(), study.layout());
    if (!outcome.missing.empty() && gaps == Gaps::refused)
      throw StudyFileError(
          out, FileFault::mismatch,
          fmt::format("not written, because trials are missing: {}{}; finish them, or give --partial",
                      ranges_text(outcome.missing), shards_of(outcome.missing, study.layout(), shard_counts)));
  }
  finish(file.database());
  file.publish();
  return outcome;
}

}  // namespace regretta
