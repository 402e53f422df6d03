#include "regretta/engine/evidence/regression/baseline.hpp"

#include <stdexcept>

#include "regretta/engine/evidence/regression/changes.hpp"
#include "regretta/tests/fuzz/scratch_file.hpp"
#include "regretta/tests/fuzz/targets.hpp"

namespace regretta::fuzz {
namespace {

/// Compares two baselines in both directions, and the first with itself, as `regretta compare` does.
void compare_both_ways(const std::string& first, const std::string& second) {
  for (const auto& [before, now] : {std::pair(first, second), std::pair(second, first), std::pair(first, first)}) {
    try {
      compare_files(before, now, {.exact = true});
      compare_files(before, now, {.alpha = 0.01});
    } catch (const StudyFileError&) {
    } catch (const std::invalid_argument&) {  // the studies have nothing to compare
    }
  }
}

RecordedStudy changed(RecordedStudy record) {
  for (RecordedCell& cell : record.cells) {
    if (!cell.trial_hashes.empty()) cell.trial_hashes.front() += "0";
    for (auto& [quantity, values] : cell.values)
      for (double& value : values) value = value * 1.5 + 1;
  }
  return record;
}

}  // namespace

void read_as_baseline(std::span<const std::uint8_t> input) {
  const ScratchFile file(input);
  RecordedStudy record;
  try {
    record = read_baseline(file.path());
  } catch (const StudyFileError&) {
    return;
  }
  std::string text;
  try {
    text = baseline_text(record);
  } catch (const std::invalid_argument&) {  // too large to be written
    return;
  }
  const ScratchFile rewritten({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  if (baseline_text(read_baseline(rewritten.path())) != text)
    throw std::logic_error("a baseline changes when it is read and written again");
  const std::string changed_text = baseline_text(changed(record));
  const ScratchFile changed_file({reinterpret_cast<const std::uint8_t*>(changed_text.data()), changed_text.size()});
  compare_both_ways(rewritten.path(), changed_file.path());
}

}  // namespace regretta::fuzz
