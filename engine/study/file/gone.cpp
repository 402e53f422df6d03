#include "regretta/engine/study/file/gone.hpp"

#include <map>
#include <string_view>

#include <fmt/format.h>

#include "regretta/engine/study/blocks/block_bytes.hpp"
#include "regretta/engine/study/file/origin.hpp"

namespace regretta {
namespace {

void create_gone(const Database& database) {
  database.run(
      "CREATE TABLE IF NOT EXISTS gone (content TEXT, name TEXT, cell INTEGER, first_trial INTEGER, trials INTEGER, "
      "failed INTEGER, infeasible INTEGER, seconds REAL, origin INTEGER, checksum TEXT, results BLOB, "
      "PRIMARY KEY (content, first_trial))");
}

}  // namespace

void set_aside(const Database& database, std::int64_t cell, std::int64_t from, const std::string& name) {
  constexpr std::string_view which = "FROM block WHERE cell = ?1 AND first_trial + trials > ?2";
  if (!database.prepare(fmt::format("SELECT 1 {}", which), cell, from).step()) return;
  create_gone(database);
  database.run(
      fmt::format("INSERT OR REPLACE INTO gone SELECT (SELECT content FROM cell WHERE cell = ?1), ?3, * {}", which),
      cell, from, name);
  database.run(fmt::format("DELETE {}", which), cell, from);
}

std::vector<SetAside> what_is_gone(const Database& database) {
  std::vector<SetAside> gone;
  if (!database.has_table("gone")) return gone;
  Statement rows = database.prepare("SELECT name, sum(trials) FROM gone GROUP BY name ORDER BY name");
  while (rows.step()) gone.push_back({rows.text(0), rows.integer(1)});
  return gone;
}

std::int64_t damaged_and_gone(const Database& database) {
  std::int64_t damaged = 0;
  if (!database.has_table("gone")) return damaged;
  Statement rows = database.prepare("SELECT cell, first_trial, trials, origin, checksum, results FROM gone");
  while (rows.step()) {
    const BlockRange range{rows.integer(0), rows.integer(1), static_cast<int>(rows.integer(2))};
    damaged += rows.text(4) == block_checksum(range, rows.integer(3), rows.bytes(5)) ? 0 : 1;
  }
  return damaged;
}

void copy_gone(const Database& from, const Database& to) {
  if (!from.has_table("gone")) return;
  create_gone(to);
  const Origins origins = stored_origins(from).origins;
  std::map<std::int64_t, std::int64_t> numbers;  // in `to`
  Statement rows = from.prepare(
      "SELECT content, name, cell, first_trial, trials, failed, infeasible, seconds, origin, checksum, results FROM "
      "gone");
  Statement insert = to.prepare("INSERT OR IGNORE INTO gone VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  while (rows.step()) {
    const BlockRange range{rows.integer(2), rows.integer(3), static_cast<int>(rows.integer(4))};
    if (rows.text(9) != block_checksum(range, rows.integer(8), rows.bytes(10))) continue;
    const auto [number, is_new] = numbers.emplace(rows.integer(8), 0);
    if (is_new) {
      const auto known = origins.find(number->first);
      number->second = origin_number(to, known == origins.end() ? "{}" : known->second);
    }
    for (int column = 0; column < 11; ++column) insert.set(column + 1, rows, column);
    insert.set(9, number->second);
    insert.set(10, block_checksum(range, number->second, rows.bytes(10)));
    insert.run();
  }
}

void prune(const Database& database) {
  if (!database.has_table("gone")) return;
  database.run("DROP TABLE gone");
  database.run("VACUUM");
}

std::vector<Returning> returning(const Database& database, const Plan& plan) {
  std::vector<Returning> blocks;
  if (!database.has_table("gone")) return blocks;
  std::map<std::string_view, std::int64_t> planned;
  for (const Cell& cell : plan.cells) planned.emplace(cell.content, cell.index);
  Statement rows = database.prepare("SELECT rowid, content, cell, first_trial, trials, origin FROM gone");
  while (rows.step()) {
    const auto found = planned.find(rows.text(1));
    const BlockRange range{rows.integer(2), rows.integer(3), static_cast<int>(rows.integer(4))};
    if (found != planned.end() && range.end() <= plan.study.trials)
      blocks.push_back({rows.integer(0), found->second, range, rows.integer(5)});
  }
  return blocks;
}

void forget_gone(const Database& database, const Returning& block) {
  database.run("DELETE FROM gone WHERE rowid = ?", block.row);
}

void bring_back(const Database& database, const Plan& plan) {
  const std::vector<Returning> blocks = returning(database, plan);
  if (blocks.empty()) return;
  Statement there =
      database.prepare("SELECT 1 FROM block WHERE cell = ? AND first_trial < ? AND first_trial + trials > ?");
  Statement row = database.prepare("SELECT origin, checksum, results FROM gone WHERE rowid = ?");
  for (const Returning& block : blocks) {
    there.reset();
    there.set(1, block.place);
    there.set(2, block.range.end());
    there.set(3, block.range.first);
    row.reset();
    row.set(1, block.row);
    BlockRange range = block.range;
    if (!there.step() && row.step() && row.text(1) == block_checksum(range, row.integer(0), row.bytes(2))) {
      range.cell = block.place;
      database.run(
          "INSERT INTO block SELECT ?, first_trial, trials, failed, infeasible, seconds, origin, ?, results FROM gone "
          "WHERE rowid = ?",
          block.place, block_checksum(range, row.integer(0), row.bytes(2)), block.row);
    }
    forget_gone(database, block);
  }
}

}  // namespace regretta
