#include "regretta/engine/study/care/merge.hpp"

#include <filesystem>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/study/blocks/shard.hpp"
#include "regretta/engine/study/care/mixture.hpp"
#include "regretta/engine/study/file/block_copier.hpp"
#include "regretta/engine/study/file/partial_file.hpp"
#include "regretta/engine/study/file/run_effort.hpp"
#include "regretta/engine/study/file/study_file.hpp"
#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/engine/study/file/study_schema.hpp"
#include "regretta/engine/study/plan/difference.hpp"
#include "regretta/engine/study/text/canonical.hpp"

namespace regretta {
namespace {

/// What must be the same in every input.
struct Identity {
  std::string file;
  std::string version;
  nlohmann::ordered_json identity;

  explicit Identity(const StudyReader& study)
      : file(study.database().file()),
        version(study.value("regretta_version")),
        identity(identity_json(study.study())) {}

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
  Owners(const std::vector<std::string>& inputs, Layout layout)
      : inputs_(inputs), layout_(std::move(layout)), owner_(static_cast<std::size_t>(layout_.num_blocks()), none) {}

  void add(std::size_t input, const BlockList& saved) {
    BlockList shared;
    std::uint32_t other = none;
    for (const BlockRange range : saved) {
      if (!layout_.has(range.cell, range.first))
        throw StudyFileError(
            inputs_[input], FileFault::damaged,
            fmt::format("holds {}, but the stop rule ended that cell before", ranges_text(one(range))));
      std::uint32_t& owner = owner_[number(range)];
      if (owner == none) {
        owner = static_cast<std::uint32_t>(input);
      } else if (other == none || other == owner) {
        other = owner;
        shared.add(range);
      }
    }
    if (other == none) return;
    throw StudyFileError(
        inputs_[input], FileFault::mismatch,
        fmt::format("overlaps with {}: both hold {}; leave one of them out", inputs_[other], ranges_text(shared)));
  }

  bool owns(std::size_t input, const BlockRange& range) const { return owner_[number(range)] == input; }

  BlockList missing() const {
    BlockList result;
    for (std::size_t k = 0; k < owner_.size(); ++k)
      if (owner_[k] == none) result.add(layout_.block(static_cast<std::int64_t>(k)));
    return result;
  }

 private:
  static constexpr auto none = static_cast<std::uint32_t>(-1);
  static BlockList one(const BlockRange& range) {
    BlockList list;
    list.add(range);
    return list;
  }
  std::size_t number(const BlockRange& range) const {
    return static_cast<std::size_t>(layout_.number(range.cell, range.first));
  }

  const std::vector<std::string>& inputs_;
  Layout layout_;
  std::vector<std::uint32_t> owner_;  ///< by number of the block
};

/// " (of shards 2/7, 5/7)" if all inputs are shards of the same division of the study, else "".
std::string shards_of(const BlockList& blocks, const Layout& layout, const std::set<std::int64_t>& counts) {
  if (counts.size() != 1 || *counts.begin() == 1) return "";
  std::set<std::int64_t> shards;
  for (const BlockRange block : blocks)
    shards.insert(Shard{1, *counts.begin()}.owner(layout.unit(block.cell, block.first)));
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

std::int64_t copy_blocks(const StudyReader& study, std::size_t input, const Owners& owners, const Database& database) {
  BlockCopier copier(study.origins(), database);
  std::int64_t trials = 0;
  Transaction transaction(database);
  for (const CellLabel& cell : study.cells())
    study.for_each_block(cell, [&](const BlockResult& block) {
      if (!owners.owns(input, block.range)) return;  // saved in the meantime by a running process
      copier.copy(block);
      trials += block.range.count;
    });
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
  std::optional<Layout> layout;
  std::vector<BlockList> saved;
  std::set<std::int64_t> shard_counts;
  MergeOutcome outcome;
  Mixture mixture;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const StudyReader study = StudyReader::open(inputs[k]);
    if (!first) {
      outcome.study = study.study().name;
      first.emplace(study);
      layout = study.layout();
    }
    first->check_same(Identity(study));
    layout = stopped_layout(study.database(), *layout);
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
  Owners owners(inputs, *layout);
  for (std::size_t k = 0; k < inputs.size(); ++k) owners.add(k, saved[k]);
  outcome.missing = owners.missing();
  if (!outcome.missing.empty() && gaps == Gaps::refused) {
    throw StudyFileError(out, FileFault::mismatch,
                         fmt::format("not written, for these files leave gaps: {}{}; finish them, or give --partial",
                                     ranges_text(outcome.missing), shards_of(outcome.missing, *layout, shard_counts)));
  }

  PartialFile file(out);
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const StudyReader study = StudyReader::open(inputs[k]);
    if (k == 0) {
      Transaction transaction(file.database());
      create_tables_like(file.database(), study.database(), study.swept(), Likeness::study);
      transaction.commit();
    }
    outcome.trials += copy_blocks(study, k, owners, file.database());
    record_stops(file.database(), recorded_stops(study.database()));
    for (const RunEffort& effort : recorded_efforts(study.database())) record_effort(file.database(), effort);
  }
  finish(file.database());
  file.publish(PartialFile::Name::free);
  return outcome;
}

}  // namespace regretta
