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

std::optional<FactsRow> stored_facts(const Database& database, std::int64_t cell) {
  Statement row = database.prepare("SELECT blocks, checksum, facts FROM facts WHERE cell = ?", cell);
  if (!row.step()) return std::nullopt;
  const std::span<const std::byte> bytes = row.bytes(2);
  if (checksum(cell, row.integer(0), bytes) != row.text(1))
    throw StudyFileError(database.file(), FileFault::damaged,
                         fmt::format("the facts of cell {} have changed since they were written", cell));
  return FactsRow{row.integer(0), {bytes.begin(), bytes.end()}};
}

bool has_facts(const Database& database) { return database.prepare("SELECT 1 FROM facts WHERE blocks >= 0").step(); }

void drop_facts(const Database& database) { database.run("DELETE FROM facts"); }

}  // namespace regretta
