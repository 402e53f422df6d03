#include "regretta/tools/commands/compare_tables.hpp"

#include <fmt/format.h>

#include "regretta/engine/real/functions.hpp"
#include "regretta/tools/commands/table_output.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

TextTable rival_table(const Results& study, const std::vector<RivalLine>& rivals) {
  using Align = TextTable::Align;
  TextTable table;
  table.add_column("learner", Align::left, Use::key);
  table.add_column("metric", Align::left, Use::key);
  for (const char* name : {"better in", "worse in", "open in"}) table.add_column(name, Align::right, Use::value);
  for (const char* name : {"mean difference", "largest", "in cell"}) table.add_column(name, Align::right);
  for (const RivalLine& rival : rivals)
    table.add_row({learner_text(rival.learner), study.quantities().name(rival.quantity), grouped(rival.better),
                   grouped(rival.worse), grouped(rival.open), rounded(rival.difference, 4),
                   rival.worst == nullptr ? "" : rounded(rival.worst->difference.mean, 4),
                   rival.worst == nullptr ? "" : fmt::format("{}", rival.worst->cell->cell)});
  return table;
}

}  // namespace

ShownPart rival_part(const Results& study, const std::vector<RivalLine>& rivals) {
  return {
      .lines =
          {"Over all settings: how often each learner is better or worse than the baseline, its mean difference, and "
           "the largest, which is its worst setting."},
      .table = rival_table(study, rivals)};
}

ValueTable rival_values(const Results& study, const std::vector<RivalLine>& rivals) {
  ValueTable table;
  for (const std::string& name : learner_columns(study)) table.columns.push_back({name, Use::key});
  table.columns.push_back({"metric", Use::key});
  for (const char* name : {"better", "worse", "open", "mean_difference", "largest_difference", "largest_cell"})
    table.columns.push_back({name, Use::other});
  for (const RivalLine& rival : rivals)
    table.add_row(learner_fields(study, *rival.first), study.quantities().name(rival.quantity), rival.better,
                  rival.worse, rival.open, rival.difference,
                  rival.worst == nullptr ? not_a_number : rival.worst->difference.mean,
                  rival.worst == nullptr ? Value() : Value(rival.worst->cell->cell));
  return table;
}

ValueTable line_values(const Results& study, const std::vector<ComparisonLine>& lines) {
  ValueTable table = labelled_table(
      study,
      {"metric", "baseline_cell", "pairs", "wins", "ties", "difference", "interval_low", "interval_high", "better",
       "variance_factor", "p_value", "adjusted_p_value", "verdict", "rarest_seen", "trials_needed"},
      {"metric"});
  for (const ComparisonLine& line : lines) {
    const PairedDifference& difference = line.difference;
    table.add_row(label_fields(*line.cell), study.quantities().name(line.quantity), line.baseline->cell,
                  difference.values, difference.wins, difference.ties, difference.mean, difference.interval.low,
                  difference.interval.high, difference.better, difference.variance_factor, difference.own_p,
                  difference.p, standing_text(standing_of(difference)), rarest_seen(difference.values),
                  line.trials_to_show);
  }
  return table;
}

}  // namespace regretta
