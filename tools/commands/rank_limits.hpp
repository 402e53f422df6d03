#pragma once
/// `regretta rank --subject-to LIMIT`: who keeps limits, and who is best among them.

#include <string>
#include <vector>

#include "regretta/engine/evidence/comparison/limits.hpp"
#include "regretta/tools/commands/table_output.hpp"

namespace regretta {

using LimitedSettings = std::vector<std::vector<LimitedCell>>;

/// "signed_violation <= 0.02 T", or "violation <= 300" in the unit shown. Throws std::invalid_argument, saying what was
/// expected.
Limit limit_named(const QuantityList& known, const std::string& text);

/// `texts`: the limits as given. `has_advice`: with sentences about all settings.
std::vector<ShownPart> limit_parts(const Results& study, const LimitedSettings& settings, const LimitOptions& options,
                                   const std::vector<std::string>& texts, const ChosenCells& cells, bool has_advice);
/// Whom to take within the limits over all settings, in sentences.
std::vector<std::string> limit_advice(const Results& study, const LimitedSettings& settings,
                                      const LimitOptions& options);
ValueTable limit_values(const Results& study, const LimitedSettings& settings, const LimitOptions& options,
                        const ChosenCells& cells);

}  // namespace regretta
