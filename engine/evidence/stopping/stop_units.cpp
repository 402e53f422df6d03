#include "regretta/engine/evidence/stopping/stop_units.hpp"

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "regretta/engine/study/file/alike_cells.hpp"
#include "regretta/engine/study/file/learner_names.hpp"
#include "regretta/engine/study/plan/alike.hpp"

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

std::vector<Setting> settings_of(const std::vector<std::string_view>& contents, std::int64_t together) {
  std::vector<Setting> settings;
  const auto num_cells = std::ssize(contents);
  const auto setting = [&](std::int64_t cell) {
    const std::string_view content = contents[static_cast<std::size_t>(cell)];
    return content.substr(0, content.size() / 2);
  };
  for (std::int64_t begin = 0, end = 0; begin < num_cells; begin = end) {
    end = begin + std::max<std::int64_t>(together, 1);  // of files whose cells do not say what they are
    if (!setting(begin).empty())
      for (end = begin + 1; end < num_cells && setting(end) == setting(begin);) ++end;
    settings.push_back({begin, std::min(end, num_cells)});
  }
  return settings;
}

/// The cells of a setting that are held against each other; of a single cell {itself, -1}. named: for each learner that
/// the rule names, its cells.
Pairs pairs_of(const StopRule& rule, const Setting& setting, const std::vector<std::vector<bool>>& named) {
  using enum StopRule::Question;
  if (rule.question() == narrow) return {{setting.begin, -1}};
  Pairs pairs;
  if (rule.question() == decide) {
    pairs.emplace_back(setting.first(named[0]), setting.first(named[1]));
    if (pairs[0].first == pairs[0].second) {
      const auto [a, b] = rule.learners();
      throw std::invalid_argument(fmt::format("\"{}\" and \"{}\" are the same learner", a, b));
    }
    return pairs;
  }
  const std::int64_t baseline = rule.question() == compare ? setting.first(named[0]) : setting.end;
  for (std::int64_t a = setting.begin; a < setting.end; ++a)
    for (std::int64_t b = setting.begin; b < setting.end; ++b)
      if (rule.question() == rank ? b < a : b == baseline && a != b) pairs.emplace_back(a, b);
  return pairs;
}

/// firsts: for each cell, the first one that is the same (plan/alike.hpp), whose answers are its own.
StopUnits units_of(const StopRule& rule, const std::vector<LearnerLabel>& cells,
                   const std::vector<std::string_view>& contents, const std::vector<std::int64_t>& firsts,
                   std::int64_t together, std::int64_t most) {
  using enum StopRule::Question;
  StopUnits all;
  const std::size_t metrics = rule.metrics().size();
  std::vector<std::vector<bool>> named;  // for each learner of the rule, its cells
  if (rule.question() == decide)
    for (const std::string& learner : {rule.learners().first, rule.learners().second})
      named.push_back(cells_with(cells, learner));
  if (rule.question() == compare) named.push_back(cells_with(cells, rule.baseline()));
  std::vector<Setting> parts;
  if (rule.is_of_settings()) parts = settings_of(contents, together);
  for (std::int64_t cell = 0; cell < std::ssize(cells) && !rule.is_of_settings(); ++cell)
    parts.push_back({cell, cell + 1});
  std::size_t questions = 0;
  for (const Setting& part : parts) {
    StopUnit& unit = all.units.emplace_back();
    for (std::int64_t cell = part.begin; cell < part.end; ++cell) unit.cells.push_back(cell);
    for (const auto& [a, b] : pairs_of(rule, part, named))
      for (std::size_t metric = 0; metric < metrics; ++metric) unit.questions.push_back({a, b, metric});
    if (firsts[static_cast<std::size_t>(part.begin)] == part.begin) questions += unit.questions.size();
  }
  const bool in_all = rule.question() == rank || rule.question() == compare;
  all.family = {.alpha = rule.alpha, .lines = static_cast<double>(rule.looks(most).size() * (in_all ? questions : 1))};
  return all;
}

}  // namespace

StopUnits stop_units(const Plan& plan) {
  if (!plan.study.stop) return {};
  if (plan.study.stop->question() == StopRule::Question::search) {
    const Value* at = plan.study.written.find("stop.until");
    throw StudyError::at(at ? *at : Value(), plan.study.file, "study.stop.until",
                         "only a search ends cells so; expected another rule, or `regretta search`");
  }
  std::vector<std::string_view> contents;
  for (const Cell& cell : plan.cells) contents.push_back(cell.content);
  try {
    return units_of(*plan.study.stop, learner_labels(plan), contents, same_as(plan), layout_of(plan).cells_together(),
                    plan.study.trials);
  } catch (const std::invalid_argument& error) {
    const std::string key = plan.study.stop->until.empty() ? "stop.decide" : "stop.until";
    const Value* at = plan.study.written.find(key);
    if (at == nullptr) throw std::invalid_argument(fmt::format("--until: {}", error.what()));
    throw StudyError::at(*at, plan.study.file, "study." + key, error.what());
  }
}

StopUnits stop_units(const Results& study) {
  const StopRule& rule = study.study().stop.value();
  if (rule.question() == StopRule::Question::search) return {};
  std::vector<std::string_view> contents;
  for (const CellLabel& cell : study.cells()) contents.push_back(cell.content);
  if (rule.is_of_settings() && study.layout().cells_together() < 1)
    throw StudyFileError(study.database().file(), FileFault::damaged, "it does not say which cells are one setting");
  return units_of(rule, learner_labels(study), contents, same_as(study), study.layout().cells_together(),
                  study.trials());
}

}  // namespace regretta
