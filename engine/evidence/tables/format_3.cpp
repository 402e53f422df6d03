#include "regretta/engine/evidence/tables/format_3.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "regretta/engine/study/blocks/block_bytes.hpp"

namespace regretta {
namespace {

/// Whether there is such a table. Throws StudyFileError if it is damaged.
bool has_sound_table(const StudyReader& study, const std::string& name) {
  if (!study.database().has_table(name)) return false;
  for (const ZeroText zero : {ZeroText::plain, ZeroText::of_fmt_10}) {
    TextChecksum checksum;
    Statement rows = study.database().prepare("SELECT * FROM " + name + " ORDER BY rowid");
    while (rows.step())
      for (int column = 0; column < rows.columns(); ++column) checksum.add(rows.exact_text(column, zero) + "\n");
    if (checksum.text() == study.value(name + "_checksum")) return true;
  }
  throw StudyFileError(study.database().file(), FileFault::damaged,
                       fmt::format("table {} has changed since it was written", name));
}

/// False if the bytes are no summary.
bool read_summary(std::span<const std::byte> bytes, CellSummary& summary) {
  std::vector<double> numbers(bytes.size() / sizeof(double));
  std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(double));
  std::size_t place = 0;
  bool sound = true;
  const auto take = [&] { return place < numbers.size() ? numbers[place++] : (sound = false, Statistic::nan); };
  const auto take_count = [&] {
    const double x = take();
    sound = sound && x >= 0 && x <= static_cast<double>(max_trials);
    return sound ? static_cast<std::int64_t>(x) : 0;
  };
  for (std::int64_t* n : {&summary.trials, &summary.infeasible, &summary.failed}) *n = take_count();
  for_each_statistic(summary, [&](Statistic& statistic) {
    statistic.count = take_count();
    for (double* x : {&statistic.mean, &statistic.se, &statistic.q05, &statistic.q50, &statistic.q95}) *x = take();
  });
  return sound && place == numbers.size();
}

}  // namespace

FactsOfFormat3::FactsOfFormat3(const StudyReader& study)
    : has_reach_(has_sound_table(study, "reach")),
      has_bounds_(has_sound_table(study, "bound")),
      has_summaries_(study.database().has_table("summary")) {
  if (has_bounds_) {
    Statement row = study.database().prepare("SELECT cell, quantity, bound, failure_probability FROM bound");
    while (row.step())
      if (const auto known = study.quantities().find(row.text(1)))
        bounds_[{row.integer(0), *known}] = {
            .value = row.real(2), .failure_probability = row.real(3), .applies = !row.is_null(2)};
  }
  if (has_sound_table(study, "one_arm")) {
    Statement row = study.database().prepare("SELECT cell FROM one_arm");
    while (row.step()) one_arm_.insert(row.integer(0));
  }
}

StoredFacts FactsOfFormat3::of(const StudyReader& study, const CellLabel& cell) const {
  const QuantityList& known = study.quantities();
  StoredFacts facts(study.shape(cell));
  facts.from_plugins = has_bounds_;
  facts.intervals.clear();
  facts.arms_played = one_arm_.contains(cell.cell) ? ArmsPlayed::one : ArmsPlayed::several;
  for (std::size_t q = 0; q < facts.bounds.size(); ++q)
    if (const auto found = bounds_.find({cell.cell, static_cast<Quantity>(q)}); found != bounds_.end())
      facts.bounds[q] = found->second;
  if (has_reach_) {
    Statement row = study.database().prepare("SELECT quantity, t, least, most FROM reach WHERE cell = ?", cell.cell);
    while (row.step()) {
      const auto quantity = known.find(row.text(0));
      if (!quantity) continue;
      const Interval reach{row.real(2), row.real(3)};
      const auto point = std::ranges::find(cell.checkpoints, row.integer(1));
      if (row.integer(1) == cell.horizon)
        facts.reach[index_of(*quantity)] = reach;
      else if (const auto column = known.column(*quantity); column && point != cell.checkpoints.end())
        facts.reach_on_curve[static_cast<std::size_t>(point - cell.checkpoints.begin())][*column] = reach;
    }
  }
  if (!has_summaries_) return facts;
  Statement row = study.database().prepare("SELECT blocks, checksum, numbers FROM summary WHERE cell = ?", cell.cell);
  if (!row.step() || row.integer(0) != study.saved_blocks(cell)) return facts;
  facts.blocks = row.integer(0);
  const std::span<const std::byte> bytes = row.bytes(2);
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const bool is_as_stored =
      text_checksum(fmt::format("{} {} {}", cell.cell, facts.blocks, text_checksum(text))) == row.text(1);
  if (!is_as_stored || !read_summary(bytes, facts.summary))
    throw StudyFileError(study.database().file(), FileFault::damaged,
                         fmt::format("the summary of cell {} has changed since it was written", cell.cell));
  return facts;
}

}  // namespace regretta
