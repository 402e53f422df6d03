#pragma once
/// The identity of a study's results: equal digests, equal bits. Nothing in it says where, when, by whom or in how many
/// pieces the results were computed.
///
/// All digests are XXH3 with 128 bits, in 32 hexadecimal digits. Numbers are 8 bytes, little-endian; every NaN is the
/// quiet NaN 0x7ff8000000000000 and -0 is 0.
///   cell    its number, then its saved trials in order: number, quantities in the order of engine/trial/result.hpp,
///           round of failure (-1: none), length and text of the message, curve (checkpoint by checkpoint)
///   study   length and text of the resolved study (JSON, as table `study` holds it), then for every cell in order the
///           number of saved trials and the 16 bytes of its digest

#include <functional>
#include <string>

#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

struct CellDigest {
  std::int64_t trials = 0;  ///< saved
  std::string digest;
};

struct StudyDigest {
  std::int64_t trials = 0;   ///< saved, of all cells
  std::int64_t planned = 0;  ///< of all cells
  std::string digest;        ///< of what is saved
  bool partial() const { return trials < planned; }
};

/// Reads every block, one at a time; hands out cells in order. Throws StudyFileError where the file is damaged.
StudyDigest digest_of(
    const StudyReader& study,
    const std::function<void(const CellLabel&, const CellDigest&)>& visit = [](const CellLabel&, const CellDigest&) {});

}  // namespace regretta
