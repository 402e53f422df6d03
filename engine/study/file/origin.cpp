#include "regretta/engine/study/file/origin.hpp"

#include <fmt/format.h>

#include "regretta/engine/study/blocks/block_bytes.hpp"
#include "regretta/engine/study/file/build.hpp"
#include "regretta/engine/study/file/engine_identity.hpp"
#include "regretta/engine/study/file/stored_json.hpp"
#include "regretta/engine/study/file/study_schema.hpp"

namespace regretta {
namespace {

std::string checksum(std::int64_t number, const std::string& origin) {
  return text_checksum(fmt::format("{} {}", number, origin));
}

bool is_object(const Database& database, const std::string& text) {
  try {
    return stored_json(database.file(), "list of origins", text).is_object();
  } catch (const StudyFileError&) {
    return false;
  }
}

}  // namespace

std::string default_origin() { return nlohmann::json{{"build", build_text()}, {"engine", engine_identity()}}.dump(); }

std::int64_t origin_number(const Database& database, const std::string& origin) {
  Statement found = database.prepare("SELECT origin FROM origin WHERE json = ?", origin);
  if (found.step()) return found.integer(0);
  Statement last = database.prepare("SELECT max(origin) FROM origin");
  const std::int64_t number = last.step() && !last.is_null(0) ? last.integer(0) + 1 : 1;
  database.run("INSERT INTO origin VALUES (?, ?, ?)", number, checksum(number, origin), origin);
  return number;
}

StoredOrigins stored_origins(const Database& database) {
  StoredOrigins stored;
  Statement rows = database.prepare("SELECT origin, checksum, json FROM origin");
  while (rows.step()) {
    const std::string origin = rows.text(2);
    if (rows.text(1) == checksum(rows.integer(0), origin) && is_object(database, origin)) {
      stored.origins.emplace(rows.integer(0), origin);
    } else {
      ++stored.damaged;
    }
  }
  return stored;
}

void forget_damaged_origins(const Database& database) {
  const Origins sound = stored_origins(database).origins;
  std::vector<std::int64_t> damaged;
  for (Statement rows = database.prepare("SELECT origin FROM origin"); rows.step();)
    if (!sound.contains(rows.integer(0))) damaged.push_back(rows.integer(0));
  for (const std::int64_t number : damaged)
    database.run("UPDATE origin SET checksum = ?2, json = '{}' WHERE origin = ?1", number, checksum(number, "{}"));
}

}  // namespace regretta
