#pragma once
/// What happens to the blocks of a file before a run adds others: none of another version may stay among them
/// (mixture.hpp). Used by `regretta run`.

#include <string>

#include "regretta/engine/study/file/study_file.hpp"

namespace regretta {

struct Anew {
  bool changed = false;  ///< cells whose plugin has changed, or all if the engine has
  bool failed = false;   ///< blocks with failed trials; if their plugin has changed, their cells
};

/// Removes from the file what a run of the plan whose blocks get this origin is to play again (origin_of_run). Throws
/// StudyFileError if blocks of two versions would be left, would return from `gone`, or are there; then nothing has
/// changed.
void prepare_to_go_on(const StudyWriter& file, const Plan& plan, const std::string& origin, const Anew& anew);

}  // namespace regretta
