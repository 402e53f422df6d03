#include "regretta/engine/study/file/study_reader.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/file/stored_json.hpp"
#include "regretta/engine/study/file/study_schema.hpp"
#include "regretta/engine/study/plan/grid.hpp"

namespace regretta {
namespace {

/// Throws unless `path` looks like a results file. Does not open pipes, which could block. Closes the file again.
void check_file(const std::string& path) {
  std::error_code ignored_error;
  if (const auto status = std::filesystem::status(path, ignored_error);
      std::filesystem::exists(status) && std::filesystem::is_other(status))
    throw StudyFileError(path, FileFault::unusable, "not a regular file, expected a results file");
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

/// Whether the first columns of a row are integers. A flipped bit can turn an integer into text or NULL, which SQLite
/// reads as 0 but orders differently.
bool are_integers(const Statement& row, int columns) {
  for (int column = 0; column < columns; ++column)
    if (row.value(column).integer() == nullptr) return false;
  return true;
}

/// Whether a block may have these trials. Blocks begin at the start of a pack, and may end within a pack.
bool is_block(std::int64_t first, std::int64_t trials) {
  return first >= 0 && first % pack_trials == 0 && trials >= 1 && trials == static_cast<int>(trials) &&
         first <= max_first_trial + max_trials;
}

}  // namespace

StudyReader StudyReader::open(const std::string& path) {
  check_file(path);
  return StudyReader(Database(path, Database::Mode::read));
}

StudyReader::StudyReader(Database connection) : database_(std::move(connection)) {
  const std::string& path = database_.file();
  if (!database_.is_in_memory()) database_.run("BEGIN");  // all reads see the same state
  if (!database_.has_table("study"))
    throw StudyFileError(
        path, FileFault::unusable,
        "empty: its run was stopped before it began (or it was copied without the -wal file beside it)");
  for (const char* table : {"cell", "content", "block"})
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
  for (const CellLabel& cell : cells_) {
    blocks.push_back(cell_blocks(study_, cell.horizon, cell.checkpoints.size(), cell.first_trial, cell.content,
                                 cell.setting_content));
    blocks.back().trials = cell.trials;
  }
  layout_ = Layout(std::move(blocks));
}

void StudyReader::refuse(std::string_view part_name) const {
  throw StudyFileError(database_.file(), FileFault::damaged, fmt::format("its {} cannot be read", part_name));
}

std::string StudyReader::value(std::string_view key) const { return study_value(database_, key).value_or(""); }

std::string StudyReader::version() const {
  const std::string engine = value("engine");
  return engine.substr(0, engine.find('+'));
}

void StudyReader::read_cells() {
  Statement row = database_.prepare("SELECT * FROM cell ORDER BY cell");
  while (row.step()) {
    CellLabel cell;
    int column = 0;
    for (std::int64_t* number :
         {&cell.cell, &cell.content, &cell.first_trial, &cell.trials, &cell.setting, &cell.setting_content,
          &cell.learner_content, &cell.horizon, &cell.arms, &cell.constraints})
      *number = row.integer(column++);
    for (std::string* text : {&cell.learner, &cell.environment, &cell.learner_name, &cell.environment_kind})
      *text = row.text(column++);
    if (cell.cell != std::ssize(cells_) || cell.horizon < 1 || cell.arms < 1 || cell.constraints < 1 ||
        cell.trials < 0 || cell.trials > study_.trials || !is_block(cell.first_trial, 1))
      refuse("list of cells");
    const auto checkpoints = stored_json(database_.file(), "list of cells", row.text(column++));
    if (!checkpoints.is_array() ||
        !std::ranges::all_of(checkpoints, [](const auto& t) { return t.is_number_integer(); }))
      refuse("list of cells");
    cell.checkpoints = checkpoints.get<std::vector<std::int64_t>>();
    for (; column < row.columns(); ++column) cell.swept.push_back(row.value(column));
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

void StudyReader::damaged(const CellLabel& cell, const BlockRange& range, const std::string& problem) const {
  throw DamagedBlock(database_.file(), {cell.cell, range.first - cell.first_trial, range.count}, problem);
}

BlockResult StudyReader::read_block(const Statement& row, const CellLabel& cell) const {
  BlockResult block;
  const std::int64_t first = row.integer(0), trials = row.integer(1);
  block.range = {cell.cell, first, static_cast<int>(trials)};
  const std::span<const std::byte> bytes = row.bytes(5);
  if (!are_integers(row, 4) || !is_block(first, trials) ||
      block_checksum(cell.content, first, trials, bytes) != row.text(4))
    damaged(cell, block.range, "the checksum does not match (a stored value has changed)");
  if (!read_block_bytes(bytes, shape(cell), block)) damaged(cell, block.range, "its trials cannot be read");
  if (counts_of(block) != BlockCounts{row.integer(2), row.integer(3)})
    damaged(cell, block.range, "its number of failed or infeasible trials is not the one that it states");
  return block;
}

namespace {

/// Removes trials that do not belong to the cell, and numbers the others within the cell.
void cut_to_cell(BlockResult& block, const CellLabel& cell) {
  const std::int64_t first = std::max(block.range.first, cell.first_trial),
                     end = std::min(block.range.end(), cell.first_trial + cell.trials);
  const auto begin = block.trials.begin();
  block.trials.erase(begin + (end - block.range.first), block.trials.end());
  block.trials.erase(begin, begin + (first - block.range.first));
  for (TrialResult& trial : block.trials) trial.trial -= cell.first_trial;
  block.range = {cell.cell, first - cell.first_trial, static_cast<int>(end - first)};
}

/// The saved spans of a content. `cell` is the first cell with that content.
std::span<const BlockSpan> spans_of(const BlockSpans& saved, std::int64_t cell) {
  const auto first = std::ranges::lower_bound(saved, cell, {}, &BlockSpan::cell);
  return {first, std::ranges::upper_bound(first, saved.end(), cell, {}, &BlockSpan::cell)};
}

}  // namespace

void StudyReader::for_each_block(const CellLabel& cell, const std::function<void(const BlockResult&)>& visit,
                                 std::int64_t from) const {
  const std::int64_t begin = cell.first_trial + from, end = cell.first_trial + cell.trials;
  if (begin >= end) return;
  std::int64_t first = begin;  // first trial of the block with trial `begin`
  for (const BlockSpan& span : spans_of(saved_ranges(), layout_.first_with(cell.content)))
    if (span.first <= begin && begin < span.end()) first = span.block_with(begin).first;
  std::optional<Statement> row = std::exchange(blocks_of_content_, std::nullopt);
  if (!row)
    row = database_.prepare(fmt::format(
        "SELECT {} FROM block WHERE content = ? AND first_trial >= ? AND first_trial < ? ORDER BY first_trial",
        block_columns));
  row->set(1, cell.content);
  row->set(2, first);
  row->set(3, end);
  while (row->step()) {
    BlockResult block = read_block(*row, cell);
    if (block.range.first < first) damaged(cell, block.range, "some of its trials are stored twice");
    first = block.range.end();
    cut_to_cell(block, cell);
    visit(block);
  }
  row->reset();
  blocks_of_content_ = std::move(row);
}

std::optional<TrialResult> StudyReader::trial(const CellLabel& cell, std::int64_t number) const {
  const std::int64_t content_trial = cell.first_trial + number;
  for (const BlockSpan& span : spans_of(saved_ranges(), layout_.first_with(cell.content))) {
    if (content_trial < span.first || content_trial >= span.end() || number < 0 || number >= cell.trials) continue;
    Statement row =
        database_.prepare(fmt::format("SELECT {} FROM block WHERE content = ? AND first_trial = ?", block_columns),
                          cell.content, span.block_with(content_trial).first);
    if (!row.step()) break;
    BlockResult block = read_block(row, cell);
    cut_to_cell(block, cell);
    return std::move(block.trials[static_cast<std::size_t>(number - block.range.first)]);
  }
  return std::nullopt;
}

const BlockSpans& StudyReader::saved_ranges() const {
  if (saved_) return *saved_;
  // A lookup relies on the order of the index, so a flipped bit in a key could hide a block. Hence all keys are read.
  BlockSpans saved;
  std::int64_t blocks = 0, last_content = 0, last_end = 0, cell = -1;
  Statement listed = database_.prepare(
      "SELECT content, first_trial, trials FROM block INDEXED BY sqlite_autoindex_block_1 ORDER BY content, "
      "first_trial");
  for (; listed.step(); ++blocks) {
    const std::int64_t content = listed.integer(0), first = listed.integer(1), trials = listed.integer(2);
    const bool is_same_content = blocks > 0 && content == last_content;
    if (!are_integers(listed, 3) || !is_block(first, trials) || (blocks > 0 && content < last_content) ||
        (is_same_content && first < last_end))
      throw StudyFileError(database_.file(), FileFault::damaged, "the list of saved blocks has changed");
    if (!is_same_content) cell = layout_.first_with(content);
    if (cell >= 0) append(saved, BlockRange{cell, first, static_cast<int>(trials)});
    if (cell < 0 || layout_.used_trials({cell, first, trials, trials}) == 0) unused_ += trials;
    last_content = content;
    last_end = first + trials;
  }
  Statement rows = database_.prepare("SELECT count(*) FROM block NOT INDEXED");
  rows.step();
  if (rows.integer(0) != blocks)
    throw StudyFileError(database_.file(), FileFault::damaged,
                         fmt::format("{} blocks of trials are stored, but {} are listed", rows.integer(0), blocks));
  std::ranges::stable_sort(saved, {}, &BlockSpan::cell);
  return saved_.emplace(std::move(saved));
}

std::vector<std::pair<std::int64_t, std::int64_t>> StudyReader::saved_of(const CellLabel& cell) const {
  std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
  for (const BlockSpan& span : spans_of(saved_ranges(), layout_.first_with(cell.content))) {
    const std::int64_t first = std::max<std::int64_t>(span.first - cell.first_trial, 0),
                       end = std::min(span.end() - cell.first_trial, cell.trials);
    if (first >= end) continue;
    if (!ranges.empty() && ranges.back().second == first) {
      ranges.back().second = end;
    } else {
      ranges.emplace_back(first, end);
    }
  }
  return ranges;
}

std::int64_t StudyReader::saved_trials(const CellLabel& cell) const {
  std::int64_t trials = 0;
  for (const auto& [first, end] : saved_of(cell)) trials += end - first;
  return trials;
}

std::int64_t StudyReader::saved_trials() const {
  std::int64_t trials = 0;
  for (const CellLabel& cell : cells_) trials += saved_trials(cell);
  return trials;
}

std::int64_t StudyReader::unused_trials() const {
  saved_ranges();
  return unused_;
}

std::vector<bool> repeated_cells(const StudyReader& study) {
  std::vector<bool> repeated;
  for (const CellLabel& cell : study.cells()) repeated.push_back(study.layout().first_equal(cell.cell) != cell.cell);
  return repeated;
}

}  // namespace regretta
