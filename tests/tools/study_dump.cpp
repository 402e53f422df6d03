#include "study_dump.hpp"

#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/tools/text/value_table.hpp"

namespace regretta::fakes {
namespace {

void add_rows(const Results& study, TableKind kind, std::string& text) {
  for (const std::string& column : table_columns(study, kind)) text += column + ",";
  for_each_row(study, kind, [&text](const Row& row) {
    text += "\n";
    for (const Value& field : row) text += csv_field(field) + ",";
  });
  text += "\n";
}

}  // namespace

Dump dump_of(const std::string& path) {
  Dump dump;
  try {
    const Results study = Results::open(path);
    dump.finished = study.saved_trials() == study.planned_trials();
    dump.text += study.value("study");
    for (const TableKind kind : {TableKind::cells, TableKind::trials, TableKind::curves})
      add_rows(study, kind, dump.text);
    if (study.has_bounds())
      for (const CellLabel& cell : study.cells())
        for (const Quantity quantity : {Quantity::regret, Quantity::violation})
          dump.text += std::to_string(cell.cell) + " " + csv_field(study.bound(cell, quantity).value) + "\n";
  } catch (const std::exception& error) {
    dump.error = error.what();
  }
  return dump;
}

std::int64_t blocks_in(const std::string& path) {
  try {
    return blocks_in(StudyReader::open(path).saved_ranges());
  } catch (const StudyFileError&) {  // does not exist yet
    return 0;
  }
}

}  // namespace regretta::fakes
