#pragma once
/// Runs studies in the process of the test, with any catalogue, into a file.

#include <filesystem>
#include <string>
#include <vector>

#include "regretta/engine/study/run_study.hpp"

namespace regretta::fakes {

/// Runs the study in `text` with these overrides into a new file; returns `path`.
inline std::string run_to_file(const std::string& text, const Catalogue& catalogue, const std::string& path,
                               const std::vector<std::string>& overrides = {}) {
  for (const char* companion : {"", "-wal", "-shm"}) std::filesystem::remove(path + companion);
  const Plan plan = make_plan(parse_study(text, "study.toml", "", overrides), catalogue);
  run_study(plan, path, {.threads = 1});
  return path;
}

}  // namespace regretta::fakes
