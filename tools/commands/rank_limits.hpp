#pragma once
/// The tables and sentences of `regretta rank --subject-to LIMIT`: the learners that keep limits, and the best of them.

#include <string>
#include <vector>

#include "regretta/engine/evidence/comparison/limits.hpp"
#include "regretta/tools/commands/table_output.hpp"

namespace regretta {

using LimitedSettings = std::vector<std::vector<LimitedCell>>;  ///< the cells of each setting

/// Parses a limit: "signed_violation <= 0.02 T", or "violation <= 300" (a sum, or with --per-round a mean of rounds).
/// Throws std::invalid_argument with the expected form.
Limit limit_named(const QuantityList& known, const std::string& text);

/// The table with a row per cell. texts: the values of --subject-to. has_advice: whether limit_advice is added.
std::vector<ShownPart> limit_parts(const Results& study, const LimitedSettings& settings, const LimitOptions& options,
                                   const std::vector<std::string>& texts, const ChosenCells& cells, bool has_advice);
/// The best learners within the limits over all settings, in sentences.
std::vector<std::string> limit_advice(const Results& study, const LimitedSettings& settings,
                                      const LimitOptions& options);
ValueTable limit_values(const Results& study, const LimitedSettings& settings, const LimitOptions& options,
                        const ChosenCells& cells);

}  // namespace regretta
