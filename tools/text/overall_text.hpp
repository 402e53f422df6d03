#pragma once
/// Who is best over all settings of a study, as tables and in words: for rank, show and the report.

#include <string>
#include <vector>

#include "regretta/engine/evidence/comparison/ranking.hpp"
#include "regretta/tools/text/shown_text.hpp"
#include "regretta/tools/text/value_table.hpp"

namespace regretta {

/// A row for each learner and quantity.
TextTable overall_table(const Results& study, const Overall& overall, const std::vector<Quantity>& quantities);
ValueTable overall_values(const Results& study, const Overall& overall, const std::vector<Quantity>& quantities);

/// What the columns of that table mean.
std::string overall_legend(const Overall& overall);

/// Who may be called best, in sentences. All are empty for fewer than two learners.
struct Recommendation {
  std::string before{};                  ///< where the constraint does not bind, or nothing can be violated; or ""
  std::vector<std::string> advice{};     ///< whom to take for what; who has no rival; who is a reference line
  std::vector<std::string> all() const;  ///< a line each
  std::string in_one() const;            ///< the advice
};
Recommendation recommendation(const Results& study, const Overall& overall, const std::vector<Quantity>& quantities);

/// Whose trials failed, and what follows; "" if none did.
std::string failed_text(const Overall& overall);

/// "Open: 3 of 12 pairs; about 256 trials would decide 1 of them, and 1,024 trials 2.", were the differences as
/// measured;
/// "" if none is open.
std::string open_text(const Ranking& ranking);

}  // namespace regretta
