#include <cstdio>
#include <map>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/evidence/tables.hpp"
#include "regretta/tools/commands.hpp"
#include "regretta/tools/field_text.hpp"
#include "regretta/tools/human_text.hpp"
#include "regretta/tools/output.hpp"

namespace regretta {
namespace {

struct ExportOptions {
  std::string file;
  TableKind table = TableKind::cells;
  std::string format = "csv";
  std::string output;
};

void write_csv(const StudyReader& study, TableKind table, Output& out) {
  out.write(csv_line(table_columns(study, table)));
  for_each_row(study, table, [&](const Row& row) { out.write(csv_line(row)); });
}

void write_json(const StudyReader& study, TableKind table, Output& out) {
  std::vector<std::string> keys;
  for (const std::string& column : table_columns(study, table)) keys.push_back(json_field(column) + ": ");
  std::string before = "[";
  for_each_row(study, table, [&](const Row& row) {
    std::string line = before + "\n  {";
    for (std::size_t k = 0; k < row.size(); ++k) line += (k == 0 ? "" : ", ") + keys[k] + json_field(row[k]);
    out.write(line + "}");
    before = ",";
  });
  out.write(before == "[" ? "[]\n" : "\n]\n");
}

void export_table(const ExportOptions& options) {
  const StudyReader study = StudyReader::open(options.file);
  const std::int64_t planned = study.planned_blocks();
  if (!study.shard().is_whole())
    fmt::print(stderr, "regretta: note: {} is shard {} of its study only; regretta merge puts shards together\n",
               options.file, study.shard().text());
  if (const auto saved = study.saved_blocks(); saved < planned)
    fmt::print(stderr, "regretta: note: {} is not finished: {} of {} blocks of trials are in it\n", options.file,
               grouped(saved), grouped(planned));
  Output out(options.output);
  options.format == "json" ? write_json(study, options.table, out) : write_csv(study, options.table, out);
  out.finish();
}

}  // namespace

void add_export_command(CLI::App& app, ProgramContext&) {
  CLI::App* command = app.add_subcommand("export", "Print a table of results as CSV or JSON");
  auto options = std::make_shared<ExportOptions>();
  const std::map<std::string, TableKind> tables = {
      {"cells", TableKind::cells}, {"trials", TableKind::trials}, {"curves", TableKind::curves}};
  command->add_option("FILE", options->file, "A study file that regretta run has written")->required();
  command->add_option("--table", options->table, "cells (one row per cell), trials, or curves (one row per checkpoint)")
      ->required()
      ->type_name("cells|trials|curves")
      ->transform(CLI::CheckedTransformer(tables).description(""));
  command->add_option("--format", options->format, "csv (RFC 4180) or json (an array of objects) [csv]")
      ->type_name("csv|json")
      ->check(CLI::IsMember({"csv", "json"}).description(""));
  command->add_option("--output", options->output, "Write to this file instead of standard output")->type_name("PATH");
  command->callback([options] { export_table(*options); });
}

}  // namespace regretta
