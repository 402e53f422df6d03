#pragma once
/// The commands that print a table: their options --where, --pivot, --format and --output.

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

/// Adds --where.
void add_where_option(CLI::App& command, std::vector<std::string>& where);

/// Adds --where, --pivot, --format and --output. The options must outlive the parsing.
void add_table_options(CLI::App& command, TableOptions& options);

ShownFormat shown_format(const std::string& word);

/// A row of a table for other programs: its label columns as engine/study/FORMATS.md describes them.
ValueTable labelled_table(const StudyReader& study, const std::vector<const char*>& columns,
                          const std::vector<std::string>& keys = {});

/// Prints what was asked for: `parts`, whose tables hold one kind of row, or `values` as CSV or JSON. Either has only
/// the cells that `cells` chooses.
void print_table(const TableOptions& options, const ChosenCells& cells, std::vector<ShownPart> parts,
                 const std::function<ValueTable()>& values);

/// The same, without selection.
void print_parts(const TableOptions& options, std::vector<ShownPart> parts, const std::function<ValueTable()>& values);

}  // namespace regretta
