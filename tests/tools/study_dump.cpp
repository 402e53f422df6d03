#include "study_dump.hpp"

#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/tools/text/field_text.hpp"

namespace regretta::fakes {
namespace {

std::string bits_of(const std::optional<double>& value) { return value ? csv_field(*value) : "-"; }

void add_rows(const StudyReader& study, TableKind kind, std::string& text) {
  for (const std::string& column : table_columns(study, kind)) text += column + ",";
  for_each_row(study, kind, [&text](const Row& row) {
    text += "\n";
    for (const Field& field : row) text += csv_field(field) + ",";
  });
  text += "\n";
}

}  // namespace

Dump dump_of(const std::string& path) {
  Dump dump;
  try {
    const StudyReader study = StudyReader::open(path);
    dump.finished = study.saved_blocks() == study.planned_blocks();
    for (const char* key : {"name", "seed", "delta"}) dump.text += study.value(key) + "\n";
    for (const TableKind kind : {TableKind::cells, TableKind::trials, TableKind::curves})
      add_rows(study, kind, dump.text);
    if (const auto bounds = stored_bounds(study))
      for (const auto& [cell, both] : *bounds)
        dump.text +=
            std::to_string(cell) + " " + bits_of(both.regret.value) + " " + bits_of(both.violation.value) + "\n";
  } catch (const std::exception& error) {
    dump.error = error.what();
  }
  return dump;
}

}  // namespace regretta::fakes
