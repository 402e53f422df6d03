#include "regretta/engine/evidence/theorems/ledger_line.hpp"

#include "regretta/engine/plugin/choice.hpp"

namespace regretta {

std::string_view verdict_text(Verdict verdict) {
  using enum Verdict;
  static constexpr Choice words = choice_of<Verdict>({{holds, "holds"},
                                                      {holds_so_far, "holds so far"},
                                                      {doubtful, "doubtful"},
                                                      {violated, "violated"},
                                                      {vacuous, "vacuous"},
                                                      {not_applicable, "not applicable"},
                                                      {no_trials, "no trials"}});
  return words.word_of(verdict);
}

std::string_view theorem_text(AuditedTheorem theorem) {
  using enum AuditedTheorem;
  static constexpr Choice words = choice_of<AuditedTheorem>(
      {{regret, "regret"}, {violation, "violation"}, {concentration, "concentration"}, {lower_bound, "lower-bound"}});
  return words.word_of(theorem);
}

}  // namespace regretta
