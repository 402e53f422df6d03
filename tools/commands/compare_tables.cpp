#include "regretta/tools/commands/compare_tables.hpp"

#include <fmt/format.h>

#include "regretta/engine/real/functions.hpp"
#include "regretta/tools/commands/table_output.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

/// "11", or "11 (3 outright)".
std::string count_text(std::int64_t count, std::int64_t outright, bool sure) {
  return sure || count == 0 ? grouped(count) : fmt::format("{} ({} outright)", grouped(count), grouped(outright));
}

TextTable rival_table(const Results& study, const std::vector<RivalLine>& rivals, bool sure) {
  using Align = TextTable::Align;
  TextTable table;
  table.add_column("learner", Align::left, Use::key);
  table.add_column("metric", Align::left, Use::key);
  for (const char* name : {"better in", "worse in", "open in"}) table.add_column(name, Align::right, Use::value);
  for (const char* name : {"mean difference", "largest", "in cell"}) table.add_column(name, Align::right);
  for (const RivalLine& rival : rivals)
    table.add_row({learner_text(rival.learner), study.quantities().name(rival.quantity),
                   count_text(rival.better, rival.better_outright, sure),
                   count_text(rival.worse, rival.worse_outright, sure), grouped(rival.open),
                   rounded(rival.difference, 4), rival.worst == nullptr ? "" : rounded(rival.worst->difference.mean, 4),
                   rival.worst == nullptr ? "" : fmt::format("{}", rival.worst->cell->cell)});
  return table;
}

}  // namespace

/// What is shown of a line: outright alone if `sure`.
Standing standing_of(const ComparisonLine& line, bool sure) {
  const Standing standing = standing_of(line.difference);
  return sure && is_unless_rare(standing) ? Standing::not_separated : standing;
}

ShownPart rival_part(const Results& study, const std::vector<RivalLine>& rivals, bool sure) {
  return {
      .lines =
          {"Over all settings: how often each learner is better or worse than the baseline, its mean difference, and "
           "the largest, which is its worst setting."},
      .table = rival_table(study, rivals, sure)};
}

ValueTable rival_values(const Results& study, const std::vector<RivalLine>& rivals) {
  ValueTable table;
  for (const std::string& name : learner_columns(study)) table.columns.push_back({name, Use::key});
  table.columns.push_back({"metric", Use::key});
  for (const char* name : {"better", "better_outright", "worse", "worse_outright", "open", "mean_difference",
                           "largest_difference", "largest_cell"})
    table.columns.push_back({name, Use::other});
  for (const RivalLine& rival : rivals)
    table.add_row(learner_fields(study, *rival.first), study.quantities().name(rival.quantity), rival.better,
                  rival.better_outright, rival.worse, rival.worse_outright, rival.open, rival.difference,
                  rival.worst == nullptr ? not_a_number : rival.worst->difference.mean,
                  rival.worst == nullptr ? Value() : Value(rival.worst->cell->cell));
  return table;
}

ValueTable line_values(const Results& study, const std::vector<ComparisonLine>& lines, bool sure) {
  ValueTable table = labelled_table(study,
                                    {"metric",
                                     "baseline_cell",
                                     "pairs",
                                     "wins",
                                     "ties",
                                     "difference",
                                     "interval_low",
                                     "interval_high",
                                     "better",
                                     "variance_factor",
                                     "p_value",
                                     "adjusted_p_value",
                                     "verdict",
                                     "seen_low",
                                     "seen_high",
                                     "outright_p_value",
                                     "adjusted_outright_p_value",
                                     "rarest_seen",
                                     "trials_to_settle",
                                     "sure_low",
                                     "sure_high",
                                     "trials_to_see"},
                                    {"metric"});
  for (const ComparisonLine& line : lines) {
    const PairedDifference& difference = line.difference;
    const Interval& interval = sure ? difference.sure : difference.seen;
    table.add_row(label_fields(*line.cell), study.quantities().name(line.quantity), line.baseline->cell,
                  difference.values, difference.wins, difference.ties, difference.mean, interval.low, interval.high,
                  difference.better, difference.variance_factor, difference.own_p, difference.p,
                  standing_text(standing_of(line, sure)), difference.seen.low, difference.seen.high,
                  difference.own_sure_p, difference.sure_p, rarest_seen(difference.values), line.trials_to_settle,
                  difference.sure.low, difference.sure.high, line.trials_to_see);
  }
  return table;
}

}  // namespace regretta
