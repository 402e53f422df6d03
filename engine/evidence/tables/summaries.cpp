#include "regretta/engine/evidence/tables/summaries.hpp"

#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "regretta/engine/evidence/statistics/pass_fold.hpp"
#include "regretta/engine/study/blocks/block_bytes.hpp"

namespace regretta {
namespace {

constexpr std::int64_t most_bytes_in_memory = std::int64_t{1} << 25;

/// Little-endian: the three counts, then count, mean, se and quantiles of every statistic.
std::vector<std::byte> bytes_of(const CellSummary& summary) {
  std::vector<double> numbers;
  const auto put = [&numbers](std::int64_t n) { numbers.push_back(static_cast<double>(n)); };
  for (const std::int64_t n : {summary.trials, summary.infeasible, summary.failed}) put(n);
  for_each_statistic(summary, [&](const Statistic& statistic) {
    put(statistic.count);
    for (const double x : {statistic.mean, statistic.se, statistic.q05, statistic.q50, statistic.q95})
      numbers.push_back(std::isnan(x) ? Statistic::nan : x);
  });
  const std::span<const std::byte> bytes = std::as_bytes(std::span(numbers));
  return {bytes.begin(), bytes.end()};
}

/// Inverse of bytes_of; nothing if the bytes are no summary.
std::optional<CellSummary> summary_of(std::span<const std::byte> bytes, const TrialShape& shape) {
  std::vector<double> numbers(3 + 6 * shape.numbers());
  if (bytes.size() != numbers.size() * sizeof(double)) return std::nullopt;
  std::memcpy(numbers.data(), bytes.data(), bytes.size());
  auto next = numbers.begin();
  bool sound = true;
  const auto take_count = [&] {
    const double x = *next++;
    const bool is_count = x >= 0 && x <= static_cast<double>(max_trials) && x == std::floor(x);
    sound = sound && is_count;
    return is_count ? static_cast<std::int64_t>(x) : 0;
  };
  CellSummary summary(shape);
  for (std::int64_t* n : {&summary.trials, &summary.infeasible, &summary.failed}) *n = take_count();
  for_each_statistic(summary, [&](Statistic& statistic) {
    statistic.count = take_count();
    for (double* x : {&statistic.mean, &statistic.se, &statistic.q05, &statistic.q50, &statistic.q95}) *x = *next++;
  });
  return sound ? std::optional(std::move(summary)) : std::nullopt;
}

/// Over the cell, the number of blocks, and the bytes.
std::string checksum_of(std::int64_t cell, std::int64_t blocks, std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return text_checksum(fmt::format("{} {} {}", cell, blocks, text_checksum(text)));
}

std::int64_t blocks_of(const StudyReader& study, const CellLabel& cell) {
  Statement count = study.database().prepare("SELECT count(*) FROM block WHERE cell = ?", cell.cell);
  count.step();
  return count.integer(0);
}

}  // namespace

CellSummary fold_cell(const StudyReader& study, const CellLabel& cell, const std::atomic<bool>* stop) {
  const TrialShape shape = study.shape(cell);
  const auto bytes = static_cast<std::int64_t>(shape.numbers() * sizeof(double)) * study.layout().trials(cell.cell);
  const auto add_all = [&](auto& fold) {
    study.for_each_block(cell, [&](const BlockResult& block) {
      if (stop != nullptr && stop->load(std::memory_order_relaxed)) throw Interrupted();
      for (const TrialResult& trial : block.trials) fold.add(trial);
    });
  };
  if (bytes <= most_bytes_in_memory) {
    CellFold fold(shape);
    add_all(fold);
    return fold.finish();
  }
  PassFold fold(shape);
  do {
    add_all(fold);
    fold.end_pass();
  } while (!fold.done());
  return fold.finish();
}

std::optional<CellSummary> stored_summary(const StudyReader& study, const CellLabel& cell) {
  if (!study.database().has_table("summary")) return std::nullopt;
  Statement row = study.database().prepare("SELECT blocks, checksum, numbers FROM summary WHERE cell = ?", cell.cell);
  if (!row.step() || row.integer(0) != blocks_of(study, cell)) return std::nullopt;
  const std::span<const std::byte> bytes = row.bytes(2);
  if (checksum_of(cell.cell, row.integer(0), bytes) == row.text(1))
    if (auto summary = summary_of(bytes, study.shape(cell))) return summary;
  throw StudyFileError(study.database().file(), FileFault::damaged,
                       fmt::format("the summary of cell {} has changed since it was written", cell.cell));
}

void store_summary(const Database& database, const StudyReader& study, const CellLabel& cell,
                   const CellSummary& summary) {
  database.run(
      "CREATE TABLE IF NOT EXISTS summary (cell INTEGER PRIMARY KEY, blocks INTEGER, checksum TEXT, numbers BLOB)");
  const std::vector<std::byte> bytes = bytes_of(summary);
  const std::int64_t blocks = blocks_of(study, cell);
  database.run("INSERT OR REPLACE INTO summary VALUES (?, ?, ?, ?)", cell.cell, blocks,
               checksum_of(cell.cell, blocks, bytes), bytes);
}

bool summary_agrees(const StudyReader& study, const CellLabel& cell, const CellSummary& computed) {
  try {
    const auto known = stored_summary(study, cell);
    return !known || bytes_of(*known) == bytes_of(computed);
  } catch (const StudyFileError&) {
    return false;
  }
}

}  // namespace regretta
