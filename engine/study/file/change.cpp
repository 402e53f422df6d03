#include "regretta/engine/study/file/change.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "regretta/engine/study/blocks/layout.hpp"
#include "regretta/engine/study/file/engine_identity.hpp"
#include "regretta/engine/study/file/study_schema.hpp"
#include "regretta/engine/study/plan/difference.hpp"
#include "regretta/engine/study/text/canonical.hpp"

namespace regretta {
namespace {

StudyFileError refusal(const std::string& file, const std::string& why) { return {file, FileFault::mismatch, why}; }

void check_same_shard(const StudyReader& stored, const Plan& plan, const Shard& shard) {
  const std::string& file = stored.database().file();
  const std::string holds = stored.shard().text();
  if (stored.shard() != shard) {
    if (stored.shard().is_whole())
      throw refusal(file, fmt::format("holds the whole study, not shard {}; give another --output", shard.text()));
    const std::string asked = shard.is_whole() ? "the whole study" : "shard " + shard.text();
    throw refusal(file, fmt::format("holds shard {} of this study, not {}; give --shard {}, or another --output", holds,
                                    asked, holds));
  }
  // What cells share a shard: those of a setting, or all trials of a cell.
  const auto division = [](const Study& study) { return !study.stop ? 0 : study.stop->is_of_settings() ? 2 : 1; };
  if (!shard.is_whole() && division(stored.study()) != division(plan.study))
    throw refusal(file, fmt::format("was written when blocks were divided over shards in another way; `regretta merge "
                                    "{} ... --partial --output NEW` keeps its trials, and a run of the whole study "
                                    "finishes NEW",
                                    file));
}

bool has_same_cells(const StudyReader& stored, const Plan& plan) {
  return std::ranges::equal(stored.cells(), plan.cells, [](const CellLabel& label, const Cell& cell) {
    return label.content == cell.content->hash && label.first_trial == cell.first_trial;
  });
}

/// Finds cells of which the study says the same as before, although their contents differ, if trials of both are at
/// stake: there are some of the old one, and some of the new one are missing.
void find_foreign(const StudyReader& stored, const Plan& plan, const Layout& planned, const Stretches& missing,
                  StudyChange& change) {
  std::map<std::string, const Cell*> known;  // by what the study says of it
  for (const Stretch& stretch : missing) {
    const Cell& cell = plan.cells[static_cast<std::size_t>(stretch.cell)];
    if (stored.layout().first_with(cell.content->hash) < 0)
      known.emplace(study_lines(content_lines(*cell.content)), &cell);
  }
  for (const CellLabel& label : stored.cells()) {
    const std::int64_t saved = stored.saved_trials(label);
    if (known.empty() || saved == 0 || planned.first_with(label.content) >= 0) continue;
    const std::vector<ContentLine> before = stored_content_lines(stored.database(), label.content);
    const auto found = known.find(study_lines(before));
    if (found == known.end()) continue;
    if (change.foreign == 0)
      change.difference =
          fmt::format("{} (cell {})", first_difference(before, content_lines(*found->second->content)), label.cell);
    change.foreign += saved;
  }
}

}  // namespace

void check_same_engine(const Database& database) {
  if (const std::string engine = study_value(database, "engine").value_or("?"); engine != engine_identity())
    throw refusal(database.file(),
                  fmt::format("played by regretta {}, this is {}: results might differ; go on with that one, or give "
                              "another --output",
                              engine, engine_identity()));
}

std::optional<StudyChange> change_to(const StudyReader& stored, const Plan& plan, const Shard& shard) {
  nlohmann::ordered_json before = identity_json(stored.study()), now = identity_json(plan.study);
  const auto difference = first_difference(before, now);
  check_same_shard(stored, plan, shard);
  if (!difference && has_same_cells(stored, plan)) return std::nullopt;
  const Layout planned = layout_of(plan);
  StudyChange change;
  change.trials_before = stored.trials();
  change.before = trials_in_both(stored.saved_ranges(), stored.layout().blocks());
  const Stretches blocks = planned_blocks(planned, shard), saved = saved_blocks(stored.database(), planned);
  change.now = trials_in_both(saved, planned.blocks());
  for (nlohmann::ordered_json* identity : {&before, &now})
    for (const char* key : {"name", "trials", "until", "metric", "alpha", "most_trials"})
      (*identity)["study"].erase(key);  // which decide no bits
  change.difference = first_difference(before, now).value_or(difference.value_or(""));
  find_foreign(stored, plan, planned, left_to_play(blocks, saved), change);
  return change;
}

void refuse_unless_of_study(const std::string& file, const StudyChange& change) {
  if (change.foreign > 0)
    throw refusal(file,
                  fmt::format("{} of its trials are of other code or data: {}; --anew plays them anew and keeps them, "
                              "or give another --output",
                              change.foreign, change.difference));
  if (change.before > 0 && change.now == 0)
    throw refusal(file, fmt::format("holds another study: {}, and it has none of the {} trials in the file; undo the "
                                    "change, or give another --output, or --anew, which keeps them",
                                    change.difference, change.before));
}

}  // namespace regretta
