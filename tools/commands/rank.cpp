#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/evidence/comparison/ranking.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/commands/rank_limits.hpp"
#include "regretta/tools/commands/table_output.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/overall_text.hpp"

namespace regretta {
namespace {

struct RankOptions {
  std::string file;
  std::vector<std::string> metrics;
  std::vector<std::string> limits;
  double alpha = 0.05;
  TableOptions table;
  bool overall = false;
  bool recommendation = false;
  bool per_round = false;
};

std::string rank_text(const Rank& rank) {
  return rank.least == rank.most ? fmt::format("{}", rank.least) : fmt::format("{} to {}", rank.least, rank.most);
}

/// Whether quantity q, such as regret, has no value in the cell because no strategy is feasible there.
bool lacks_value(const Results& study, const RankedCell& cell, std::size_t q) {
  return std::isnan(cell.means[q]) && study.summary(*cell.cell).infeasible > 0;
}

bool lacks_any_value(const Results& study, const RankedCell& cell) {
  for (std::size_t q = 0; q < cell.means.size(); ++q)
    if (lacks_value(study, cell, q)) return true;
  return false;
}

TextTable rank_table(const Results& study, const std::vector<RankedCell>& ranked,
                     const std::vector<Quantity>& quantities) {
  using Align = TextTable::Align;
  TextTable table;
  add_label_columns(study, table);
  for (const Quantity quantity : quantities) {
    const std::string name(study.quantities().name(quantity));
    table.add_column(name, Align::right, Use::value);
    table.add_column("rank", Align::right, Use::detail, name + "_rank");
  }
  if (quantities.size() > 1) table.add_column("Pareto", Align::left, Use::other, "front");
  for (const RankedCell& cell : ranked) {
    std::vector<ShownEntry> row = label_entries(*cell.cell);
    for (std::size_t q = 0; q < quantities.size(); ++q) {
      row.emplace_back(cell.is_exact[q] ? exactly(cell.means[q]) : rounded(cell.means[q], 4));
      row.emplace_back(lacks_value(study, cell, q) ? "-" : rank_text(cell.ranks[q]));
    }
    if (quantities.size() > 1)
      row.emplace_back(cell.front == OnFront::open && lacks_any_value(study, cell) ? "-" : front_text(cell.front));
    table.add_row(std::move(row));
  }
  return table;
}

/// The recommendation over all settings, and the number of undecided pairs, in sentences.
std::vector<std::string> advice_of(const Results& study, const Ranking& ranking,
                                   const std::vector<Quantity>& quantities) {
  std::vector<std::string> advice = recommendation(study, ranking.overall, quantities).lines();
  if (std::string open = open_text(ranking); !open.empty()) advice.push_back(std::move(open));
  return advice;
}

std::vector<ShownPart> shown_parts(const Results& study, const Ranking& ranking,
                                   const std::vector<Quantity>& quantities, const RankOptions& options) {
  std::string legend = fmt::format(
      "rank: 1 has the least mean of those in the same environment at the same horizon. {}All of it holds with "
      "probability {:g}. {}",
      quantities.size() > 1 ? "Pareto: yes, if no other has less of every quantity; open, if these trials cannot tell. "
                            : "",
      1 - options.alpha, unseen_text(study, options.alpha));
  if (std::ranges::any_of(ranking.cells, [&](const RankedCell& cell) { return lacks_any_value(study, cell); }))
    legend += " -: no strategy is feasible.";
  if (const std::string looks = looks_text(study); !looks.empty()) legend += " " + looks;
  std::vector<ShownPart> parts = {{.lines = {fmt::format("{}: {} trials per cell{}", study.study().name,
                                                         trials_each(study), per_round_text(study))}}};
  const Overall& overall = ranking.overall;
  if (options.overall) {
    parts.push_back({.table = overall_table(study, overall, quantities)});
    parts.push_back({.lines = {overall_legend(overall)}});
    return parts;
  }
  parts.push_back({.table = rank_table(study, ranking.cells, quantities)});
  std::vector<std::string> notes = {std::move(legend)};
  if (options.table.selection == Selection{}) {  // advice on all settings does not fit a selection
    std::ranges::move(advice_of(study, ranking, quantities), std::back_inserter(notes));
  } else if (std::string failed = failed_text(overall); !failed.empty()) {
    notes.push_back(std::move(failed));
  }
  parts.push_back({.lines = std::move(notes)});
  return parts;
}

ValueTable values_of(const Results& study, const std::vector<RankedCell>& ranked,
                     const std::vector<Quantity>& quantities) {
  ValueTable table =
      labelled_table(study, {"quantity", "mean", "rank_low", "rank_high", "learners", "front"}, {"quantity"});
  for (const RankedCell& cell : ranked)
    for (std::size_t q = 0; q < quantities.size(); ++q)
      table.add_row(label_fields(*cell.cell), study.quantities().name(quantities[q]), cell.means[q],
                    cell.ranks[q].least, cell.ranks[q].most, cell.learners, front_text(cell.front));
  return table;
}

void print_recommendation(const RankOptions& options, const std::vector<std::string>& advice) {
  ValueTable values{.columns = {{"recommendation"}}, .rows = {}};
  for (const std::string& sentences : advice) values.add_row({}, sentences);
  print_parts(options.table, {{.lines = advice}}, [&] { return values; });
}

void rank_subject_to(const RankOptions& options, const Results& study, const std::vector<Quantity>& quantities) {
  if (options.overall || quantities.size() > 1)
    throw std::invalid_argument(
        "--subject-to: expected no --overall, and one --metric at most: what is to be least [regret]");
  LimitOptions within{
      .limits = {}, .objective = quantities.empty() ? Quantity::regret : quantities.front(), .alpha = options.alpha};
  for (const std::string& text : options.limits) within.limits.push_back(limit_named(study.quantities(), text));
  const ChosenCells cells(study, options.table.selection.where);
  const auto settings = rank_within_limits(study, within);
  if (options.recommendation) return print_recommendation(options, limit_advice(study, settings, within));
  print_table(options.table, cells,
              limit_parts(study, settings, within, options.limits, cells, options.table.selection == Selection{}),
              [&] { return limit_values(study, settings, within, cells); });
}

void rank(const RankOptions& options) {
  Results study = Results::open(options.file);
  if (options.per_round) study.show_per_round();
  std::vector<Quantity> quantities;
  for (const std::string& name : options.metrics) quantities.push_back(metric_named(study.quantities(), name));
  if ((options.overall || options.recommendation) && !options.table.selection.where.empty())
    throw std::invalid_argument(fmt::format("{}: expected no --where, as it is over all settings",
                                            options.overall ? "--overall" : "--recommendation"));
  if (!options.limits.empty()) return rank_subject_to(options, study, quantities);
  if (quantities.empty()) quantities = {Quantity::regret, Quantity::violation};
  const ChosenCells cells(study, options.table.selection.where);
  Ranking ranking =
      rank_learners(study, {.quantities = quantities, .alpha = options.alpha, .trials = fewest_trials(study)});
  if (options.recommendation) return print_recommendation(options, advice_of(study, ranking, quantities));
  std::erase_if(ranking.cells, [&](const RankedCell& ranked) { return !cells.has(*ranked.cell); });
  print_table(options.table, cells, shown_parts(study, ranking, quantities, options), [&] {
    return options.overall ? overall_values(study, ranking.overall, quantities)
                           : values_of(study, ranking.cells, quantities);
  });
}

}  // namespace

void add_rank_command(CLI::App& app, ProgramContext&) {
  CLI::App* command = app.add_subcommand("rank", "Rank the learners in each setting, and show the Pareto front");
  auto options = std::make_shared<RankOptions>();
  command->add_option("FILE", options->file, "A results file written by regretta run")->required();
  add_list_option(*command, "-m,--metric", options->metrics, "Regrets or violations [regret,violation]");
  repeatable(command->add_option(
                 "--subject-to", options->limits,
                 "Only who is shown to keep this limit, such as \"signed_violation <= 0.02 T\" or "
                 "\"violation <= 300\" (a sum; with --per-round a mean of rounds), and who has least regret (or "
                 "--metric) of these"))
      ->type_name("LIMIT");
  expect_number(command->add_option("--alpha", options->alpha, "Probability of any wrong statement [0.05]"), "P", 1e-6,
                0.5);
  command->add_flag("--overall", options->overall, "Instead, print each learner over all settings");
  command->add_flag("--recommendation", options->recommendation,
                    "Only the last lines: whom to take over all settings, in any format");
  add_per_round_option(*command, options->per_round);
  add_table_options(*command, options->table);
  end_help(*command, "",
           {"regretta rank f.db", "Ranks in regret and violation, the Pareto front of both, and whom to take"},
           {"regretta rank f.db --subject-to \"signed_violation <= 0.02 T\"",
            "The least regret of those whose signed violation is at most 0.02 a round"});
  command->callback([options] { rank(*options); });
}

}  // namespace regretta
