#include "regretta/engine/study/study_file.hpp"

#include <unistd.h>

#include <fmt/format.h>

#include "regretta/engine/study/block_bytes.hpp"
#include "regretta/engine/study/study_schema.hpp"
#include "regretta/engine/study/version.hpp"

namespace regretta {
namespace {

std::optional<std::string> study_value(const Database& database, std::string_view key) {
  Statement select = database.prepare("SELECT value FROM study WHERE key = ?");
  select.bind(1, key);
  return select.step() ? std::optional(select.text(0)) : std::nullopt;
}

std::string busy_message(const std::string& path) {
  std::string owner = "another process";
  try {
    const Database database(path, Database::Mode::read);
    if (const auto pid = study_value(database, "writer")) owner = "process " + *pid;
  } catch (const StudyFileError&) {
    // too new to say
  }
  return fmt::format("{} is running this study; wait for it, or give another --out", owner);
}

/// The head of the file, in one write: killed at any moment, the file is empty or ours.
void mark_as_ours(const Database& database) {
  Transaction transaction(database);
  database.run(fmt::format("PRAGMA user_version = {}", format_version));
  database.run(fmt::format("PRAGMA application_id = {}", application_id));
  transaction.commit();
}

}  // namespace

void check_study_head(const std::string& path, const std::string& head) {
  if (head.empty()) return;  // a run that was killed before its first write
  if (!head.starts_with("SQLite format 3") || head.size() < 72 || head.substr(68, 4) != "RGRT")
    throw StudyFileError(path, "not a Regretta study file");
  const std::string found = head.substr(60, 4);  // user_version, big-endian
  std::uint32_t format = 0;
  for (const char c : found) format = format << 8 | static_cast<unsigned char>(c);
  if (format != format_version) {
    throw StudyFileError(path, fmt::format("a study file of format {}, expected format {}; use the version of Regretta "
                                           "that wrote it",
                                           format, format_version));
  }
}

void check_same_study(const Database& database, const Plan& plan) {
  const std::string& path = database.file();
  if (study_value(database, "description_checksum") != text_checksum(described_cells(database)))
    throw StudyFileError(path, "damaged: the description of the study has changed since it was written");
  const std::string written_by = study_value(database, "regretta_version").value_or("?");
  if (written_by != version) {
    throw StudyFileError(path, fmt::format("begun by regretta {}, this is {}: results might differ; finish it with {}, "
                                           "or give another --out",
                                           written_by, version, written_by));
  }
  const auto stored = nlohmann::ordered_json::parse(study_value(database, "resolved").value_or("{}"));
  if (const auto difference = first_difference(stored, plan.resolved))
    throw StudyFileError(path, "holds another study: " + *difference + "; undo the change, or give another --out");
}

std::vector<BlockPlace> missing_blocks(const Database& database, std::int64_t num_cells, std::int64_t trials) {
  const std::int64_t per_cell = blocks_per_cell(trials);
  std::vector<bool> saved(static_cast<std::size_t>(num_cells * per_cell));
  Statement blocks = database.prepare("SELECT cell, first_trial FROM block");
  while (blocks.step()) {
    const auto place = static_cast<std::size_t>(blocks.integer(0) * per_cell + blocks.integer(1) / block_trials);
    if (place < saved.size()) saved[place] = true;
  }
  std::vector<BlockPlace> result;
  for (std::size_t place = 0; place < saved.size(); ++place) {
    if (saved[place]) continue;
    const std::int64_t first = static_cast<std::int64_t>(place) % per_cell * block_trials;
    const auto count = static_cast<int>(std::min<std::int64_t>(block_trials, trials - first));
    result.push_back({static_cast<std::int64_t>(place) / per_cell, first, count});
  }
  return result;
}

StudyWriter::StudyWriter(const std::string& path, const Plan& plan) : trials_(plan.study.trials), lock_(path) {
  for (const Cell& cell : plan.cells) num_checkpoints_.push_back(cell.work->sketch().checkpoints.size());
  if (!lock_.taken()) throw StudyFileError(path, busy_message(path));
  try {
    check_study_head(path, lock_.head());
    database_.emplace(path, Database::Mode::write);
    is_new_ = !database_->has_table("study");
    if (is_new_) mark_as_ours(*database_);
    database_->run("PRAGMA journal_mode = WAL");
    database_->run("PRAGMA synchronous = NORMAL");
    if (is_new_) {
      Transaction transaction(*database_);
      create_tables(*database_, plan);
      transaction.commit();
    } else {
      check_same_study(*database_, plan);
    }
  } catch (...) {
    database_.reset();
    if (lock_.created())
      for (const char* ending : {"", "-journal", "-wal", "-shm"}) ::unlink((path + ending).c_str());
    throw;
  }
  database_->prepare("INSERT OR REPLACE INTO study VALUES ('writer', ?)").bind(1, std::int64_t{::getpid()}).run();
  insert_block_ = database_->prepare("INSERT OR REPLACE INTO block VALUES (?, ?, ?, ?, ?, ?)");
  std::string places = "?, ?";
  for (std::size_t k = 0; k < num_quantities + 2; ++k) places += ", ?";
  insert_trial_ = database_->prepare("INSERT OR REPLACE INTO trial VALUES (" + places + ")");
}

void StudyWriter::save(std::vector<BlockResult>& blocks) {
  Transaction transaction(*database_);
  for (BlockResult& block : blocks) {
    const BlockPlace& place = block.place;
    make_canonical(block, num_checkpoints_[static_cast<std::size_t>(place.cell)]);
    insert_block_->bind(1, place.cell)
        .bind(2, place.first)
        .bind(3, std::int64_t{place.count})
        .bind(4, std::string_view(block_checksum(block)))
        .bind(5, block.seconds)
        .bind(6, std::span<const std::byte>(curve_bytes(block)))
        .run();
    for (const TrialResult& trial : block.trials) {
      insert_trial_->bind(1, place.cell).bind(2, trial.trial);
      for (std::size_t q = 0; q < num_quantities; ++q)
        insert_trial_->bind(static_cast<int>(3 + q), trial.quantities[q]);
      const int after = 3 + static_cast<int>(num_quantities);
      if (trial.failure) {
        insert_trial_->bind(after, trial.failure->round).bind(after + 1, std::string_view(trial.failure->message));
      } else {
        insert_trial_->bind_null(after).bind_null(after + 1);
      }
      insert_trial_->run();
    }
  }
  transaction.commit();
}

}  // namespace regretta
