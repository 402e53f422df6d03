#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <stdexcept>

#include <unistd.h>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/evidence/tables.hpp"
#include "regretta/tools/commands.hpp"
#include "regretta/tools/field_text.hpp"
#include "regretta/tools/human_text.hpp"

namespace regretta {
namespace {

struct ExportOptions {
  std::string file;
  TableKind table = TableKind::cells;
  std::string format = "csv";
  std::string output;
};

/// Text to standard output, or to a file that appears only when it is whole.
class Output {
 public:
  explicit Output(const std::string& path) : path_(path), partial_(path.empty() ? "" : path + ".partial") {
    stream_ = path.empty() ? stdout : std::fopen(partial_.c_str(), "wb");
    if (stream_ == nullptr) fail();
    buffer_.resize(std::size_t{1} << 16);
    std::setvbuf(stream_, buffer_.data(), _IOFBF, buffer_.size());
  }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output() {
    if (stream_ == nullptr) return;
    if (stream_ == stdout) {
      std::setvbuf(stdout, nullptr, _IONBF, 0);
    } else {
      std::fclose(stream_);
      ::unlink(partial_.c_str());
    }
  }

  void write(const std::string& text) {
    if (std::fwrite(text.data(), 1, text.size(), stream_) != text.size()) fail();
  }
  void finish() {
    if (std::fflush(stream_) != 0) fail();
    if (stream_ == stdout) return;
    const bool closed = std::fclose(stream_) == 0;
    stream_ = nullptr;
    if (!closed || std::rename(partial_.c_str(), path_.c_str()) != 0) {
      const int error = errno;
      ::unlink(partial_.c_str());
      errno = error;
      fail();
    }
  }

 private:
  [[noreturn]] void fail() const {
    throw std::runtime_error(
        fmt::format("{}: cannot be written ({})", path_.empty() ? "standard output" : path_, std::strerror(errno)));
  }

  std::string path_;
  std::string partial_;
  std::FILE* stream_ = nullptr;
  std::vector<char> buffer_;
};

void write_csv(const StudyReader& study, TableKind table, Output& out) {
  const auto write_line = [&out](const auto& fields, const auto& to_text) {
    std::string line;
    for (const auto& field : fields) line += to_text(field) + ",";
    line.back() = '\r';
    out.write(line + '\n');
  };
  write_line(table_columns(study, table), csv_text);
  for_each_row(study, table, [&](const Row& row) { write_line(row, csv_field); });
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
