#include "regretta/engine/evidence/tables/stored_checksum.hpp"

#include <fmt/format.h>

#include "regretta/engine/study/blocks/block_bytes.hpp"
#include "regretta/engine/study/file/study_schema.hpp"

namespace regretta {
namespace {

std::string table_checksum(const Database& database, const std::string& name) {
  TextChecksum checksum;
  Statement rows = database.prepare("SELECT * FROM " + name + " ORDER BY rowid");
  while (rows.step())
    for (int column = 0; column < rows.columns(); ++column) checksum.add(rows.exact_text(column) + "\n");
  return checksum.text();
}

}  // namespace

void store_checksum(const Database& database, const std::string& name) {
  set_study_value(database, name + "_checksum", table_checksum(database, name));
}

bool is_as_stored(const StudyReader& study, const std::string& name) {
  return study.value(name + "_checksum") == table_checksum(study.database(), name);
}

void check_stored_table(const StudyReader& study, const std::string& name) {
  if (is_as_stored(study, name)) return;
  throw StudyFileError(study.database().file(), FileFault::damaged,
                       fmt::format("table {} has changed since it was written", name));
}

}  // namespace regretta
