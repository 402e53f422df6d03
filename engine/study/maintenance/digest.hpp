#pragma once
/// A digest of the results of a study: equal digests mean equal bits. It does not depend on the machines, the time or
/// the number of shards with which the results were computed. Used by `regretta digest`, by reports and by baselines.
///
/// All digests are XXH3 with 128 bits, in 32 hexadecimal digits. Numbers are 8 bytes, little-endian; every NaN is the
/// quiet NaN 0x7ff8000000000000 and -0 is 0.
///   cell    its number, then its saved trials in order: number, quantities in the order of
///           engine/trial/contract/quantity.hpp,
///           round of failure (-1: none), length and text of the message, curve (checkpoint by checkpoint)
///   study   length and text of the study as JSON (identity_json in canonical.hpp), then, for each cell in order, the
///           number of saved trials and the 16 bytes of the cell's digest

#include <functional>
#include <string>

#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

struct CellDigest {
  std::int64_t trials = 0;  ///< number of saved trials
  std::string digest;
};

struct StudyDigest {
  std::int64_t trials = 0;   ///< saved trials of all cells
  std::int64_t planned = 0;  ///< planned trials of all cells
  std::string digest;        ///< digest of the saved trials
  bool partial() const { return trials < planned; }
};

/// Reads all blocks, one at a time, and calls `visit` for each cell in order. Throws StudyFileError if the file is
/// damaged.
StudyDigest digest_of(
    const StudyReader& study,
    const std::function<void(const CellLabel&, const CellDigest&)>& visit = [](const CellLabel&, const CellDigest&) {});

}  // namespace regretta
