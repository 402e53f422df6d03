#include "regretta/engine/study/text/search_keys.hpp"

namespace regretta {

Settings search_values(const Study& study) {
  static const auto described = describe_parameters<SearchKeys>();
  Settings written = study.search, values;
  if (const Value first = written.take("first"); first.has_value()) values["first"] = first;
  try {
    SearchKeys keys;
    check_no_unknown(written, described);
    read_parameters(written, keys);
    if (!keys.rounds) throw InputError("rounds", "missing, expected the whole cost in rounds of a trial, such as 1e9");
    if (keys.maximise.empty() == keys.minimise.empty())
      throw InputError("maximise", "expected one aim, as maximise or as minimise");
  } catch (const InputError& error) {
    const Value* value = study.search.find(error.key());
    throw StudyError::at(value ? *value : study.search.begin()->second, study.file, "search." + error.key(),
                         error.what());
  }
  for (const ParameterInfo& parameter : described) {
    const Value* value = written.find(parameter.name);
    if (value == nullptr) value = &parameter.default_value;
    if (value->has_value()) values[parameter.name] = in_type(*value, parameter.type).value().at(value->where());
  }
  return values;
}

}  // namespace regretta
