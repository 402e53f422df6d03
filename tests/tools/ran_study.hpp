#pragma once
/// Runs studies in this process, with any catalogue, into a file.

#include <filesystem>
#include <string>
#include <vector>

#include "regretta/engine/study/blocks/run.hpp"
#include "regretta/engine/study/file/study_file.hpp"

namespace regretta::fakes {

/// Runs `text` with these overrides into a new file at `path`; returns its path.
inline std::string ran_study(const std::string& text, const Catalogue& catalogue, const std::string& path,
                             const std::vector<std::string>& overrides = {}) {
  for (const char* companion : {"", "-wal", "-shm"}) std::filesystem::remove(path + companion);
  const Plan plan = make_plan(parse_study(text, "study.toml", "", overrides), catalogue);
  StudyWriter file(path, plan);
  RunProgress progress(1);
  run_blocks(plan, file.saver(), file.missing(), progress);
  return path;
}

}  // namespace regretta::fakes
