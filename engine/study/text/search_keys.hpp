#pragma once
/// The keys of [search]. The search itself is regretta.search in the Python package (tools/python).

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/study/text/study.hpp"

namespace regretta {

struct SearchKeys {
  enum class Against { worst, mean };

  std::string maximise, minimise;  ///< exactly one of them is empty
  std::vector<std::string> subject_to;
  std::optional<double> rounds;
  std::int64_t seed = 1, trials_each = 8, rungs = 3, candidates = 64, random_first = 256, finalists = 8, fresh = 256;
  double alpha = 0.05;
  Against against = Against::worst;  ///< how an aim without an environment combines the environments

  static void fields(auto& p, auto&& visit) {
    static constexpr Choice against = choice_of<Against>({{Against::worst, "worst"}, {Against::mean, "mean"}});
    visit("maximise", p.maximise, "the aim, an expression of quantities such as regret / sqrt(T)");
    visit("minimise", p.minimise, "the aim, if less is better");
    visit("subject_to", p.subject_to, "constraints, such as rho_pure >= 0.1");
    visit("rounds", p.rounds, Range{1, 1e18}, "total cost of the search, in rounds");
    visit("seed", p.seed, Range{0, 9e15}, "seed of the candidates");
    visit("trials_each", p.trials_each, Range{8, 65536}, "trials that every candidate gets");
    visit("rungs", p.rungs, Range{1, 6}, "rungs of the race, each with four times the trials");
    visit("candidates", p.candidates, Range{4, 10'000}, "candidates that are proposed at a time, at least");
    visit("random_first", p.random_first, Range{0, 1e9}, "candidates that are random before the evolution begins");
    visit("finalists", p.finalists, Range{1, 100}, "candidates that are played again");
    visit("fresh", p.fresh, Range{16, 1e6}, "new trials of each finalist");
    visit("alpha", p.alpha, Range{1e-4, 0.5}, "probability of any wrong statement about the finalists");
    visit("against", p.against, against, "which value counts if the aim names no environment");
  }
};

/// The values of study.search in the types of their parameters, with defaults; the key `first` stays as written. Throws
/// StudyError.
inline Settings search_values(const Study& study) {
  static const auto parameters = describe_parameters<SearchKeys>();
  Settings written = study.search, values;
  if (const Value first = written.take("first"); first.has_value()) values["first"] = first;
  try {
    SearchKeys keys;
    check_no_unknown(written, parameters);
    read_parameters(written, keys);
    if (!keys.rounds) throw InputError("rounds", "missing, expected the cost of the search, such as 1e9");
    if (keys.maximise.empty() == keys.minimise.empty())
      throw InputError("maximise", "expected one aim, as maximise or as minimise");
  } catch (const InputError& error) {
    const Value* value = study.search.find(error.key());
    throw StudyError::at(value ? *value : study.search.begin()->second, study.file, "search." + error.key(),
                         error.what());
  }
  for (const ParameterInfo& parameter : parameters) {
    const Value* value = written.find(parameter.name);
    if (value == nullptr) value = &parameter.default_value;
    if (value->has_value()) values[parameter.name] = in_type(*value, parameter.type).value().at(value->where());
  }
  return values;
}

}  // namespace regretta
