#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/evidence/tables/interval_rows.hpp"
#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/commands/failure_counts.hpp"
#include "regretta/tools/commands/npz_study.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/terminal/output.hpp"
#include "regretta/tools/terminal/output_options.hpp"
#include "regretta/tools/text/field_text.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

struct ExportOptions {
  std::string file;
  std::string table = "cells";
  std::string format = "csv";
  std::string output;
};

/// A table that can be exported.
struct ExportedTable {
  std::function<std::vector<std::string>(const StudyReader&)> columns;
  std::function<void(const StudyReader&, const std::function<void(const Row&)>&)> for_each_row;
};

ExportedTable stored_table(TableKind kind) {
  return {[kind](const StudyReader& study) { return table_columns(study, kind); },
          [kind](const StudyReader& study, const auto& visit) { for_each_row(study, kind, visit); }};
}

void write_csv(const StudyReader& study, const ExportedTable& table, Output& out) {
  out.write(csv_line(table.columns(study)));
  table.for_each_row(study, [&](const Row& row) { out.write(csv_line(row)); });
}

/// Calls `visit` with each row as a JSON object.
void for_each_object(const StudyReader& study, const ExportedTable& table,
                     const std::function<void(const std::string&)>& visit) {
  std::vector<std::string> keys;
  for (const std::string& column : table.columns(study)) keys.push_back(json_field(column) + ": ");
  table.for_each_row(study, [&](const Row& row) {
    std::string object = "{";
    for (std::size_t k = 0; k < row.size(); ++k) object += (k == 0 ? "" : ", ") + keys[k] + json_field(row[k]);
    visit(object + "}");
  });
}

void write_json(const StudyReader& study, const ExportedTable& table, Output& out) {
  std::string before = "[";
  for_each_object(study, table, [&](const std::string& object) {
    out.write(before + "\n  " + object);
    before = ",";
  });
  out.write(before == "[" ? "[]\n" : "\n]\n");
}

void write_jsonl(const StudyReader& study, const ExportedTable& table, Output& out) {
  for_each_object(study, table, [&](const std::string& object) { out.write(object + "\n"); });
}

const std::map<std::string, ExportedTable> tables = {{"cells", stored_table(TableKind::cells)},
                                                     {"trials", stored_table(TableKind::trials)},
                                                     {"curves", stored_table(TableKind::curves)},
                                                     {"means", {means_columns, for_each_means_row}},
                                                     {"tails", {tails_columns, for_each_tails_row}}};
const std::map<std::string, void (*)(const StudyReader&, const ExportedTable&, Output&)> table_writers = {
    {"csv", write_csv}, {"json", write_json}, {"jsonl", write_jsonl}};

void check(const ExportOptions& options) {
  if (options.format == "npz" && options.output.empty())
    throw std::invalid_argument("export: expected --output FILE.npz: --format npz is no text to print");
}

void export_study(const ExportOptions& options) {
  check(options);
  const StudyReader study = StudyReader::open(options.file);
  note_what_is_missing(study);
  if (options.format == "npz") {
    write_npz(study, options.output);
    return;
  }
  Output out(options.output);
  table_writers.at(options.format)(study, tables.at(options.table), out);
  out.finish();
}

}  // namespace

void add_export_command(CLI::App& app, ProgramContext&) {
  CLI::App* command = app.add_subcommand("export", "Results for other programs: CSV, JSON, JSON lines, NumPy arrays");
  auto options = std::make_shared<ExportOptions>();
  command->add_option("FILE", options->file, "A study file written by regretta run")->required();
  expect_one_of(*command->add_option("--table", options->table,
                                     "cells (one row per cell), trials, curves (one row per checkpoint), means (with "
                                     "intervals), or tails (quantiles, with intervals); not with npz, which contains "
                                     "every trial and curve [cells]"),
                {"cells", "trials", "curves", "means", "tails"});
  expect_one_of(*command->add_option("--format", options->format,
                                     "csv (RFC 4180), json (an array of objects), jsonl (an object per line), or npz "
                                     "(arrays of every trial and curve for numpy.load; its array \"axes\" names their "
                                     "axes) [csv]"),
                {"csv", "json", "jsonl", "npz"});
  add_output_option(*command, options->output);
  end_help(*command, "", {"regretta export f.db --output cells.csv", "One row per cell, as CSV"},
           {"regretta export f.db --table trials --format jsonl", "One JSON object per trial"});
  command->callback([options] { export_study(*options); });
}

}  // namespace regretta
