#include <functional>
#include <map>
#include <memory>

#include <CLI/CLI.hpp>

#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/commands/failure_counts.hpp"
#include "regretta/tools/commands/table_output.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/terminal/output.hpp"
#include "regretta/tools/text/conditions.hpp"
#include "regretta/tools/text/value_table.hpp"

namespace regretta {
namespace {

struct ExportOptions {
  std::string file;
  std::string table = "cells";
  std::vector<std::string> where, columns;
  std::string format = "csv";
  std::string output;
};

/// Functions that return the columns and visit the rows of a table that can be exported.
struct ExportedTable {
  std::function<std::vector<std::string>(const Results&)> columns;
  std::function<void(const Results&, const std::function<void(const Row&)>&)> for_each_row;
};

/// The rows and columns of a table that the options select.
class SelectedRows {
 public:
  SelectedRows(const Results& study, const ExportedTable& table, const ExportOptions& options)
      : study_(study), table_(table), names_(table.columns(study)), cells_(study, options.where) {
    for (const std::string& name : options.columns) positions_.push_back(column_named(names_, "--columns", name));
  }

  std::vector<std::string> columns() const {
    std::vector<std::string> names;
    for (const std::size_t position : positions_) names.push_back(names_[position]);
    return positions_.empty() ? names_ : names;
  }

  void for_each(const std::function<void(const Row&)>& visit) const {
    RowConditions conditions(names_, cells_.others());
    table_.for_each_row(study_, [&](const Row& row) {
      const std::int64_t cell = *row.front().integer();
      if (!cells_.has(study_.cells()[static_cast<std::size_t>(cell)]) || !conditions.keep(row)) return;
      if (positions_.empty()) return visit(row);
      Row selected_row;
      for (const std::size_t position : positions_) selected_row.push_back(row[position]);
      visit(selected_row);
    });
    if (!cells_.others().empty()) conditions.check("row");
  }

 private:
  const Results& study_;
  const ExportedTable& table_;
  const std::vector<std::string> names_;
  const ChosenCells cells_;
  std::vector<std::size_t> positions_;  ///< positions of the selected columns; empty: all columns
};

void write_csv(const SelectedRows& table, Output& out) {
  out.write(csv_line(table.columns()));
  table.for_each([&](const Row& row) { out.write(csv_line(row)); });
}

void write_json(const SelectedRows& table, Output& out) {
  std::string separator = "[";
  table.for_each([&](const Row& row) {
    out.write(separator + "\n  " + json_object(table.columns(), row));
    separator = ",";
  });
  out.write(separator == "[" ? "[]\n" : "\n]\n");
}

template <TableKind kind>
ExportedTable stored_table() {
  return {[](const Results& study) { return table_columns(study, kind); },
          [](const Results& study, const auto& visit) { for_each_row(study, kind, visit); }};
}

const std::map<std::string, ExportedTable> tables = {{"cells", stored_table<TableKind::cells>()},
                                                     {"trials", stored_table<TableKind::trials>()},
                                                     {"curves", stored_table<TableKind::curves>()},
                                                     {"means", {means_columns, for_each_means_row}},
                                                     {"tails", {tails_columns, for_each_tails_row}}};

void export_study(const ExportOptions& options) {
  const Results study = Results::open(options.file);
  note_missing_trials(study);
  const SelectedRows rows(study, tables.at(options.table), options);
  Output out(options.output);
  (options.format == "csv" ? write_csv : write_json)(rows, out);
  out.finish();
}

}  // namespace

void add_export_command(CLI::App& app, ProgramContext&) {
  CLI::App* command = app.add_subcommand("export", "Write results for other programs: CSV, JSON");
  auto options = std::make_shared<ExportOptions>();
  command->add_option("FILE", options->file, "A results file written by regretta run")->required();
  expect_one_of(command->add_option("--table", options->table,
                                    "cells (one row per cell), trials, curves (one row per checkpoint), means (with "
                                    "intervals), or tails (quantiles, with intervals) [cells]"),
                {"cells", "trials", "curves", "means", "tails"});
  add_where_option(*command, options->where);
  add_list_option(*command, "--columns", options->columns, "Only these columns, in this order");
  add_format_options(*command, options->format, options->output, {"csv", "json"},
                     "csv (RFC 4180) or json (an array of objects) [by the ending of --output; else csv]");
  end_help(*command, "", {"regretta export f.db --output cells.csv", "One row per cell, as CSV"},
           {"regretta export f.db --table trials --columns cell,trial,regret,violation", "Two results of every trial"});
  command->callback([options] { export_study(*options); });
}

}  // namespace regretta
