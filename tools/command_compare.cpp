#include <algorithm>
#include <map>
#include <memory>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/evidence/comparison.hpp"
#include "regretta/engine/study/parameters.hpp"
#include "regretta/tools/cell_text.hpp"
#include "regretta/tools/commands.hpp"
#include "regretta/tools/field_text.hpp"
#include "regretta/tools/human_text.hpp"
#include "regretta/tools/output.hpp"

namespace regretta {
namespace {

struct CompareOptions {
  std::string file;
  std::vector<std::string> metrics = {"violation"};
  std::string baseline;
  double alpha = 0.05;
  std::string format = "text";
  std::string output;
};

/// "conomd-fs,confidence_scale=0.25": the learner of a cell, with its swept parameters, as --baseline names it.
std::string baseline_text(const StudyReader& study, const CellLabel& cell, const std::string& name) {
  std::string text = name;
  for (std::size_t k = 0; k < cell.swept.size(); ++k)
    if (study.swept()[k].starts_with("learner.") && !cell.swept[k].is_null())
      text += fmt::format(",{}={}", study.swept()[k].substr(8), swept_text(cell.swept[k]));
  return text;
}

/// The cells that --baseline names: by name or kind alone, or with all swept parameters.
std::function<bool(const CellLabel&)> baseline_of(const StudyReader& study, std::string wanted) {
  std::erase(wanted, ' ');
  std::vector<std::string> names;
  std::vector<std::string> in_full;
  std::int64_t learners = 0;
  for (const CellLabel& cell : study.cells()) {
    for (const std::string& name : {cell.learner_name, cell.learner}) {
      std::string full = baseline_text(study, cell, name);
      std::erase(full, ' ');
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
      if (std::ranges::find(in_full, full) != in_full.end()) continue;
      in_full.push_back(full);
      std::string alone = name;
      std::erase(alone, ' ');
      learners += alone == wanted;
      if (full == wanted) learners = 1;
    }
  }
  const auto is_wanted = [&study, wanted](const CellLabel& cell) {
    for (std::string name : {cell.learner_name, cell.learner}) {
      std::string full = baseline_text(study, cell, name);
      std::erase(full, ' ');
      std::erase(name, ' ');
      if (wanted == name || wanted == full) return true;
    }
    return false;
  };
  if (learners == 0) {
    const std::string near = nearest_name(wanted, in_full);
    throw std::invalid_argument(fmt::format("--baseline: no learner \"{}\"{}, expected one of {}", wanted,
                                            near.empty() ? "" : fmt::format(" (did you mean \"{}\"?)", near),
                                            fmt::join(in_full, " ")));
  }
  if (learners > 1)
    throw std::invalid_argument(fmt::format("--baseline: \"{}\" is {} learners, expected one of {}", wanted, learners,
                                            fmt::join(in_full, " ")));
  return is_wanted;
}

std::string interval_ends(const Interval& interval) {
  return fmt::format("{} to {}", rounded(interval.low, 4), rounded(interval.high, 4));
}

std::string text_of(const StudyReader& study, const std::vector<ComparisonLine>& lines, const CompareOptions& options) {
  using Align = TextTable::Align;
  TextTable table;
  add_label_columns(study, table);
  table.add_column("metric", Align::left);
  for (const std::string& name :
       {std::string("pairs"), std::string("difference"), fmt::format("{:g}% interval", 100 * (1 - options.alpha)),
        std::string("P(better)"), std::string("variance factor"), std::string("adjusted p")})
    table.add_column(name, Align::right);
  table.add_column("verdict", Align::left);
  for (const ComparisonLine& line : lines) {
    const PairedDifference& difference = line.difference;
    std::vector<std::string> row = label_entries(*line.cell);
    row.emplace_back(quantity_name(line.quantity));
    row.insert(row.end(), {grouped(difference.pairs), rounded(difference.mean, 4), interval_ends(difference.interval),
                           rounded(difference.better, 3), rounded(difference.variance_factor, 3),
                           rounded(line.adjusted_p_value, 2), std::string(standing_text(line.standing))});
    table.add_row(std::move(row));
  }
  return fmt::format(
      "{}: {} trials per cell, against {}\n\n{}\n"
      "difference: the learner's mean less the baseline's, paired by trial in the same environment and horizon: below "
      "0 is better.\nThe interval of each line holds alone; better and worse are said wrongly anywhere in the table "
      "with "
      "probability {:g} at\nmost (Holm). P(better): share of trials below the baseline's, a tie counting half. "
      "variance factor: how many times as\nmany trials independent noise would have needed. adjusted p: {:g} stands "
      "for that or "
      "less.\n",
      study.value("name"), grouped(study.trials()), options.baseline, table.text(), options.alpha, options.alpha / 20);
}

std::string csv_of(const StudyReader& study, const std::vector<ComparisonLine>& lines) {
  std::vector<std::string> columns = label_columns(study);
  for (const char* name : {"metric", "baseline_cell", "pairs", "wins", "ties", "difference", "interval_low",
                           "interval_high", "better", "variance_factor", "p_value", "adjusted_p_value", "verdict"})
    columns.emplace_back(name);
  std::string text = csv_line(columns);
  for (const ComparisonLine& line : lines) {
    const PairedDifference& difference = line.difference;
    Row row = label_fields(*line.cell);
    row.emplace_back(std::string(quantity_name(line.quantity)));
    for (const std::int64_t n : {line.baseline->cell, difference.pairs, difference.wins, difference.ties})
      row.emplace_back(n);
    for (const double x : {difference.mean, difference.interval.low, difference.interval.high, difference.better,
                           difference.variance_factor, difference.p_value, line.adjusted_p_value})
      row.emplace_back(x);
    row.emplace_back(std::string(standing_text(line.standing)));
    text += csv_line(row);
  }
  return text;
}

void compare(const CompareOptions& options) {
  ComparisonOptions wanted{.quantities = {}, .alpha = options.alpha};
  for (const std::string& name : options.metrics) wanted.quantities.push_back(metric_named(name));
  const StudyReader study = StudyReader::open(options.file);
  const auto lines = compare_learners(study, baseline_of(study, options.baseline), wanted);
  Output out(options.output);
  out.write(options.format == "csv" ? csv_of(study, lines) : text_of(study, lines, options));
  out.finish();
}

}  // namespace

void add_compare_command(CLI::App& app, ProgramContext&) {
  CLI::App* command =
      app.add_subcommand("compare", "Compare learners with a baseline, trial by trial under the same noise");
  auto options = std::make_shared<CompareOptions>();
  command->add_option("FILE", options->file, "A study file that regretta run has written")->required();
  command
      ->add_option("--baseline", options->baseline,
                   "Learner to compare with, by name; where the study sweeps its parameters, with all of them: "
                   "\"conomd-fs, confidence_scale=0.25\"")
      ->required()
      ->type_name("LEARNER");
  command->add_option("-m,--metric", options->metrics, "Regrets or violations, less of which is better [violation]")
      ->type_name("NAME,...")
      ->delimiter(',')
      ->expected(1)
      ->take_all();
  command
      ->add_option("--alpha", options->alpha,
                   "Chance of a wrong \"better\" or \"worse\" anywhere in the table; also of each interval [0.05]")
      ->type_name("P")
      ->check(CLI::Range(1e-4, 0.5).description(""));
  command->add_option("--format", options->format, "text or csv (RFC 4180) [text]")
      ->type_name("text|csv")
      ->check(CLI::IsMember({"text", "csv"}).description(""));
  command->add_option("-o,--output", options->output, "Write to this file instead of standard output")
      ->type_name("PATH");
  command->callback([options] { compare(*options); });
}

}  // namespace regretta
