#include "regretta/engine/study/file/run_effort.hpp"

#include <algorithm>

#include "regretta/engine/study/file/stored_json.hpp"
#include "regretta/engine/study/file/study_schema.hpp"

namespace regretta {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(RunEffort, machine, threads, runs, seconds)

namespace {

bool is_plausible(const RunEffort& effort) {
  constexpr std::int64_t many = 1'000'000'000;
  const auto counts = [](std::int64_t n) { return n > 0 && n < many; };
  return counts(effort.threads) && counts(effort.runs) && effort.seconds >= 0 && effort.seconds < many;
}

}  // namespace

std::vector<RunEffort> recorded_efforts(const Database& database) {
  const auto text = study_value(database, "efforts");
  if (!text) return {};
  try {
    const auto efforts = stored_json(database.file(), "list of efforts", *text).get<std::vector<RunEffort>>();
    if (std::ranges::all_of(efforts, is_plausible)) return efforts;
  } catch (const StudyFileError&) {             // no JSON
  } catch (const nlohmann::json::exception&) {  // other JSON
  }
  return {};
}

void record_effort(const Database& database, const RunEffort& effort) {
  std::vector<RunEffort> efforts = recorded_efforts(database);
  const auto found = std::ranges::find_if(efforts, [&](const RunEffort& other) {
    return other.machine == effort.machine && other.threads == effort.threads;
  });
  if (found == efforts.end()) {
    efforts.push_back(effort);
  } else {
    found->runs += effort.runs;
    found->seconds += effort.seconds;
  }
  set_study_value(database, "efforts",
                  nlohmann::json(efforts).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace regretta
