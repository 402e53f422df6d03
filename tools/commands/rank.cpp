#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/evidence/comparison/ranking.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/terminal/output.hpp"
#include "regretta/tools/terminal/output_options.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/field_text.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

struct RankOptions {
  std::string file;
  std::vector<std::string> metrics;
  double alpha = 0.05;
  std::string format = "text";
  std::string output;
};

std::string rank_text(const Rank& rank) {
  return rank.least == rank.most ? fmt::format("{}", rank.least) : fmt::format("{} to {}", rank.least, rank.most);
}

std::string text_of(const StudyReader& study, const std::vector<RankedCell>& ranked,
                    const std::vector<Quantity>& quantities, double alpha) {
  using Align = TextTable::Align;
  TextTable table;
  add_label_columns(study, table);
  for (const Quantity quantity : quantities) {
    table.add_column(std::string(study.quantities().name(quantity)), Align::right);
    table.add_column("rank", Align::right);
  }
  if (quantities.size() > 1) table.add_column("front", Align::left);
  for (const RankedCell& cell : ranked) {
    std::vector<std::string> row = label_entries(*cell.cell);
    for (const Rank& rank : cell.ranks) {
      row.push_back(rounded(rank.mean, 4));
      row.push_back(fmt::format("{} of {}", rank_text(rank), cell.learners));
    }
    if (quantities.size() > 1) row.emplace_back(front_text(cell.front));
    table.add_row(std::move(row));
  }
  return fmt::format(
      "{}: {} trials per cell\n\n{}\n"
      "rank: among the learners in the same environment at the same horizon, the least mean first (of regrets: of "
      "expected_regret, which\nhas the same expectation). {}"
      "All this holds together, whatever trials too\nrare to be seen may do, with probability {:g} at least (Holm over "
      "all pairs).\n{}",
      study.study().name, planned_text(study), table.text(),
      quantities.size() > 1 ? "front: no other learner has less of everything; dominated: one has. " : "", 1 - alpha,
      study.has_stop_rule() ? "A stop rule chose the number of trials, which this does not allow for.\n" : "");
}

std::string csv_of(const StudyReader& study, const std::vector<RankedCell>& ranked,
                   const std::vector<Quantity>& quantities) {
  std::vector<std::string> columns = label_columns(study);
  for (const char* name : {"quantity", "mean", "rank_low", "rank_high", "learners", "front"})
    columns.emplace_back(name);
  std::string text = csv_line(columns);
  for (const RankedCell& cell : ranked)
    for (std::size_t q = 0; q < quantities.size(); ++q) {
      Row row = label_fields(*cell.cell);
      row.emplace_back(std::string(study.quantities().name(quantities[q])));
      row.emplace_back(cell.ranks[q].mean);
      for (const int n : {cell.ranks[q].least, cell.ranks[q].most, cell.learners}) row.emplace_back(std::int64_t{n});
      row.emplace_back(std::string(front_text(cell.front)));
      text += csv_line(row);
    }
  return text;
}

void rank(const RankOptions& options) {
  const StudyReader study = StudyReader::open(options.file);
  std::vector<Quantity> quantities;
  for (const std::string& name : options.metrics) quantities.push_back(metric_named(study.quantities(), name));
  if (quantities.empty()) quantities = {Quantity::regret, Quantity::violation};
  const std::vector<RankedCell> ranked = rank_learners(study, quantities, options.alpha);
  Output out(options.output);
  out.write(options.format == "csv" ? csv_of(study, ranked, quantities)
                                    : text_of(study, ranked, quantities, options.alpha));
  out.finish();
}

}  // namespace

void add_rank_command(CLI::App& app, ProgramContext&) {
  CLI::App* command =
      app.add_subcommand("rank", "Rank the learners of each setting, with intervals; who is on the front");
  auto options = std::make_shared<RankOptions>();
  command->add_option("FILE", options->file, "A study file written by regretta run")->required();
  add_list_option(*command, "-m,--metric", options->metrics, "Regrets or violations [regret,violation]");
  expect_number(
      *command->add_option("--alpha", options->alpha, "Probability of any wrong statement [0.05]")->type_name("P"),
      1e-6, 0.5);
  add_output_options(*command, options->format, options->output);
  end_help(*command, "", {"regretta rank f.db", "Ranks in regret and violation, and who is on the front of both"},
           {"regretta rank f.db --metric violation --alpha 0.01 --format csv",
            "Ranks in violation at 99% confidence, as CSV"});
  command->callback([options] { rank(*options); });
}

}  // namespace regretta
