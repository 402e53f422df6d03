#include "regretta/engine/study/file/unfinished_table.hpp"

#include <span>
#include <string>

#include <fmt/format.h>

#include "regretta/engine/study/blocks/block_bytes.hpp"
#include "regretta/engine/study/file/study_schema.hpp"

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
  const TrialState& state = trials.state;
  database.run("INSERT OR REPLACE INTO unfinished VALUES (?, ?, ?, ?, ?, ?, ?)", trials.cell, state.first, state.lanes,
               state.rounds, trials.plugins, checksum(trials), std::as_bytes(std::span(state.bytes)));
}

void remove_unfinished(const Database& database, std::int64_t cell, std::int64_t first, std::int64_t count) {
  database.run("DELETE FROM unfinished WHERE cell = ? AND first_trial >= ? AND first_trial < ?", cell, first,
               first + count);
}

StoredUnfinished stored_unfinished(const Database& database) {
  StoredUnfinished stored;
  if (stored_format(database) < 4) return stored;
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
