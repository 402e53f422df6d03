#include <algorithm>
#include <map>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/evidence/ledger.hpp"
#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/commands/table_output.hpp"
#include "regretta/tools/terminal/exit_status.hpp"
#include "regretta/tools/terminal/help.hpp"
#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/remarks.hpp"

namespace regretta {
namespace {

struct AuditOptions {
  std::string file;
  std::vector<std::string> theorems;  ///< "regret" or "violation" for the theorems to check; empty: both
  LedgerOptions ledger;
  TableOptions table;
};

Tone tone_of(Verdict verdict) {
  return verdict == Verdict::holds      ? Tone::good
         : verdict == Verdict::violated ? Tone::bad
         : verdict == Verdict::doubtful ? Tone::caution
                                        : Tone::plain;
}

bool bound_can_be_exceeded(const LedgerLine& line) {
  return line.verdict != Verdict::vacuous && line.verdict != Verdict::not_applicable &&
         line.verdict != Verdict::no_trials;
}

TextTable ledger_table(const Results& study, const std::vector<LedgerLine>& ledger) {
  using Align = TextTable::Align;
  TextTable table;
  add_label_columns(study, table);
  table.add_column("theorem", Align::left, Use::key);
  for (const char* name : {"quantile", "bound", "ratio", "above"}) table.add_column(name, Align::right);
  table.add_column("verdict", Align::left, Use::value);
  table.add_column("notes", Align::left);
  for (const LedgerLine& line : ledger) {
    if (!bound_can_be_exceeded(line)) continue;
    std::vector<ShownEntry> row = label_entries(*line.cell);
    row.emplace_back(line.quantity);
    table.add_row(std::move(row), rounded(line.quantile, 4), rounded(line.bound, 4), rounded(line.ratio, 2),
                  fmt::format("{} of {}", line.above, line.trials),
                  ShownEntry(verdict_text(line.verdict), tone_of(line.verdict)),
                  remarks(line, study.layout().trials(line.cell->cell)));
  }
  return table;
}

/// The number of lines with each verdict: "12 lines: 3 holds, 9 vacuous.".
std::string counts_text(const std::vector<LedgerLine>& ledger) {
  std::map<Verdict, std::int64_t> counts;
  for (const LedgerLine& line : ledger) ++counts[line.verdict];
  std::vector<std::string> parts;
  for (const auto& [verdict, count] : counts) parts.push_back(fmt::format("{} {}", count, verdict_text(verdict)));
  return fmt::format("{}: {}.", counted(std::ssize(ledger), "line"), fmt::join(parts, ", "));
}

std::vector<ShownPart> shown_parts(const Results& study, const std::vector<LedgerLine>& ledger,
                                   const LedgerOptions& options) {
  std::vector<std::string> notes = {
      counts_text(ledger) +
          " vacuous: no trial of the cell can exceed the bound. not applicable: no theorem covers it.",
      "bound: the theorem's right-hand side at each trial's own C and rho (median). quantile: of the values, at the "
      "probability with which it is promised; ratio: that of value / bound.",
      fmt::format("holds so far: too few trials to tell. doubtful: more above than promised, which may be chance. "
                  "violated: significantly more (Holm, alpha {:g}).",
                  options.alpha)};
  return {{.lines = {fmt::format("{}: {} of {} trials, delta {}", study.study().name,
                                 counted(std::ssize(study.cells()), "cell"), trials_each(study), study.study().delta)}},
          {.table = ledger_table(study, ledger)},
          {.lines = std::move(notes)}};
}

ValueTable values_of(const Results& study, const std::vector<LedgerLine>& ledger) {
  ValueTable table = labelled_table(study,
                                    {"theorem", "trials", "failed", "infeasible", "without_slater", "loosened",
                                     "median", "quantile", "bound", "ratio", "above", "share_low", "share_high",
                                     "promised", "p_value", "adjusted_p_value", "verdict", "reason", "quantity"},
                                    {"theorem"});
  for (const LedgerLine& line : ledger)
    table.add_row(label_fields(*line.cell), quantity_name(line.theorem), line.trials, line.failed, line.infeasible,
                  line.without_slater, line.loosened, line.median, line.quantile, line.bound, line.ratio, line.above,
                  line.share.low, line.share.high, line.promised, line.p_value, line.adjusted_p_value,
                  verdict_text(line.verdict), line.reason, line.quantity);
  return table;
}

int audit(const AuditOptions& options, const Catalogue& catalogue) {
  const Results study = Results::open(options.file);
  const ChosenCells cells(study, options.table.selection.where);
  LedgerOptions ledger_options = options.ledger;
  if (!options.theorems.empty()) ledger_options.theorems.clear();
  for (const std::string& word : options.theorems)
    ledger_options.theorems.push_back(word == "regret" ? Quantity::regret : Quantity::violation);
  std::vector<LedgerLine> ledger = theorem_ledger(study, catalogue, ledger_options);
  const bool violated =
      std::ranges::any_of(ledger, [](const LedgerLine& line) { return line.verdict == Verdict::violated; });
  std::erase_if(ledger, [&](const LedgerLine& line) { return !cells.has(*line.cell); });
  print_table(options.table, cells, shown_parts(study, ledger, ledger_options),
              [&] { return values_of(study, ledger); });
  return violated ? exit_status::check_failed : exit_status::done;
}

}  // namespace

void add_audit_command(CLI::App& app, ProgramContext& context) {
  CLI::App* command = app.add_subcommand("audit", "Check every cell against the paper's theorems");
  auto options = std::make_shared<AuditOptions>();
  command->add_option("FILE", options->file, "A results file written by regretta run")->required();
  expect_one_of(add_list_option(*command, "-m,--metric", options->theorems, "Which theorems [regret,violation]"),
                {"regret", "violation"});
  expect_number(command->add_option("--alpha", options->ledger.alpha,
                                    "Probability of any false \"violated\" in the table [0.001]"),
                "P", 1e-12, 0.5);
  add_table_options(*command, options->table);
  add_folder_option(*command, options->ledger.folder);
  add_with_option(*command, context);
  end_help(*command, "Exit status 1 if a theorem is violated (Holm over all lines, at level --alpha).",
           {"regretta audit f.db", "Did the bounds on regret and violation hold?"},
           {"regretta audit f.db --metric violation --where learner=conomd-fs", "One theorem, for one learner"});
  command->callback([options, &context] { context.status = audit(*options, context.catalogue()); });
}

}  // namespace regretta
