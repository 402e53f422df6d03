#include "regretta/tools/commands/table_output.hpp"

#include <algorithm>

#include <CLI/CLI.hpp>

#include "regretta/tools/terminal/display.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/terminal/output.hpp"
#include "regretta/tools/terminal/output_options.hpp"
#include "regretta/tools/text/selected_table.hpp"

namespace regretta {

void add_where_option(CLI::App& command, std::vector<std::string>& where) {
  repeatable(command.add_option("--where", where,
                                "Only what matches, such as learner=ucb1,budget>=100; budget=0,100 matches both; quote "
                                "< and > for the shell"))
      ->type_name("CONDITION,...");
}

void add_selection_options(CLI::App& command, Selection& selection) {
  add_where_option(command, selection.where);
  command.add_option("--sort", selection.sort, "Sort rows by this column, for example regret,desc")
      ->type_name("COLUMN[,desc]");
  add_list_option(command, "--columns", selection.columns, "Only these columns, in this order");
  add_list_option(command, "--pivot", selection.pivot,
                  "One row per value of the first column and one column per value of the second, for example "
                  "learner,budget; --columns says what is shown there")
      ->type_name("ROWS,COLUMNS");
}

void add_table_options(CLI::App& command, TableOptions& options, bool has_csv) {
  add_selection_options(command, options.selection);
  expect_one_of(command.add_option("--format", options.format,
                                   has_csv ? "How to print it; csv is RFC 4180, with every digit [text]"
                                           : "How to print it; markdown and latex have in bold what is significantly "
                                             "lower than for every other learner [text]"),
                has_csv ? std::vector<std::string>{"text", "csv", "markdown", "latex"}
                        : std::vector<std::string>{"text", "markdown", "latex"});
  add_output_option(command, options.output);
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
  std::string text;
  if (options.format == "csv") {
    text = selected(values(), options.selection, cells.others()).csv();
  } else {
    for (ShownPart& part : parts)
      if (part.table) part.table = selected(*part.table, options.selection, cells.others());
    text = shown_text(parts, shown_format(options.format), display_of(options.output));
  }
  write_output(options.output, text);
}

}  // namespace regretta
