#pragma once
/// Makes a measure's catalogue entry from its class (engine/trial/books/measure.hpp):
///
///   catalogue.measures.push_back(measure_entry<MyMeasure>({.name = "my-measure", .summary = "..."}));
///
/// Params may have `void check(const Problem&) const`, which throws InputError for settings that make no sense for this
/// problem.

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/books/measure.hpp"

namespace regretta {

/// Completes an entry: fills in parameters and bind.
template <template <class> class M>
MeasureEntry measure_entry(MeasureEntry entry) {
  using Params = typename M<double>::Params;
  static_assert(std::is_same_v<typename M<StatePack>::Params, Params>, "Params must not depend on Real");
  entry.parameters = describe_parameters<Params>();
  entry.bind = [](const Settings& settings, const Problem& problem) -> PrepareMeasure {
    Params params;
    read_parameters(settings, params);
    if constexpr (requires { params.check(problem); }) params.check(problem);
    return
        [params](const CellWork& work) { return std::make_shared<const CellMeasure>(cell_measure<M>(params, work)); };
  };
  return entry;
}

}  // namespace regretta
