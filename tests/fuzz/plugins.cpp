/// Settings of plugins: either a study with them is refused, or its trials succeed.

#include <algorithm>
#include <array>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "regretta/engine/study/blocks/run.hpp"
#include "regretta/engine/study/plan/plan.hpp"
#include "regretta/tests/fuzz/targets.hpp"
#include "regretta/tools/standard_catalogue.hpp"

namespace regretta::fuzz {
namespace {

/// Takes decisions from the input, and 0 at its end.
class Decisions {
 public:
  explicit Decisions(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::size_t below(std::size_t n) {
    if (bytes_.empty()) return 0;
    const std::size_t byte = bytes_.front();
    bytes_ = bytes_.subspan(1);
    return byte % n;
  }
  template <class T, std::size_t n>
  T one_of(const std::array<T, n>& values) {
    return values[below(n)];
  }

 private:
  std::span<const std::uint8_t> bytes_;
};

std::string number(Decisions& decisions) {
  if (decisions.below(2) == 0) return decisions.one_of(std::to_array<const char*>({"0.5", "0.25", "0.1", "1", "2"}));
  return decisions.one_of(std::to_array<const char*>({"0",
                                                      "1",
                                                      "0.5",
                                                      "-1",
                                                      "-0.5",
                                                      "0.1",
                                                      "0.25",
                                                      "0.9999999999999999",
                                                      "1.0000000000000002",
                                                      "1e-3",
                                                      "1e-12",
                                                      "1e-100",
                                                      "1e-300",
                                                      "5e-324",
                                                      "2",
                                                      "3",
                                                      "10",
                                                      "1e3",
                                                      "1e12",
                                                      "1e100",
                                                      "1e300",
                                                      "1.7976931348623157e308",
                                                      "-1e300",
                                                      "-1e-300",
                                                      "0.3333333333333333"}));
}

std::string list(Decisions& decisions, std::size_t size) {
  std::string text = "[";
  for (std::size_t k = 0; k < size; ++k) text += (k == 0 ? "" : ", ") + number(decisions);
  return text + "]";
}

/// One of the words "a | b | c", or another.
std::string word(Decisions& decisions, const std::string& words) {
  std::vector<std::string> choices = {"nosuch"};
  std::istringstream stream(words);
  for (std::string part; stream >> part;)
    if (part != "|") choices.push_back(part);
  return choices[choices.size() - 1 - decisions.below(choices.size())];
}

bool is_size(const std::string& name) { return name.ends_with("arms") || name.ends_with("constraints"); }

std::string value(Decisions& decisions, const ParameterInfo& parameter) {
  switch (parameter.type) {
    case ParameterType::flag:
      return decisions.below(2) == 0 ? "false" : "true";
    case ParameterType::arm_or_all:
      if (decisions.below(3) == 0) return "\"all\"";
      [[fallthrough]];
    case ParameterType::integer:
      if (is_size(parameter.name)) return std::to_string(1 + decisions.below(9));
      return decisions.one_of(std::to_array<const char*>({"1", "0", "2", "3", "7", "8", "100", "-1", "10000",
                                                          "2147483648", "9007199254740992", "9223372036854775807"}));
    case ParameterType::text:
    case ParameterType::texts:
      return '"' + word(decisions, parameter.range) + '"';
    case ParameterType::number_or_measured:
      if (decisions.below(3) == 0) return "\"measured\"";
      [[fallthrough]];
    case ParameterType::number:
      return number(decisions);
    case ParameterType::numbers:
      return list(decisions, 1 + decisions.below(4));
    case ParameterType::table: {
      const std::size_t columns = 1 + decisions.below(4);
      std::string text = "[" + list(decisions, columns);
      for (std::size_t more = decisions.below(3); more > 0; --more) text += ", " + list(decisions, columns);
      return text + "]";
    }
  }
  return "0";
}

/// parameters_of(entry) is what a study may set of it.
template <class Entry, class ParametersOf>
std::string plugin(Decisions& decisions, const char* table, const std::vector<Entry>& entries,
                   ParametersOf parameters_of) {
  const Entry& entry = entries[decisions.below(entries.size())];
  std::string text = fmt::format("[[{}]]\nkind = \"{}\"\n", table, entry.name);
  for (const ParameterInfo& parameter : parameters_of(entry)) {
    const bool needed = parameter.name == "losses.kind" || parameter.name == "violations.kind" ||
                        (!parameter.default_value.has_value() && parameter.name.find('.') == std::string::npos);
    if (needed || decisions.below(7) == 1) text += parameter.name + " = " + value(decisions, parameter) + "\n";
  }
  return text;
}

void require_success(const Cell& cell, const std::string& text) {
  const BlockResult block = advance_block(cell, {0, 0, 2}, {});
  for (const TrialResult& trial : block.trials)
    if (trial.failure)
      throw std::logic_error(fmt::format("round {}: {}, in a study that was accepted:\n{}", trial.failure->round,
                                         trial.failure->message, text));
}

}  // namespace

void read_as_plugins(std::span<const std::uint8_t> input) {
  static const Catalogue catalogue = standard_catalogue();
  Decisions decisions(input);
  std::string text =
      fmt::format("[study]\ntrials = 2\nhorizon = {}\n", decisions.one_of(std::to_array({10, 1, 2, 3, 30})));
  if (decisions.below(8) == 1) text += "delta = " + number(decisions) + "\n";
  text += decisions.below(2) == 0 ? "[[environment]]\nkind = \"random-instance\"\narms = 3\n"
                                  : plugin(decisions, "environment", catalogue.environments,
                                           [](const auto& entry) { return catalogue.parameters_of(entry); });
  text += plugin(decisions, "learner", catalogue.learners, [](const auto& entry) { return entry.parameters; });
  Plan plan;
  try {
    plan = make_plan(parse_study(text, "study.toml", "", {}), catalogue);
  } catch (const StudyError&) {
    return;
  }
  for (const Cell& cell : plan.cells) require_success(cell, text);
}

}  // namespace regretta::fuzz
