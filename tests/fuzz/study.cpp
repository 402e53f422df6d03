#include "regretta/engine/study/text/study.hpp"

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "regretta/engine/study/plan/plan.hpp"
#include "regretta/engine/study/text/canonical.hpp"
#include "regretta/tests/fuzz/targets.hpp"
#include "regretta/tools/standard_catalogue.hpp"

namespace regretta::fuzz {
namespace {

constexpr double most_cells = 200;  ///< larger grids are skipped: they are valid, but slow to plan
constexpr double most_arms = 100;

/// Upper bound of the number of variants of these plugins under all variants of overrides. Lists count as sweeps.
double max_variants(const std::vector<PluginSpec>& plugins, double override_variants) {
  double sum = 0;
  for (const PluginSpec& plugin : plugins) {
    double product = override_variants;
    for (const auto& [name, value] : plugin.settings)
      if (value.list()) product *= std::max(1.0, static_cast<double>(value.list()->size()));
    sum += product;
  }
  return sum;
}

double largest(const Value& value) {
  double most = value.number().value_or(0);
  if (value.list())
    for (const Value& element : *value.list()) most = std::max(most, largest(element));
  return most;
}

template <class Named>
bool has_few_arms(const Named& settings) {
  return std::ranges::none_of(settings, [](const auto& setting) {
    return (setting.first.ends_with("arms") || setting.first.ends_with("constraints")) &&
           largest(setting.second) > most_arms;
  });
}

bool is_small(const Study& study) {
  double variants = 1;  // of the overrides
  for (const auto& [name, value] : study.overrides)
    if (value.list()) variants *= std::max(1.0, static_cast<double>(value.list()->size()));
  const double cells = std::max(1.0, static_cast<double>(study.horizons.size())) *
                       max_variants(study.environments, variants) * max_variants(study.learners, variants);
  if (cells > most_cells || !has_few_arms(study.overrides)) return false;
  return std::ranges::all_of(study.environments,
                             [](const PluginSpec& plugin) { return has_few_arms(plugin.settings); });
}

void plan_and_check(const Study& study) {
  static const Catalogue catalogue = standard_catalogue();
  const Plan plan = make_plan(study, catalogue);
  if (plan.cells.empty()) throw std::logic_error("a plan without cells");
  const Study stored = parse_canonical(canonical_text(plan.study), "stored");
  if (const auto difference = first_difference(identity_json(stored), identity_json(plan.study)))
    throw std::logic_error("the study changes when it is stored and read: " + *difference);
  if (make_plan(stored, catalogue).cells.size() != plan.cells.size())
    throw std::logic_error("the stored study has other cells");
}

}  // namespace

void read_as_study(std::span<const std::uint8_t> input) {
  std::vector<std::string> parts(1);
  for (const std::uint8_t byte : input) {
    if (byte == 0) {
      parts.emplace_back();
    } else {
      parts.back() += static_cast<char>(byte);
    }
  }
  try {
    const Study study = parse_study(parts.front(), "study.toml", "", {parts.begin() + 1, parts.end()});
    if (is_small(study)) plan_and_check(study);
  } catch (const StudyError& error) {
    const std::string_view text = error.what();
    if (error.message().empty() || !std::ranges::all_of(text, [](char c) { return c >= 0x20 && c <= 0x7e; }))
      throw std::logic_error("an error message has characters that a terminal cannot show: " + std::string(text));
  }
}

}  // namespace regretta::fuzz
