/// Changes a results file as an attacker would: by SQL with every checksum recomputed, or in its bytes. If only bytes
/// were changed, nearly all inputs would fail a checksum.

#include <cstring>
#include <random>

#include <fmt/format.h>

#include "regretta/engine/evidence/tables/facts.hpp"
#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/file/study_file.hpp"
#include "regretta/engine/study/file/study_schema.hpp"
#include "regretta/tests/fuzz/scratch_file.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace regretta::fuzz {
namespace {

class Mutation {
 public:
  Mutation(const std::string& path, unsigned seed) : database_(path, Database::Mode::write), random_(seed) {}

  void apply() {
    switch (below(7)) {
      case 0:
        return change_block();
      case 1:
        return change_row("block");
      case 2:
        return change_facts();
      case 3:
        change_definition();
        break;
      case 4:
        change_row("cell");
        break;
      default:
        change_row("study");
        break;
    }
    seal_description();
    if (below(4) == 0) {
      store_all_facts(StudyReader(Database(database_.file(), Database::Mode::read)), database_, {});
    }
  }

 private:
  std::uint64_t below(std::uint64_t n) { return random_() % n; }  // a random number in [0, n)

  /// An SQL condition that selects a random row of `table`, by key or rowid.
  std::string some_row(const std::string& table) {
    const std::string key = table == "study" ? "key" : "rowid";
    Statement count = database_.prepare(fmt::format("SELECT count(*) FROM {}", table));
    count.step();
    const auto rows = static_cast<std::uint64_t>(std::max<std::int64_t>(1, count.integer(0)));
    return fmt::format("{0} = (SELECT {0} FROM {1} LIMIT 1 OFFSET {2})", key, table, below(rows));
  }

  void change_row(const std::string& table) {
    const std::string condition = some_row(table);
    if (below(20) == 0) return database_.run(fmt::format("DELETE FROM {} WHERE {}", table, condition));
    Statement row = database_.prepare(fmt::format("SELECT * FROM {} WHERE {}", table, condition));
    if (!row.step()) return;
    const int column = table == "study" ? 1 : static_cast<int>(below(static_cast<std::uint64_t>(row.columns())));
    Statement name =
        database_.prepare(fmt::format("SELECT name FROM pragma_table_info('{}') WHERE cid = ?", table), column);
    if (!name.step()) return;
    Statement update = database_.prepare(
        fmt::format("UPDATE OR REPLACE {} SET {} = ? WHERE {}", table, quoted_name(name.text(0)), condition));
    bind_changed(update, row.text(column));
    row.reset();
    update.run();
  }

  void bind_changed(Statement& update, const std::string& old) {
    switch (below(8)) {
      case 0:
        update.set(1, Value());
        break;
      case 1:
        update.set(1, some_number());
        break;
      case 2:
        update.set(1, static_cast<double>(some_number()) * (below(2) == 0 ? 1e300 : 0.3));
        break;
      case 3:
        update.set(1, fmt::format("{}", some_number()));
        break;
      default:
        update.set(1, mutated(old));
        break;
    }
  }

  std::int64_t some_number() {
    constexpr std::int64_t numbers[] = {0, 1, -1, 7, 8, 9, 64, 1000, 1LL << 31, 1LL << 32, INT64_MAX, INT64_MIN};
    return numbers[below(std::size(numbers))];
  }

  static std::string mutated(std::string text) {
    const std::size_t size = text.size();
    text.resize(size + 64);
    text.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(text.data()), size, text.size()));
    return text;
  }

  /// Stores unusual facts with a valid checksum.
  void change_facts() {
    if (below(4) == 0) return change_row("facts");
    const StudyReader study{Database(database_.file(), Database::Mode::read)};
    if (study.cells().empty()) return;
    const CellLabel& cell = study.cells()[below(study.cells().size())];
    auto row = FactsReader(database_).row(cell);
    if (!row || row->bytes.size() < sizeof(double)) return;
    const double values[] = {HUGE_VAL, -HUGE_VAL, -1, 1e308, 5e-324, std::nan(""), static_cast<double>(below(9))};
    const double value = values[below(std::size(values))];
    std::memcpy(row->bytes.data() + 8 * below(row->bytes.size() / 8), &value, sizeof value);
    if (below(5) == 0) row->bytes.resize(row->bytes.size() - 1);
    if (below(5) == 0) row->trials = some_number();
    store_facts(database_, cell, *row);
  }

  /// Stores a block of unusual results with a valid checksum.
  void change_block() {
    const StudyReader study{Database(database_.file(), Database::Mode::read)};
    std::vector<BlockResult> saved;
    const CellLabel& cell = study.cells().at(below(study.cells().size()));
    study.for_each_block(cell, [&](const BlockResult& block) { saved.push_back(block); });
    if (saved.empty()) return;
    BlockResult block = std::move(saved[below(saved.size())]);
    TrialResult& trial = block.trials.at(below(block.trials.size()));
    const double values[] = {HUGE_VAL, -HUGE_VAL, -0.0, 1e308, 5e-324, std::nan(""), static_cast<double>(below(9))};
    trial.quantities[below(num_quantities)] = values[below(std::size(values))];
    if (trial.curve.size() > 0)
      trial.curve[below(trial.curve.size())][below(num_curve_quantities)] = values[below(std::size(values))];
    if (below(3) == 0) trial.failure = Failure{some_number(), mutated("a failure")};
    if (below(5) == 0) block.trials.pop_back();
    BlockInserter(database_).insert(cell.content, block);
  }

  void change_definition() {  // the SQL that defines a table
    database_.run("PRAGMA writable_schema = ON");
    const std::string condition = fmt::format("rowid = {}", 1 + below(8));
    Statement row = database_.prepare(fmt::format("SELECT sql FROM sqlite_master WHERE {}", condition));
    if (!row.step()) return;
    const std::string sql = row.text(0);
    row.reset();
    database_.run(fmt::format("UPDATE sqlite_master SET sql = ? WHERE {}", condition), mutated(sql));
  }

  void seal_description() { regretta::seal_description(database_); }

  Database database_;
  std::mt19937 random_;
};

}  // namespace
}  // namespace regretta::fuzz

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  if (seed % 4 == 0) return LLVMFuzzerMutate(data, size, max_size);
  const regretta::fuzz::ScratchFile file({data, size});
  try {
    for (unsigned k = 0; k <= seed / 4 % 3; ++k) regretta::fuzz::Mutation(file.path(), seed + k).apply();
  } catch (const std::exception&) {
    // The file is too damaged for SQL. Earlier changes remain.
  }
  const std::vector<char> bytes = file.bytes();
  if (bytes.empty() || bytes.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::memcpy(data, bytes.data(), bytes.size());
  return bytes.size();
}
