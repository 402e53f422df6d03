#pragma once
/// Output of commands that print a table, and their options --where, --pivot, --format and --output.

#include <functional>
#include <string>
#include <vector>

#include "regretta/tools/text/conditions.hpp"
#include "regretta/tools/text/shown_text.hpp"
#include "regretta/tools/text/value_table.hpp"

namespace CLI {
class App;
}

namespace regretta {

struct TableOptions {
  Selection selection;
  std::string format = "text";
  std::string output;
};

void add_where_option(CLI::App& command, std::vector<std::string>& where);

/// Adds --where, --pivot, --format and --output. The options must outlive the parsing.
void add_table_options(CLI::App& command, TableOptions& options);

/// The format with this name in --format; the text format for csv and json, which are printed from values.
ShownFormat shown_format(const std::string& word);

/// A table with the label columns of engine/study/FORMATS.md, then `columns`, of which `keys` identify a row.
ValueTable labelled_table(const StudyReader& study, const std::vector<const char*>& columns,
                          const std::vector<std::string>& keys = {});

/// Prints the rows that the selection keeps: as text, those of tables in `parts`; as CSV or JSON, those of `values`.
/// cells: the cells that --where chooses.
void print_table(const TableOptions& options, const ChosenCells& cells, std::vector<ShownPart> parts,
                 const std::function<ValueTable()>& values);

/// Prints all of `parts` as text, or all of `values` as CSV or JSON.
void print_parts(const TableOptions& options, std::vector<ShownPart> parts, const std::function<ValueTable()>& values);

}  // namespace regretta
