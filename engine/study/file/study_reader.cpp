#include "regretta/engine/study/file/study_reader.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "regretta/engine/study/blocks/block_bytes.hpp"
#include "regretta/engine/study/file/block_inserter.hpp"
#include "regretta/engine/study/file/stopped.hpp"
#include "regretta/engine/study/file/stored_json.hpp"
#include "regretta/engine/study/file/study_schema.hpp"
#include "regretta/engine/study/plan/grid.hpp"

namespace regretta {
namespace {

/// Throws unless `path` looks like a results file. Closes the file again before SQLite opens it.
void check_file(const std::string& path) {
  std::error_code unseen;
  if (const auto status = std::filesystem::status(path, unseen);
      std::filesystem::exists(status) && std::filesystem::is_other(status))
    throw StudyFileError(path, FileFault::unusable,
                         "not a regular file, expected a results file");  // reading a pipe would block
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (!file) throw StudyFileError(path, FileFault::unusable, fmt::format("cannot be read ({})", std::strerror(errno)));
  std::string head(100, '\0');
  errno = 0;
  head.resize(std::fread(head.data(), 1, head.size(), file.get()));
  if (errno != 0)
    throw StudyFileError(path, FileFault::unusable, fmt::format("cannot be read ({})", std::strerror(errno)));
  if (head.empty())
    throw StudyFileError(path, FileFault::unusable, "empty, expected a results file that `regretta run` has written");
  check_study_head(path, head);
}

/// Swept flags are stored as text; turns them back into flags where the study has flags.
void restore_flags(const Study& study, const std::vector<std::string>& swept, std::vector<CellLabel>& cells) {
  for (std::size_t k = 0; k < swept.size(); ++k) {
    const std::size_t dot = swept[k].find('.');
    const std::string name = swept[k].substr(dot + 1);
    const auto is_flag = [&](const PluginSpec& plugin) {
      for (const Settings* settings : {&plugin.settings, &plugin.defaults})
        if (const Value* value = settings->find(name))
          return (value->list() && !value->list()->empty() ? value->list()->front() : *value).flag() != nullptr;
      return false;
    };
    if (!std::ranges::any_of(swept[k].starts_with("learner.") ? study.learners : study.environments, is_flag)) continue;
    for (CellLabel& cell : cells)
      if (const std::string* text = cell.swept[k].text()) cell.swept[k] = *text == "true";
  }
}

/// Whether the first columns of a row are integers. A flipped bit can make one a text or nothing, which SQLite reads as
/// 0 and compares as something else.
bool are_integers(const Statement& row, int columns) {
  for (int column = 0; column < columns; ++column)
    if (row.value(column).integer() == nullptr) return false;
  return true;
}

/// 0 if it is no number of trials that a block can have.
int block_size(std::int64_t stored) { return stored == static_cast<int>(stored) ? static_cast<int>(stored) : 0; }

/// Reads a number from 1 to `most`; 0 if `text` is not one.
std::int64_t read_count(const std::string& text, std::int64_t most) {
  std::int64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  const bool plausible = error == std::errc() && end == text.data() + text.size() && count <= most;
  return plausible ? std::max<std::int64_t>(count, 0) : 0;
}

}  // namespace

StudyReader StudyReader::open(const std::string& path, Stops stops) {
  check_file(path);
  return StudyReader(Database(path, Database::Mode::read), stops);
}

StudyReader::StudyReader(Database connection, Stops stops) : database_(std::move(connection)) {
  const std::string& path = database_.file();
  if (!database_.is_in_memory()) database_.run("BEGIN");  // all reads see the same state
  if (!database_.has_table("study"))
    throw StudyFileError(
        path, FileFault::unusable,
        "empty: its run was stopped before it began (or it was copied without the -wal file beside it)");
  for (const char* table : {"cell", "block"})
    if (!database_.has_table(table))
      throw StudyFileError(path, FileFault::damaged, fmt::format("table {} is missing", table));
  if (!has_sound_description(database_))
    throw StudyFileError(path, FileFault::damaged, "the description of the study has changed since it was written");
  try {
    study_ = parse_canonical(value("study"), path);
  } catch (const StudyError& error) {
    throw StudyFileError(path, FileFault::damaged, fmt::format("its study cannot be read: {}", error.what()));
  }
  if (const std::string text = value("shard"); !text.empty()) {
    const auto shard = parse_shard(text);
    if (!shard) refuse("shard");
    shard_ = *shard;
  }
  swept_ = swept_columns(database_);
  read_cells();
  std::vector<CellBlocks> blocks;
  for (const CellLabel& cell : cells_)
    blocks.push_back(cell_blocks(study_, cell.horizon, cell.checkpoints.size(), cell.content));
  layout_ = Layout(std::move(blocks), read_count(value("cells_together"), max_cells));
  if (stops == Stops::believed) layout_ = stopped_layout(database_, layout_);
}

void StudyReader::refuse(std::string_view what) const {
  throw StudyFileError(database_.file(), FileFault::damaged, fmt::format("its {} cannot be read", what));
}

std::string StudyReader::value(std::string_view key) const { return study_value(database_, key).value_or(""); }

void StudyReader::read_cells() {
  Statement row = database_.prepare("SELECT * FROM cell ORDER BY cell");
  while (row.step()) {
    CellLabel cell;
    cell.cell = row.integer(0);
    cell.learner = row.text(1);
    cell.environment = row.text(2);
    cell.horizon = row.integer(3);
    cell.arms = row.integer(4);
    cell.constraints = row.integer(5);
    cell.learner_name = row.text(6);
    cell.environment_kind = row.text(7);
    if (cell.cell != std::ssize(cells_) || cell.horizon < 1 || cell.arms < 1 || cell.constraints < 1)
      refuse("list of cells");
    const auto checkpoints = stored_json(database_.file(), "list of cells", row.text(8));
    if (!checkpoints.is_array() ||
        !std::ranges::all_of(checkpoints, [](const auto& t) { return t.is_number_integer(); }))
      refuse("list of cells");
    cell.checkpoints = checkpoints.get<std::vector<std::int64_t>>();
    cell.content = row.text(9);
    for (int column = 10; column < row.columns(); ++column) cell.swept.push_back(row.value(column));
    if (cell.swept.size() != swept_.size()) refuse("list of cells");
    cells_.push_back(std::move(cell));
  }
  restore_flags(study_, swept_, cells_);
}

DamagedBlock::DamagedBlock(const std::string& file, const BlockRange& range, const std::string& problem)
    : StudyFileError(file, FileFault::damaged,
                     fmt::format("cell {}, trials {} to {}: {}", range.cell, range.first,
                                 range.first + std::max(range.count, 1) - 1, problem)),
      problem_in_block_(problem) {}

void StudyReader::damaged(const BlockRange& range, const std::string& problem) const {
  throw DamagedBlock(database_.file(), range, problem);
}

Statement StudyReader::select_blocks(std::optional<Statement>& kept, std::string_view which, const CellLabel& cell,
                                     std::int64_t first) const {
  std::optional<Statement> select = std::exchange(kept, std::nullopt);
  if (!select)
    select = database_.prepare(
        fmt::format("SELECT first_trial, trials, failed, infeasible, seconds, checksum, results, origin FROM block "
                    "WHERE cell = ? AND first_trial {}",
                    which));
  select->set(1, cell.cell);
  select->set(2, first);
  return *std::move(select);
}

void StudyReader::keep(Statement& select, std::optional<Statement>& kept) {
  select.reset();
  kept = std::move(select);
}

BlockResult StudyReader::read_block(const Statement& row, const CellLabel& cell) const {
  BlockResult block;
  block.range = {cell.cell, row.integer(0), block_size(row.integer(1))};
  if (!layout_.has_trial(cell.cell, block.range.first)) refuse("list of saved blocks");
  if (!layout_.has(block.range)) damaged(layout_.block_of(cell.cell, block.range.first), "no such block in this study");
  block.seconds = row.real(4);
  const std::span<const std::byte> bytes = row.bytes(6);
  block.origin = row.integer(7);
  if (block_checksum(block.range, block.origin, bytes) != row.text(5))
    damaged(block.range, "the checksum does not match (a stored value has changed)");
  if (!read_block_bytes(bytes, shape(cell), block)) damaged(block.range, "its trials cannot be read");
  if (!are_integers(row, 4) || counts_of(block) != BlockCounts{row.integer(2), row.integer(3)})
    damaged(block.range, "it has another number of failed or infeasible trials than it says");
  return block;
}

std::optional<BlockResult> StudyReader::find_block(const CellLabel& cell, std::int64_t first) const {
  Statement row = select_blocks(find_, "= ?", cell, first);
  std::optional<BlockResult> found;
  if (row.step()) found = read_block(row, cell);
  keep(row, find_);
  if (found && found->range.first != first) damaged({cell.cell, first, 1}, "its key leads to another block");
  return found;
}

std::optional<BlockResult> StudyReader::find_block_with(const CellLabel& cell, std::int64_t trial) const {
  std::optional<Statement> none;
  Statement row = select_blocks(none, "<= ? ORDER BY first_trial DESC LIMIT 1", cell, trial);
  if (!row.step()) return std::nullopt;
  BlockResult found = read_block(row, cell);
  return found.range.end() > trial ? std::optional(std::move(found)) : std::nullopt;
}

void StudyReader::for_each_block(const CellLabel& cell, const std::function<void(const BlockResult&)>& visit,
                                 std::int64_t from) const {
  saved_ranges();
  Statement row = select_blocks(from_, ">= ? ORDER BY first_trial", cell, from);
  std::int64_t end = 0;
  while (row.step()) {
    const BlockResult result = read_block(row, cell);
    if (result.range.first < end) damaged(result.range, "it is there twice");
    end = result.range.end();
    visit(result);
  }
  keep(row, from_);
}

const Stretches& StudyReader::saved_ranges() const {
  if (saved_) return *saved_;
  // A lookup trusts the order of the index, so a flipped bit in a key could hide a block. Hence all keys are read.
  Stretches places;
  BlockRange last{-1, 0, 0};
  Statement listed = database_.prepare(
      "SELECT cell, first_trial, trials FROM block INDEXED BY sqlite_autoindex_block_1 ORDER BY cell, first_trial");
  while (listed.step()) {
    const BlockRange range{listed.integer(0), listed.integer(1), block_size(listed.integer(2))};
    const bool in_order = last.cell < range.cell || (last.cell == range.cell && last.end() <= range.first);
    if (!are_integers(listed, 3) || !layout_.has_trial(range.cell, range.first) || !in_order)
      throw StudyFileError(database_.file(), FileFault::damaged, "the list of saved blocks has changed");
    if (!layout_.has(range)) damaged(layout_.block_of(range.cell, range.first), "no such block in this study");
    last = range;
    append(places, last);
  }
  Statement rows = database_.prepare("SELECT count(*) FROM block NOT INDEXED");
  rows.step();
  if (rows.integer(0) != blocks_in(places)) {
    throw StudyFileError(
        database_.file(), FileFault::damaged,
        fmt::format("{} blocks of trials are stored, but {} are listed", rows.integer(0), blocks_in(places)));
  }
  return saved_.emplace(std::move(places));
}

const Origins& StudyReader::origins() const {
  if (origins_) return *origins_;
  StoredOrigins stored = stored_origins(database_);
  if (stored.damaged > 0)
    throw StudyFileError(database_.file(), FileFault::damaged, "table origin has changed since it was written");
  return origins_.emplace(std::move(stored.origins));
}

std::int64_t StudyReader::saved_blocks(const CellLabel& cell) const {
  const Stretches& saved = saved_ranges();
  std::int64_t blocks = 0;
  for (auto one = std::ranges::lower_bound(saved, cell.cell, {}, &Stretch::cell);
       one != saved.end() && one->cell == cell.cell; ++one)
    blocks += one->blocks();
  return blocks;
}

}  // namespace regretta
