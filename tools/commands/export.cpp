#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/commands/failure_counts.hpp"
#include "regretta/tools/commands/table_output.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/terminal/output.hpp"
#include "regretta/tools/terminal/output_formats.hpp"
#include "regretta/tools/text/field_text.hpp"
#include "regretta/tools/text/selected_table.hpp"

namespace regretta {
namespace {

struct ExportOptions {
  std::string file;
  std::string table = "cells";
  Selection selection;
  std::string format = "csv";
  std::string output;
};

/// A table that can be exported.
struct ExportedTable {
  std::function<std::vector<std::string>(const Results&)> columns;
  std::function<void(const Results&, const std::function<void(const Row&)>&)> for_each_row;
};

ExportedTable stored_table(TableKind kind) {
  return {[kind](const Results& study) { return table_columns(study, kind); },
          [kind](const Results& study, const auto& visit) { for_each_row(study, kind, visit); }};
}

/// The rows and columns of a table that were asked for.
class SelectedRows {
 public:
  SelectedRows(const Results& study, const ExportedTable& table, const Selection& selection)
      : study_(study), table_(table), selection_(selection), cells_(study, selection.where) {
    const std::size_t labels = label_columns(study).size();
    for (const std::string& name : table.columns(study))
      all_.columns.push_back({name, name == "cell"                                 ? Use::number
                                    : all_.columns.size() < labels || is_key(name) ? Use::key
                                                                                   : Use::other});
    if (selection.needs_all_rows()) {
      read([&](const Row& row) { all_.rows.push_back(row); });
      result_ = selected(all_, selection, {});
    } else {
      for (const std::string& name : selection.columns)
        places_.push_back(column_named(all_.names(), "--columns", name));
      result_.columns = all_.columns;
      if (places_.empty()) return;
      result_.columns.clear();
      for (const std::size_t place : places_) result_.columns.push_back(all_.columns[place]);
    }
  }

  std::vector<std::string> columns() const { return result_.names(); }

  /// Rows are not kept in memory unless they must be sorted or spread.
  void for_each(const std::function<void(const Row&)>& visit) const {
    if (selection_.needs_all_rows()) {
      for (const Row& row : result_.rows) visit(row);
      return;
    }
    read([&](const Row& row) {
      if (places_.empty()) return visit(row);
      Row some;
      for (const std::size_t place : places_) some.push_back(row[place]);
      visit(some);
    });
  }

 private:
  static bool is_key(const std::string& name) { return std::ranges::find(further_keys, name) != further_keys.end(); }
  void read(const std::function<void(const Row&)>& visit) const {
    RowConditions conditions(all_.names(), cells_.others());
    table_.for_each_row(study_, [&](const Row& row) {
      const std::int64_t cell = *row.front().integer();
      if (cells_.has(study_.cells()[static_cast<std::size_t>(cell)]) && conditions.keep(row)) visit(row);
    });
    if (!cells_.others().empty()) conditions.check("row");
  }
  static constexpr std::array<std::string_view, 4> further_keys = {"trial", "t", "quantity", "statistic"};

  const Results& study_;
  const ExportedTable& table_;
  const Selection& selection_;
  const ChosenCells cells_;
  ValueTable all_, result_;
  std::vector<std::size_t> places_;
};

void write_csv(const SelectedRows& table, Output& out) {
  out.write(csv_line(table.columns()));
  table.for_each([&](const Row& row) { out.write(csv_line(row)); });
}

/// Calls `visit` with each row as a JSON object.
void for_each_object(const SelectedRows& table, const std::function<void(const std::string&)>& visit) {
  table.for_each([&](const Row& row) { visit(json_object(table.columns(), row)); });
}

void write_json(const SelectedRows& table, Output& out) {
  std::string before = "[";
  for_each_object(table, [&](const std::string& object) {
    out.write(before + "\n  " + object);
    before = ",";
  });
  out.write(before == "[" ? "[]\n" : "\n]\n");
}

void write_jsonl(const SelectedRows& table, Output& out) {
  for_each_object(table, [&](const std::string& object) { out.write(object + "\n"); });
}

const std::map<std::string, ExportedTable> tables = {{"cells", stored_table(TableKind::cells)},
                                                     {"trials", stored_table(TableKind::trials)},
                                                     {"curves", stored_table(TableKind::curves)},
                                                     {"means", {means_columns, for_each_means_row}},
                                                     {"tails", {tails_columns, for_each_tails_row}}};
const std::map<std::string, void (*)(const SelectedRows&, Output&)> table_writers = {
    {"csv", write_csv}, {"json", write_json}, {"jsonl", write_jsonl}};

void export_study(const ExportOptions& options) {
  const Results study = Results::open(options.file);
  note_what_is_missing(study);
  const SelectedRows rows(study, tables.at(options.table), options.selection);
  Output out(options.output);
  table_writers.at(options.format)(rows, out);
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
  add_selection_options(*command, options->selection);
  add_list_option(*command, "--columns", options->selection.columns, "Only these columns, in this order");
  add_format_options(*command, options->format, options->output, {"csv", "json", "jsonl"},
                     "csv (RFC 4180), json (an array of objects) or jsonl (an object per line) [by the ending of "
                     "--output; else csv]");
  end_help(*command, "", {"regretta export f.db --output cells.csv", "One row per cell, as CSV"},
           {"regretta export f.db --table trials --columns cell,trial,regret,violation", "Two results of every trial"});
  command->callback([options] { export_study(*options); });
}

}  // namespace regretta
