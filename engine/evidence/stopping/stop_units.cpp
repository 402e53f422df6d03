#include "regretta/engine/evidence/stopping/stop_units.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "regretta/engine/study/file/learner_names.hpp"

namespace regretta {
namespace {

using Pairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

/// Its cells.
struct Setting {
  std::int64_t begin, end;

  /// The first of them that is one of `named`; `end` if there is none.
  std::int64_t first(const std::vector<bool>& named) const {
    return std::find(named.begin() + begin, named.begin() + end, true) - named.begin();
  }
};

/// numbers: the setting of each cell.
std::vector<Setting> settings_of(const std::vector<std::int64_t>& numbers) {
  std::vector<Setting> settings;
  for (std::int64_t cell = 0; cell < std::ssize(numbers); ++cell) {
    const auto k = static_cast<std::size_t>(cell);
    if (k == 0 || numbers[k] != numbers[k - 1]) settings.push_back({cell, cell});
    ++settings.back().end;
  }
  return settings;
}

/// The cells of a setting that are held against each other; of a single cell {itself, -1}. is_baseline: of each cell,
/// where the rule names one.
Pairs pairs_of(const StopRule& rule, const Setting& setting, const std::vector<bool>& is_baseline) {
  using enum StopRule::Question;
  if (rule.question() == narrow) return {{setting.begin, -1}};
  Pairs pairs;
  const std::int64_t baseline = rule.question() == compare ? setting.first(is_baseline) : setting.end;
  for (std::int64_t a = setting.begin; a < setting.end; ++a)
    for (std::int64_t b = setting.begin; b < setting.end; ++b)
      if (rule.question() == rank ? b < a : b == baseline && a != b) pairs.emplace_back(a, b);
  return pairs;
}

/// layout: the answers of cells with the content of others are the same.
StopUnits units_of(const StopRule& rule, const std::vector<LearnerLabel>& cells,
                   const std::vector<std::int64_t>& settings, const Layout& layout, std::int64_t most) {
  using enum StopRule::Question;
  StopUnits all;
  const std::size_t metrics = rule.metrics().size();
  std::vector<bool> is_baseline;
  if (rule.question() == compare) is_baseline = cells_with(cells, rule.baseline());
  std::vector<Setting> parts;
  if (rule.is_of_settings()) parts = settings_of(settings);
  for (std::int64_t cell = 0; cell < std::ssize(cells) && !rule.is_of_settings(); ++cell)
    parts.push_back({cell, cell + 1});
  std::size_t questions = 0;
  for (const Setting& part : parts) {
    StopUnit& unit = all.units.emplace_back();
    for (std::int64_t cell = part.begin; cell < part.end; ++cell) unit.cells.push_back(cell);
    for (const auto& [a, b] : pairs_of(rule, part, is_baseline))
      for (std::size_t metric = 0; metric < metrics; ++metric) unit.questions.push_back({a, b, metric});
    if (layout.first_like(part.begin) == part.begin) questions += unit.questions.size();
  }
  const std::size_t together = rule.is_of_settings() ? questions : 1;
  all.family = {.alpha = rule.alpha, .lines = static_cast<double>(rule.looks(most).size() * together)};
  return all;
}

}  // namespace

StopUnits stop_units(const Plan& plan) {
  if (!plan.study.stop) return {};
  std::vector<std::int64_t> settings;
  for (const Cell& cell : plan.cells) settings.push_back(cell.setting);
  try {
    return units_of(*plan.study.stop, learner_labels(plan), settings, layout_of(plan), plan.study.trials);
  } catch (const std::invalid_argument& error) {
    throw StudyError::at(*plan.study.written.find("until"), plan.study.file, "study.until", error.what());
  }
}

StopUnits stop_units(const Results& study) {
  const StopRule& rule = study.study().stop.value();
  std::vector<std::int64_t> settings;
  for (const CellLabel& cell : study.cells()) settings.push_back(cell.setting);
  return units_of(rule, learner_labels(study), settings, study.layout(), study.trials());
}

}  // namespace regretta
