#pragma once
/// The best learners over all settings of a study, as tables and in words, for `rank`, `show` and `report`.

#include <string>
#include <vector>

#include "regretta/engine/evidence/comparison/ranking.hpp"
#include "regretta/tools/text/value_table.hpp"

namespace regretta {

/// A table with a row for each learner and quantity.
TextTable overall_table(const Results& study, const Overall& overall, const std::vector<Quantity>& quantities);
ValueTable overall_values(const Results& study, const Overall& overall, const std::vector<Quantity>& quantities);

/// The meaning of the columns of overall_table().
std::string overall_legend(const Overall& overall);

/// The best learners, in sentences. All texts are empty if there are fewer than two learners.
struct Recommendation {
  std::string before{};               ///< whether the constraint binds, or can be violated at all; "" usually
  std::vector<std::string> advice{};  ///< the best learner by each quantity; learners without rivals; reference lines
  std::vector<std::string> lines() const;  ///< `before`, and the advice on one line
  std::string paragraph() const;           ///< the advice on one line
};
Recommendation recommendation(const Results& study, const Overall& overall, const std::vector<Quantity>& quantities);

/// The learners with failed trials, and the consequence; "" if there are none.
std::string failed_text(const Overall& overall);

/// "Open: 3 of 12 pairs; about 256 trials would decide 1 of them, and 1,024 trials 2.", if the true differences are as
/// measured; "" if no pair is open.
std::string open_text(const Ranking& ranking);

}  // namespace regretta
