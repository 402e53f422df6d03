#include "regretta/tools/commands/table_output.hpp"

#include <algorithm>

#include <CLI/CLI.hpp>

#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/terminal/output.hpp"

namespace regretta {

void add_where_option(CLI::App& command, std::vector<std::string>& where) {
  repeatable(command.add_option("--where", where,
                                "Only what matches, such as learner=ucb1,budget>=100; budget=0,100 matches both; quote "
                                "< and > for the shell"))
      ->type_name("CONDITION,...");
}

void add_table_options(CLI::App& command, TableOptions& options) {
  add_where_option(command, options.selection.where);
  add_list_option(command, "--pivot", options.selection.pivot,
                  "One row per value of the first column and one column per value of the second, for example "
                  "learner,budget")
      ->type_name("ROWS,COLUMNS");
  add_format_options(command, options.format, options.output, {"text", "csv", "json", "markdown", "latex"},
                     "How to print it; csv (RFC 4180) and json have every digit [by the ending of --output: .csv, "
                     ".json, .md or .tex; else text]");
}

ShownFormat shown_format(const std::string& word) {
  return word == "markdown" ? ShownFormat::markdown : word == "latex" ? ShownFormat::latex : ShownFormat::text;
}

ValueTable labelled_table(const StudyReader& study, const std::vector<const char*>& columns,
                          const std::vector<std::string>& keys) {
  ValueTable table;
  for (const std::string& name : label_columns(study))
    table.columns.push_back({name, name == "cell" ? Use::number : Use::key});
  for (const char* name : columns)
    table.columns.push_back({name, std::ranges::find(keys, name) != keys.end() ? Use::key : Use::other});
  return table;
}

void print_table(const TableOptions& options, const ChosenCells& cells, std::vector<ShownPart> parts,
                 const std::function<ValueTable()>& values) {
  const bool is_text = options.format != "csv" && options.format != "json";
  for (ShownPart& part : parts)
    if (part.table && is_text) part.table = selected(*part.table, options.selection, cells.others());
  print_parts(options, std::move(parts), [&] { return selected(values(), options.selection, cells.others()); });
}

void print_parts(const TableOptions& options, std::vector<ShownPart> parts, const std::function<ValueTable()>& values) {
  if (options.format == "csv") return write_output(options.output, values().csv());
  if (options.format == "json") return write_output(options.output, values().json());
  for (ShownPart& part : parts)
    if (part.table) part.notes = replace_sentences_by_marks(*part.table);
  write_output(options.output, shown_text(parts, shown_format(options.format), display_of(options.output)));
}

}  // namespace regretta
