#include "regretta/engine/study/file/run_effort.hpp"

#include <algorithm>

#include "regretta/engine/study/file/stored_json.hpp"

namespace regretta {

std::vector<RunEffort> recorded_efforts(const Database& database) {
  Statement select = database.prepare("SELECT value FROM study WHERE key = 'efforts'");
  if (!select.step()) return {};
  std::vector<RunEffort> efforts;
  try {
    for (const auto& entry : stored_json(database.file(), "list of efforts", select.text(0))) {
      const RunEffort effort{.machine = entry.at("machine"),
                             .threads = entry.at("threads"),
                             .runs = entry.at("runs"),
                             .seconds = entry.at("seconds")};
      constexpr std::int64_t many = 1'000'000'000;
      const auto counts = [](std::int64_t n) { return n > 0 && n < many; };
      if (!counts(effort.threads) || !counts(effort.runs) || !(effort.seconds >= 0 && effort.seconds < many)) return {};
      efforts.push_back(effort);
    }
  } catch (const StudyFileError&) {
    return {};
  } catch (const nlohmann::json::exception&) {
    return {};
  }
  return efforts;
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
  auto json = nlohmann::json::array();
  for (const RunEffort& each : efforts)
    json.push_back(
        {{"machine", each.machine}, {"threads", each.threads}, {"runs", each.runs}, {"seconds", each.seconds}});
  const std::string text = json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  database.prepare("INSERT OR REPLACE INTO study VALUES ('efforts', ?)").bind(1, std::string_view(text)).run();
}

}  // namespace regretta
