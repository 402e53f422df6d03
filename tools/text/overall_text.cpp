#include "regretta/tools/text/overall_text.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/study/file/learner_names.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

std::string sees_text(FeedbackModel feedback) {
  return feedback == FeedbackModel::full            ? "all arms"
         : feedback == FeedbackModel::bandit_losses ? "its loss, all violations"
                                                    : "its own arm";
}

/// The reason why a learner is a reference line.
std::string reference_text(const OverallLearner& learner) {
  return learner.traits.has_prior_knowledge ? "reference: prior knowledge" : "reference: ignores the constraints";
}

/// "a", "a and b", "a, b and 3 others"
std::string listed(const std::vector<std::string>& names) {
  if (names.empty()) return "";
  const std::size_t first = std::min<std::size_t>(names.size() - 1, 3), rest = names.size() - first;
  const std::string last = rest == 1 ? names.back() : fmt::format("{} others", rest);
  return first == 0 ? last : fmt::format("{} and {}", fmt::join(std::span(names).first(first), ", "), last);
}

/// Sentences about a group of rivals.
class GroupSentences {
 public:
  GroupSentences(const Results& study, const Overall& overall, std::size_t group,
                 const std::vector<Quantity>& quantities)
      : study_(study), overall_(overall), group_number_(group), group_(overall.groups[group]), quantities_(quantities) {
    for (const OverallLearner& learner : overall.learners)
      if (learner.group == group && learner.quantities.front().tally.settings() > 0) rivals_.push_back(&learner);
  }

  /// "Recommended: for regret, pd-wa; ... none is best in both, so weigh them."
  std::string advice() const {
    std::vector<std::string> parts;
    for (std::size_t q = 0; q < quantities_.size(); ++q) {
      const auto best = recommended(overall_, group_number_, q);
      const bool is_everywhere = !best.empty() && settings_led(*best.front(), q) == group_.compared(q);
      parts.push_back(fmt::format("for {}, {}", study_.quantities().name(quantities_[q]),
                                  group_.compared(q) == 0 ? "nobody"
                                  : is_everywhere         ? listed(names(best))
                                                          : where_decided(best, q)));
      if (group_.without[q] > 0) parts.back() += fmt::format(" ({})", without(q));
    }
    const bool can_have_both = std::ranges::all_of(group_.without, [&](auto n) { return n < group_.settings; });
    if (quantities_.size() > 1 && can_have_both) parts.push_back(best_in_all_text());
    return fmt::format("Recommended: {}{}.", rivals_text(), fmt::join(parts, "; "));
  }

 private:
  /// Settings without the quantity: "no regret to compare in 2 of 5 settings, where no strategy is feasible".
  std::string without(std::size_t q) const {
    return fmt::format("no {} to compare{}, {} no strategy is feasible", study_.quantities().name(quantities_[q]),
                       group_.compared(q) == 0 ? "" : in_settings(group_.without[q]),
                       group_.compared(q) == 0 ? "as" : "where");
  }

  static std::int64_t settings_led(const OverallLearner& learner, std::size_t q) {
    return learner.quantities[q].tally.least + learner.quantities[q].tally.tied;
  }

  /// The leader, if none leads in every setting: "pd-wa leads in 3 of 5 settings, and in 2 these trials do not tell".
  std::string where_decided(const std::vector<const OverallLearner*>& best, std::size_t q) const {
    const std::int64_t open = group_.open[q];
    if (best.empty()) return open == 0 ? "it depends on the setting" : "these trials do not tell";
    const OverallLearner* leader = best.front();
    const std::int64_t led = settings_led(*leader, q), others = group_.compared(q) - open - led;
    return fmt::format("{} leads{}{}, and in {} these trials do not tell", learner_text(leader->label),
                       in_settings(led), others > 0 ? fmt::format(", others in {}", grouped(others)) : "",
                       grouped(open));
  }

  static std::vector<std::string> names(const std::vector<const OverallLearner*>& learners) {
    std::vector<std::string> texts;
    for (const OverallLearner* learner : learners) texts.push_back(learner_text(learner->label));
    return texts;
  }

  std::string in_settings(std::int64_t n) const {
    return group_.settings == 1 ? "" : fmt::format(" in {} of {} settings", grouped(n), grouped(group_.settings));
  }

  std::string rivals_text() const {
    const auto n = static_cast<std::int64_t>(rivals_.size());
    const bool is_only =
        std::ranges::count_if(overall_.groups, [](const RivalGroup& group) { return group.learners > 0; }) < 2;
    if (is_only || !group_.feedback) return "";
    return fmt::format("of the {} learners that see {}, ", grouped(n),
                       *group_.feedback == FeedbackModel::full            ? "all arms"
                       : *group_.feedback == FeedbackModel::bandit_losses ? "their own loss and all violations"
                                                                          : "their own arm");
  }

  std::string best_in_all_text() const {
    std::vector<std::string> best;
    for (const OverallLearner* rival : rivals_)
      if (rival->least_of_all == group_.settings && rival->failed == 0) best.push_back(learner_text(rival->label));
    const char* which = quantities_.size() == 2 ? "both" : "all of them";
    if (!best.empty()) return fmt::format("best in {}: {}", which, listed(best));
    if (group_.best_of_all > 0)
      return fmt::format("one learner is best in {}{}", which, in_settings(group_.best_of_all));
    return fmt::format("none is {}best in {}, so weigh them", std::ranges::max(group_.open) > 0 ? "shown to be " : "",
                       which);
  }

  const Results& study_;
  const Overall& overall_;
  std::size_t group_number_;
  const RivalGroup& group_;
  const std::vector<Quantity>& quantities_;
  std::vector<const OverallLearner*> rivals_;
};

/// "The constraint does not bind here: hedge, which ignores it, has less regret and violation than ..."
std::string unbound_text(const Results& study, const Overall& overall, const std::vector<Quantity>& quantities) {
  if (overall.nonbinding_settings == 0) return "";
  std::vector<std::string> winners, lower;  // the names of learners, and of quantities in which they win
  for (const OverallLearner& learner : overall.learners)
    if (learner.wins_unconstrained > 0) winners.push_back(learner_text(learner.label));
  for (const Quantity quantity : quantities) lower.emplace_back(study.quantities().name(quantity));
  return fmt::format(
      "The constraint does not bind {}: {}, which {} it, {} less {} than every rival that sees as much.",
      overall.nonbinding_settings == overall.settings
          ? std::string("here")
          : fmt::format("in {} of {} settings", grouped(overall.nonbinding_settings), grouped(overall.settings)),
      listed(winners), winners.size() == 1 ? "ignores" : "ignore", winners.size() == 1 ? "has" : "have", listed(lower));
}

std::string references_text(const Overall& overall) {
  std::vector<std::string> knowing, ignoring, parts;
  for (const OverallLearner& learner : overall.learners)
    if (learner.is_reference)
      (learner.traits.has_prior_knowledge ? knowing : ignoring).push_back(learner_text(learner.label));
  if (!knowing.empty()) parts.push_back(fmt::format("{} (given what nobody knows beforehand)", listed(knowing)));
  if (!ignoring.empty())
    parts.push_back(
        fmt::format("{} ({} the constraints)", listed(ignoring), ignoring.size() == 1 ? "ignores" : "ignore"));
  return parts.empty() ? "" : fmt::format("Reference lines, never best: {}.", fmt::join(parts, "; "));
}

}  // namespace

TextTable overall_table(const Results& study, const Overall& overall, const std::vector<Quantity>& quantities) {
  using Align = TextTable::Align;
  TextTable table;
  table.add_column("learner", Align::left, Use::key);
  table.add_column("sees", Align::left, Use::key);
  table.add_column("quantity", Align::left, Use::key);
  for (const char* name : {"least", "tied", "more", "open"}) table.add_column(name, Align::right, Use::value);
  for (const char* name : {"above the least", "worst", "in cell"}) table.add_column(name, Align::right);
  table.add_column("notes", Align::left);
  for (const OverallLearner& learner : overall.learners)
    for (std::size_t q = 0; q < quantities.size(); ++q) {
      const auto& [tally, excess, worst, worst_excess] = learner.quantities[q];
      std::vector<ShownEntry> row = {learner_text(learner.label), sees_text(learner.traits.feedback),
                                     study.quantities().name(quantities[q])};
      if (tally.compared() == 0) {
        for (int k = 0; k < 7; ++k) row.emplace_back("");  // the columns before the notes
        row.emplace_back(tally.without > 0      ? "no strategy is feasible"
                         : learner.is_reference ? reference_text(learner)
                         : learner.failed > 0   ? counted(learner.failed, "trial") + " failed"
                                                : "no rival");
        table.add_row(std::move(row));
        continue;
      }
      for (const std::int64_t count : {tally.least, tally.tied, tally.more, tally.open})
        row.emplace_back(grouped(count));
      for (const std::string& text : {rounded(excess, 3), rounded(worst_excess, 3),
                                      worst == nullptr ? std::string() : fmt::format("{}", worst->cell)})
        row.emplace_back(text);
      row.emplace_back(learner.failed > 0  ? counted(learner.failed, "trial") + " failed"
                       : tally.without > 0 ? fmt::format("no strategy is feasible in {}", grouped(tally.without))
                                           : "");
      table.add_row(std::move(row));
    }
  return table;
}

ValueTable overall_values(const Results& study, const Overall& overall, const std::vector<Quantity>& quantities) {
  ValueTable table;
  for (const std::string& name : learner_columns(study)) table.columns.push_back({name, Use::key});
  for (const char* name : {"sees", "role", "quantity"}) table.columns.push_back({name, Use::key});
  for (const char* name : {"settings", "least", "tied", "more", "open", "excess", "worst_excess", "worst_cell",
                           "least_of_all", "infeasible", "failed_trials"})
    table.columns.push_back({name, Use::other});
  for (const OverallLearner& learner : overall.learners)
    for (std::size_t q = 0; q < quantities.size(); ++q) {
      const auto& [tally, excess, worst, worst_excess] = learner.quantities[q];
      const bool is_compared = tally.compared() > 0;
      table.add_row(learner_fields(study, *learner.first), std::string(text_of(learner.traits.feedback)),
                    !learner.is_reference                ? "rival"
                    : learner.traits.has_prior_knowledge ? "prior knowledge"
                                                         : "ignores the constraints",
                    study.quantities().name(quantities[q]), tally.settings(), tally.least, tally.tied, tally.more,
                    tally.open, is_compared ? excess : not_a_number, is_compared ? worst_excess : not_a_number,
                    worst == nullptr ? Value() : Value(worst->cell), learner.least_of_all, tally.without,
                    learner.failed);
    }
  return table;
}

std::string overall_legend(const Overall& overall) {
  return fmt::format(
      "Over all settings, among {}: least: shown to have less than every rival; tied: within 5% of the least; more: a "
      "rival is shown to have less; open: neither. above the least: its mean minus the least mean there, on average; "
      "worst: the largest such difference.",
      overall.is_mixed ? "all learners" : "learners that see the same");
}

std::vector<std::string> Recommendation::lines() const {
  std::vector<std::string> sentences = {before, paragraph()};
  std::erase(sentences, "");
  return sentences;
}

std::string Recommendation::paragraph() const {
  std::vector<std::string> sentences = advice;
  std::erase(sentences, "");
  return fmt::format("{}", fmt::join(sentences, " "));
}

Recommendation recommendation(const Results& study, const Overall& overall, const std::vector<Quantity>& quantities) {
  Recommendation result;
  if (overall.learners.size() < 2) return result;
  result.before = unbound_text(study, overall, quantities);
  if (overall.settings_without_violation > 0)
    result.before = fmt::format(
        "Nothing can be violated in {} of {} settings: there, learners that ignore the constraints are rivals, too.",
        grouped(overall.settings_without_violation), grouped(overall.settings));
  std::vector<std::string> without_rivals;
  for (std::size_t g = 0; g < overall.groups.size(); ++g) {
    if (overall.groups[g].settings == 0) {
      for (const OverallLearner& learner : overall.learners)
        if (learner.group == g && !learner.is_reference && learner.failed == 0)
          without_rivals.push_back(learner_text(learner.label));
      continue;
    }
    result.advice.push_back(GroupSentences(study, overall, g, quantities).advice());
  }
  if (!without_rivals.empty())
    result.advice.push_back(fmt::format("{} {} no rival here that sees the same.", listed(without_rivals),
                                        without_rivals.size() == 1 ? "has" : "have"));
  if (overall.is_mixed)
    result.advice.emplace_back(
        "No two learners here see the same: a difference may come from what they see, not from how they learn.");
  result.advice.push_back(failed_text(overall));
  result.advice.push_back(references_text(overall));
  return result;
}

std::string failed_text(const Overall& overall) {
  std::vector<std::string> failing;
  for (const OverallLearner& learner : overall.learners)
    if (learner.failed > 0)
      failing.push_back(fmt::format("{} ({} of {})", learner_text(learner.label), grouped(learner.failed),
                                    counted(learner.trials, "trial")));
  return failing.empty()
             ? ""
             : fmt::format("Trials failed, so not recommended, and no rival where they did: {}.", listed(failing));
}

std::string open_text(const Ranking& ranking) {
  const OpenPairs& open = ranking.open;
  if (open.pairs == 0) return "";
  return fmt::format("Open: {} of {}; about {} would decide {} of them{}.", grouped(open.pairs),
                     counted(ranking.pairs, "pair"), counted(4 * open.trials, "trial"), grouped(open.decided_by_4x),
                     open.decided_by_16x == open.decided_by_4x
                         ? ""
                         : fmt::format(", and {} trials {}", grouped(16 * open.trials), grouped(open.decided_by_16x)));
}

}  // namespace regretta
