#include "regretta/engine/study/file/unfinished_table.hpp"

#include <span>
#include <string>

#include <fmt/format.h>

#include "regretta/engine/study/blocks/block_bytes.hpp"

namespace regretta {
namespace {

std::string checksum(const UnfinishedPack& trials) {
  const TrialState& state = trials.state;
  return text_checksum(
      fmt::format("{} {} {} {} {} ", trials.cell, state.first, state.lanes, state.rounds, trials.plugins) +
      state.bytes);
}

}  // namespace

void store_unfinished(const Database& database, const UnfinishedPack& trials) {
  Transaction transaction(database);
  database.run(
      "CREATE TABLE IF NOT EXISTS unfinished (cell INTEGER, first_trial INTEGER, lanes INTEGER, rounds INTEGER, "
      "plugins TEXT, checksum TEXT, state BLOB, PRIMARY KEY (cell, first_trial, lanes))");
  const TrialState& state = trials.state;
  database.prepare("INSERT OR REPLACE INTO unfinished VALUES (?, ?, ?, ?, ?, ?, ?)")
      .bind(1, trials.cell)
      .bind(2, state.first)
      .bind(3, std::int64_t{state.lanes})
      .bind(4, state.rounds)
      .bind(5, std::string_view(trials.plugins))
      .bind(6, std::string_view(checksum(trials)))
      .bind(7, std::as_bytes(std::span(state.bytes)))
      .run();
  transaction.commit();
}

void remove_unfinished(const Database& database, std::int64_t cell, std::int64_t first, std::int64_t count) {
  database.prepare("DELETE FROM unfinished WHERE cell = ? AND first_trial >= ? AND first_trial < ?")
      .bind(1, cell)
      .bind(2, first)
      .bind(3, first + count)
      .run();
}

StoredUnfinished stored_unfinished(const Database& database) {
  StoredUnfinished stored;
  if (!database.has_table("unfinished")) return stored;
  Statement rows =
      database.prepare("SELECT cell, first_trial, lanes, rounds, plugins, checksum, state FROM unfinished");
  while (rows.step()) {
    const auto bytes = rows.bytes(6);
    UnfinishedPack trials{.cell = rows.integer(0),
                          .state = {.first = rows.integer(1),
                                    .lanes = static_cast<int>(rows.integer(2)),
                                    .rounds = rows.integer(3),
                                    .bytes = std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size())},
                          .plugins = rows.text(4)};
    if (rows.text(5) == checksum(trials)) {
      stored.trials.push_back(std::move(trials));
    } else {
      ++stored.damaged;
    }
  }
  return stored;
}

}  // namespace regretta
