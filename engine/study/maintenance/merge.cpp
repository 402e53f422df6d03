#include "regretta/engine/study/maintenance/merge.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/study/blocks/shard.hpp"
#include "regretta/engine/study/file/block_inserter.hpp"
#include "regretta/engine/study/file/gone.hpp"
#include "regretta/engine/study/file/partial_file.hpp"
#include "regretta/engine/study/file/study_file.hpp"
#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/engine/study/file/study_schema.hpp"
#include "regretta/engine/study/maintenance/mixture.hpp"
#include "regretta/engine/study/plan/difference.hpp"
#include "regretta/engine/study/text/canonical.hpp"

namespace regretta {
namespace {

/// What must be the same in every input: all but the trials per cell, unless a stop rule looks at them.
struct Identity {
  std::string file;
  std::string version;
  nlohmann::ordered_json identity;

  explicit Identity(const StudyReader& study)
      : file(study.database().file()),
        version(study.value("regretta_version")),
        identity(identity_json(study.study())) {
    if (!study.has_stop_rule()) identity["study"].erase("trials");
  }

  void check_same(const Identity& other) const {
    if (other.version != version) {
      throw StudyFileError(other.file, FileFault::mismatch,
                           fmt::format("begun by regretta {}, but {} by {}: results might differ; merge "
                                       "files of one version",
                                       other.version, file, version));
    }
    if (const auto difference = first_difference(identity, other.identity)) {
      throw StudyFileError(other.file, FileFault::mismatch,
                           fmt::format("holds another study than {}: {}; merge files of one study", file, *difference));
    }
  }
};

/// The input that each block comes from.
class Owners {
 public:
  Owners(const std::vector<std::string>& inputs, const std::vector<Stretches>& saved, const Layout& layout) {
    for (std::size_t input = 0; input < inputs.size(); ++input)
      for (const BlockRange& range : blocks_of(saved[input])) {
        if (!layout.has(range))
          throw StudyFileError(inputs[input], FileFault::damaged,
                               fmt::format("holds {}, but the stop rule ended that cell before", ranges_text({range})));
        blocks_.push_back({range, input});
      }
    std::ranges::sort(blocks_);
    for (const Owned& block : blocks_) append(all_, block.range);
    refuse_overlap(inputs);
  }

  bool owns(std::size_t input, const BlockRange& range) const {
    return std::ranges::binary_search(blocks_, Owned{range, input});
  }
  /// All of them, ordered by cell and first trial.
  const Stretches& all() const { return all_; }

 private:
  struct Owned {
    BlockRange range;
    std::size_t input;
    auto operator<=>(const Owned&) const = default;
  };

  /// Throws if two inputs hold the same trials: names two of them, and all that they share.
  void refuse_overlap(const std::vector<std::string>& inputs) const {
    Stretches shared;
    std::pair<std::size_t, std::size_t> both;
    for (std::size_t k = 1; k < blocks_.size(); ++k) {
      const Owned &before = blocks_[k - 1], &after = blocks_[k];
      if (before.range.cell != after.range.cell || before.range.end() <= after.range.first) continue;
      const auto inputs_here = std::minmax(before.input, after.input);
      if (shared.empty()) both = inputs_here;
      if (both == std::pair<std::size_t, std::size_t>(inputs_here)) append(shared, after.range);
    }
    if (shared.empty()) return;
    throw StudyFileError(
        inputs[both.second], FileFault::mismatch,
        fmt::format("overlaps with {}: both hold {}; leave one of them out", inputs[both.first], ranges_text(shared)));
  }

  std::vector<Owned> blocks_;
  Stretches all_;
};

/// " (of shards 2/7, 5/7)" if all inputs are shards of the same division of the study, else "".
std::string shards_of(const Stretches& blocks, const Layout& layout, const std::set<std::int64_t>& counts) {
  if (counts.size() != 1 || *counts.begin() == 1) return "";
  std::set<std::int64_t> shards;
  for (const Stretch& stretch : blocks)
    for (std::int64_t k = 0; k < stretch.blocks(); ++k)
      shards.insert(Shard{1, *counts.begin()}.owner(layout.of(stretch.cell), stretch.block(k).first));
  std::vector<std::string> texts;
  for (const std::int64_t index : shards) {
    if (texts.size() == 8) {
      texts.emplace_back("...");
      break;
    }
    texts.push_back(Shard{index, *counts.begin()}.text());
  }
  return fmt::format(" (of shard{} {})", texts.size() == 1 ? "" : "s", fmt::join(texts, ", "));
}

/// With their origins, which have other numbers in the new file.
std::int64_t copy_blocks(const StudyReader& study, std::size_t input, const Owners& owners, const Database& database) {
  const Origins& origins = study.origins();
  std::map<std::int64_t, std::int64_t> numbers;  // new ones
  BlockInserter inserter(database);
  std::int64_t trials = 0;
  Transaction transaction(database);
  for (const CellLabel& cell : study.cells())
    study.for_each_block(cell, [&](const BlockResult& block) {
      if (!owners.owns(input, block.range)) return;  // saved in the meantime by a running process
      const auto [number, is_new] = numbers.emplace(block.origin, 0);
      if (is_new) {
        const auto known = origins.find(block.origin);
        number->second = origin_number(database, known == origins.end() ? "{}" : known->second);
      }
      BlockResult copy = block;
      copy.origin = number->second;
      inserter.insert(copy);
      trials += block.range.count;
    });
  copy_gone(study.database(), database);
  transaction.commit();
  return trials;
}

}  // namespace

MergeOutcome merge_study_files(const std::vector<std::string>& inputs, const std::string& out, Gaps gaps,
                               Versions versions, const std::function<void(const Database&)>& finish) {
  if (std::filesystem::exists(std::filesystem::symlink_status(out)))
    throw StudyFileError(out, FileFault::unusable, "exists already; remove it, or give another --output");

  // Files are opened one at a time, twice each, so that any number of them can be merged.
  std::optional<Identity> first;
  std::size_t largest = 0;  // the input whose study has the most trials
  std::int64_t trials = 0;
  Layout layout;
  std::vector<Stretches> saved;
  std::set<std::int64_t> shard_counts;
  MergeOutcome outcome;
  Mixture mixture;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const StudyReader study = StudyReader::open(inputs[k]);
    if (!first) {
      outcome.study = study.study().name;
      first.emplace(study);
    }
    first->check_same(Identity(study));
    if (study.trials() > trials) {
      largest = k;
      trials = study.trials();
      layout = study.layout();
    }
    layout = stopped_layout(study.database(), layout);
    saved.push_back(study.saved_ranges());
    shard_counts.insert(study.shard().count);
    mixture.add(study);
  }
  if (!mixture.empty() && versions == Versions::one)
    throw StudyFileError(
        out, FileFault::mismatch,
        fmt::format("not written, for these files are of several versions: {}; play the older ones anew, "
                    "or give --mixed",
                    mixture.text()));
  const Owners owners(inputs, saved, layout);
  outcome.missing = left_to_play(layout.blocks(), owners.all());
  if (!outcome.missing.empty() && gaps == Gaps::refused) {
    throw StudyFileError(out, FileFault::mismatch,
                         fmt::format("not written, for these files leave gaps: {}{}; finish them, or give --partial",
                                     ranges_text(outcome.missing), shards_of(outcome.missing, layout, shard_counts)));
  }

  PartialFile file(out);
  {
    const StudyReader study = StudyReader::open(inputs[largest]);
    Transaction transaction(file.database());
    create_tables_like(file.database(), study.database(), study.swept());
    transaction.commit();
  }
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const StudyReader study = StudyReader::open(inputs[k]);
    outcome.trials += copy_blocks(study, k, owners, file.database());
    record_stops(file.database(), recorded_stops(study.database()));
  }
  finish(file.database());
  file.publish();
  return outcome;
}

}  // namespace regretta
