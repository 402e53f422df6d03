#pragma once
/// The bound that a theorem gives for a learner, as the value of its right-hand side for a quantity. Computed by a
/// learner's `theorem` function (catalogue.hpp), used by reports and audits.

#include <string_view>

#include "regretta/engine/real/functions.hpp"

namespace regretta {

/// The facts on which a bound depends, besides the problem and the learner's parameters.
struct BoundTerms {
  double corruption = 0;  ///< C >= 0
  double rho = 0;         ///< margin over strategies, in [-1, 1]
  double rho_pure = 0;    ///< margin over arms, in [-1, 1]
  bool is_noisy = true;   ///< whether realised values differ from their means
};

struct Bound {
  double value = not_a_number;     ///< NaN unless `applies`
  double failure_probability = 0;  ///< the probability with which the bound may fail
  bool applies = false;            ///< whether there is a theorem and its condition holds
  bool is_certain = false;         ///< whether a theorem covers the quantity and holds with probability 1
  /// The measure of a study that the theorem bounds, such as "safe_regret"; empty: the quantity that was asked for.
  std::string_view measure{};
  std::string_view unless = "Slater's condition fails: rho <= 0";  ///< the reason if the theorem does not apply

  bool has_theorem() const { return failure_probability > 0 || is_certain; }
  /// Whether no trial can exceed the bound, so that a trial below it is no evidence. `most` is the largest value that
  /// the quantity can have.
  bool is_vacuous(double most) const { return applies && value >= most; }
};

}  // namespace regretta
