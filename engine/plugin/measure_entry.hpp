#pragma once
/// Makes a measure's catalogue entry from its class (engine/trial/round/measure.hpp):
///
///   catalogue.measures.push_back(measure_entry<MyMeasure>({.name = "my-measure", .summary = "..."}));
///
/// MyMeasure::Params may have `void check(const Problem&) const`, which throws InputError for settings that make no
/// sense for the problem.

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/round/measure.hpp"

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

namespace detail {
/// A measure that computes nothing. Its value is NaN unless a plugin reports it.
template <class Real>
struct OnlyReported {
  using Params = NoParams;
  OnlyReported(const Params&, const CellWork&) {}
  void add(const PlayedRound<Real>&) {}
  Real value(std::size_t) const { return Real(not_a_number); }
};
}  // namespace detail

/// The entry of a measure whose value learners or adversaries report themselves (engine/trial/contract/reported.hpp),
/// under its name with each "-" replaced by "_". The value is NaN if nothing reports it, and exists only at T.
inline MeasureEntry reported_measure_entry(MeasureEntry entry) {
  entry.on_curve = false;
  return measure_entry<detail::OnlyReported>(std::move(entry));
}

}  // namespace regretta
