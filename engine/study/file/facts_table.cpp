#include "regretta/engine/study/file/facts_table.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "regretta/engine/study/blocks/block_bytes.hpp"
#include "regretta/engine/study/file/study_file_error.hpp"

namespace regretta {

void store_facts(const Database& database, const CellLabel& cell, const FactsRow& row) {
  const std::span<const std::byte> bytes(row.bytes);
  database.run("INSERT OR REPLACE INTO facts VALUES (?, ?, ?, ?, ?)", cell.content, cell.first_trial, row.trials,
               block_checksum(cell.content, cell.first_trial, row.trials, bytes), bytes);
}

void forget_facts(const Database& database, const CellLabel& cell) {
  database.run("DELETE FROM facts WHERE content = ? AND first_trial = ?", cell.content, cell.first_trial);
}

FactsReader::FactsReader(const Database& database)
    : file_(database.file()),
      rows_(database.prepare("SELECT trials, checksum, facts FROM facts WHERE content = ? AND first_trial = ? AND "
                             "trials IN (?, 0) ORDER BY trials DESC LIMIT 1")) {}

std::optional<FactsRow> FactsReader::row(const CellLabel& cell) {
  rows_.reset();  // also after a row that was refused
  rows_.set(1, cell.content);
  rows_.set(2, cell.first_trial);
  rows_.set(3, cell.trials);
  if (!rows_.step()) return std::nullopt;
  const std::span<const std::byte> bytes = rows_.bytes(2);
  if (block_checksum(cell.content, cell.first_trial, rows_.integer(0), bytes) != rows_.text(1))
    throw StudyFileError(file_, FileFault::damaged,
                         fmt::format("the facts of cell {} have changed since they were written", cell.cell));
  FactsRow row{rows_.integer(0), {bytes.begin(), bytes.end()}};
  rows_.reset();  // it would hold the file as it is now, and so keep a writer from ending its log
  return row;
}

bool has_facts(const StudyReader& study) {
  Statement row = study.database().prepare("SELECT 1 FROM facts WHERE content = ? AND first_trial = ? AND trials = ?");
  return std::ranges::all_of(study.cells(), [&](const CellLabel& cell) {
    row.reset();
    row.set(1, cell.content);
    row.set(2, cell.first_trial);
    row.set(3, study.saved_trials(cell) == cell.trials ? cell.trials : 0);  // a shard has not all of them
    return row.step();
  });
}

}  // namespace regretta
