#include "regretta/engine/study/file/build.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "regretta/engine/study/file/stored_json.hpp"
#include "regretta/engine/study/file/study_schema.hpp"
#include "regretta/engine/study/file/version.hpp"

namespace regretta {

std::string compiler_text() {
#if defined(__clang__)
  return fmt::format("clang {}", __clang_version__);
#else
  return fmt::format("g++ {}", __VERSION__);
#endif
}

std::string build_text(std::string_view instruction_set) {
  return fmt::format("regretta {}, {}, {}", version, compiler_text(), instruction_set);
}

std::vector<std::string> recorded_builds(const Database& database) {
  const auto text = study_value(database, "builds");
  if (!text) return {};
  const auto json = stored_json(database.file(), "list of builds", *text);
  if (!json.is_array() || !std::ranges::all_of(json, [](const auto& build) { return build.is_string(); }))
    throw StudyFileError(database.file(), FileFault::damaged, "its list of builds cannot be read");
  return json.get<std::vector<std::string>>();
}

void record_build(const Database& database, const std::string& build) {
  std::vector<std::string> builds = recorded_builds(database);
  if (std::ranges::find(builds, build) != builds.end()) return;
  builds.push_back(build);
  set_study_value(database, "builds", nlohmann::json(builds).dump());
}

}  // namespace regretta
