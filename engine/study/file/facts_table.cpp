#include "regretta/engine/study/file/facts_table.hpp"

#include <string_view>

#include <fmt/format.h>

#include "regretta/engine/study/blocks/block_bytes.hpp"

namespace regretta {
namespace {

std::string checksum(std::int64_t cell, std::int64_t blocks, std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return text_checksum(fmt::format("{} {} {}", cell, blocks, text_checksum(text)));
}

}  // namespace

void store_facts(const Database& database, std::int64_t cell, const FactsRow& row) {
  database.run("INSERT OR REPLACE INTO facts VALUES (?, ?, ?, ?)", cell, row.blocks,
               checksum(cell, row.blocks, row.bytes), std::span<const std::byte>(row.bytes));
}

FactsReader::FactsReader(const Database& database)
    : file_(database.file()), rows_(database.prepare("SELECT blocks, checksum, facts FROM facts WHERE cell = ?")) {}

std::optional<FactsRow> FactsReader::row(std::int64_t cell) {
  rows_.reset();  // also after a row that was refused
  rows_.set(1, cell);
  if (!rows_.step()) return std::nullopt;
  const std::span<const std::byte> bytes = rows_.bytes(2);
  if (checksum(cell, rows_.integer(0), bytes) != rows_.text(1))
    throw StudyFileError(file_, FileFault::damaged,
                         fmt::format("the facts of cell {} have changed since they were written", cell));
  FactsRow row{rows_.integer(0), {bytes.begin(), bytes.end()}};
  rows_.reset();  // it would hold the file as it is now, and so keep a writer from ending its log
  return row;
}

bool has_facts(const Database& database) { return database.prepare("SELECT 1 FROM facts WHERE blocks >= 0").step(); }

void drop_facts(const Database& database) { database.run("DELETE FROM facts"); }

}  // namespace regretta
