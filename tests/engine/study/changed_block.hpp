#pragma once
/// Changes stored results in a study file, as a flipped bit or another program would.

#include <cstdint>
#include <functional>
#include <string>

#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta::fakes {

/// Changes a stored block, but not its checksum.
inline void change_block(const std::string& file, std::int64_t cell, std::int64_t first,
                         const std::function<void(BlockResult&)>& change) {
  BlockResult block;
  CellLabel label;
  {
    const StudyReader study = StudyReader::open(file);
    label = study.cells().at(static_cast<std::size_t>(cell));
    study.for_each_block(label, [&](const BlockResult& stored) {
      if (stored.range.first == first) block = stored;
    });
  }
  change(block);
  Database(file, Database::Mode::write)
      .run("UPDATE block SET results = ? WHERE content = ? AND first_trial = ?", block_bytes(block), label.content,
           first);
}

/// Changes one quantity of one trial. Every block of the file must have one pack.
inline void change_trial(const std::string& file, std::int64_t cell, std::int64_t trial, Quantity quantity,
                         const std::function<double(double)>& change) {
  change_block(file, cell, trial - trial % pack_trials, [&](BlockResult& block) {
    double& value = block.trials.at(static_cast<std::size_t>(trial - block.range.first))[quantity];
    value = change(value);
  });
}

}  // namespace regretta::fakes
