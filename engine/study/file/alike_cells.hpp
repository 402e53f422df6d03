#pragma once
/// Which cells of a file are the same as others (plan/alike.hpp): key `same_as` of table `study`, a list of pairs.

#include <cstdint>
#include <string>
#include <vector>

#include "regretta/engine/study/file/stored_json.hpp"
#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

/// For every cell, the first one that is the same: itself, if there is none before it. Throws StudyFileError.
inline std::vector<std::int64_t> same_as(const StudyReader& study) {
  std::vector<std::int64_t> firsts;
  for (const CellLabel& cell : study.cells()) firsts.push_back(cell.cell);
  const std::string text = study.value("same_as");
  if (text.empty()) return firsts;
  const auto refuse = [&] {
    throw StudyFileError(study.database().file(), FileFault::damaged, "its list of equal cells cannot be read");
  };
  for (const auto& pair : stored_json(study.database().file(), "list of equal cells", text)) {
    if (!pair.is_array() || pair.size() != 2 || !pair[0].is_number_integer() || !pair[1].is_number_integer()) refuse();
    const auto cell = pair[0].get<std::int64_t>(), first = pair[1].get<std::int64_t>();
    if (first < 0 || first >= cell || cell >= std::ssize(firsts)) refuse();
    firsts[static_cast<std::size_t>(cell)] = first;
  }
  return firsts;
}

/// The cells that are the same as one before them.
inline std::vector<bool> repeated_cells(const StudyReader& study) {
  std::vector<bool> repeated;
  for (const std::int64_t first : same_as(study)) repeated.push_back(first != std::ssize(repeated));
  return repeated;
}

}  // namespace regretta
