#include "regretta/engine/study/text/study.hpp"

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "regretta/engine/study/plan/plan.hpp"
#include "regretta/tests/fuzz/targets.hpp"
#include "regretta/tools/standard_catalogue.hpp"

namespace regretta::fuzz {
namespace {

constexpr double most_cells = 200;  ///< a grid may be huge and valid; such a one is only slow
constexpr double most_arms = 100;

/// At most so many cells come from these plugins. Lists that are values are taken for sweeps.
double points(const std::vector<PluginSpec>& plugins, double of_overrides) {
  double sum = 0;
  for (const PluginSpec& plugin : plugins) {
    double product = of_overrides;
    for (const Setting& setting : plugin.settings)
      if (const auto* list = std::get_if<Literal::List>(&setting.value.value))
        product *= std::max(1.0, static_cast<double>(list->size()));
    sum += product;
  }
  return sum;
}

double largest(const Literal& literal) {
  if (const auto* n = std::get_if<std::int64_t>(&literal.value)) return static_cast<double>(*n);
  if (const auto* x = std::get_if<double>(&literal.value)) return *x;
  double most = 0;
  if (const auto* list = std::get_if<Literal::List>(&literal.value))
    for (const Literal& element : *list) most = std::max(most, largest(element));
  return most;
}

bool has_few_arms(const std::vector<Setting>& settings) {
  return std::ranges::none_of(settings, [](const Setting& setting) {
    return (setting.name.ends_with("arms") || setting.name.ends_with("constraints")) &&
           largest(setting.value) > most_arms;
  });
}

bool is_small(const Study& study) {
  double of_overrides = 1;
  for (const Setting& setting : study.overrides)
    if (const auto* list = std::get_if<Literal::List>(&setting.value.value))
      of_overrides *= std::max(1.0, static_cast<double>(list->size()));
  const double cells = std::max(1.0, static_cast<double>(study.horizons.size())) *
                       points(study.environments, of_overrides) * points(study.learners, of_overrides);
  if (cells > most_cells || !has_few_arms(study.overrides)) return false;
  return std::ranges::all_of(study.environments,
                             [](const PluginSpec& plugin) { return has_few_arms(plugin.settings); });
}

void plan_and_check(const Study& study) {
  static const Catalogue catalogue = standard_catalogue();
  const Plan plan = make_plan(study, catalogue);
  if (plan.cells.empty()) throw std::logic_error("a plan without cells");
  const auto stored = nlohmann::ordered_json::parse(plan.resolved.dump());
  if (const auto difference = first_difference(stored, plan.resolved))
    throw std::logic_error("does not survive being stored: " + *difference);
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
      throw std::logic_error("a message that a terminal cannot show: " + std::string(text));
  }
}

}  // namespace regretta::fuzz
