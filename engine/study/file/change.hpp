#pragma once
/// A results file that describes another study than a plan: what of its trials the plan still has.

#include <cstdint>
#include <optional>
#include <string>

#include "regretta/engine/study/blocks/shard.hpp"
#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

struct StudyChange {
  std::string difference;          ///< the first one, as a sentence
  std::int64_t trials_before = 0;  ///< per cell, of the study of the file
  std::int64_t before = 0;         ///< stored trials that the study of the file has
  std::int64_t now = 0;            ///< those that the plan has
  std::int64_t foreign = 0;        ///< those before of cells of which only the code of a plugin, or data, has changed
};

/// Throws StudyFileError if another engine has played the trials of a file.
void check_same_engine(const Database& database);

/// None if both are the same. Throws StudyFileError if the file is of another shard.
std::optional<StudyChange> change_to(const StudyReader& stored, const Plan& plan, const Shard& shard);

/// Throws StudyFileError where a run must not go on without being told to (`--anew`): where the plan has none of the
/// trials, which a wrong file would have, or where what has changed is not in the study.
void refuse_unless_of_study(const std::string& file, const StudyChange& change);

}  // namespace regretta
