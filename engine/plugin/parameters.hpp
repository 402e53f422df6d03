#pragma once
/// Parameters of plugins. Each is described once, in `fields`: name, variable, range, meaning. This description is used
/// to read and check a study, to print `regretta list` and to record the values used.
///
///   struct Params {
///     double beta = 0.5;
///     template <class Self, class Visit>
///     static void fields(Self& p, Visit&& visit) {
///       visit("beta", p.beta, Range{0, 1}, "exploration exponent: each arm is first played ceil(T^beta) rounds");
///     }
///   };
///
/// What `fields` may visit (defaults are the values in a default-constructed Params):
///   visit(name, bool&, help)
///   visit(name, std::string&, help)                     any string
///   visit(name, Enum&, Choice, help)                    one of the words of a table (choice.hpp)
///   visit(name, OneOf<A, B, ...>&, help)                one of several types, each with parameters of its own
///   visit(name, std::int64_t&, Range, help)             integers may be written as 1e5
///   visit(name, double&, Range, help)
///   visit(name, NumberOrMeasured&, Range, help)
///   visit(name, std::vector<std::string>&, help)        any strings
///   visit(name, ArmOrAll&, Range, help)                 of measures
///   visit(name, std::vector<double>&, Range, help)
///   visit(name, std::vector<std::vector<double>>&, Range, help)
/// Numbers may be std::optional: without a default. An optional last argument is the parameter's Role: its meaning for
/// the evaluation of results. A parameter that is added to a plugin which was already released is visited by
/// visit.later(...): digests of studies that do not set it stay the same.

#include <string>
#include <vector>

#include "regretta/engine/plugin/input_error.hpp"
#include "regretta/engine/plugin/nearest_name.hpp"
#include "regretta/engine/plugin/parameter_fields.hpp"
#include "regretta/engine/plugin/unknown_settings.hpp"

namespace regretta {

/// Sets `params` from the settings called like its fields; throws InputError with that key for a wrong type or a value
/// out of range. Unknown settings are ignored here; see check_no_unknown.
template <class Params>
void read_parameters(const Settings& settings, Params& params) {
  FieldVisitor reader(&settings);
  Params::fields(params, reader);
}

/// The parameters of a Params type, in the order of `fields`.
template <class Params>
std::vector<ParameterInfo> describe_parameters() {
  static_assert(requires(Params & params, FieldVisitor & visit) { Params::fields(params, visit); });
  return FieldVisitor().described<Params>();
}

}  // namespace regretta
