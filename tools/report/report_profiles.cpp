#include "regretta/tools/report/report_profiles.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/statistics/gap_profile.hpp"
#include "regretta/engine/evidence/statistics/tails.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/study/file/learner_names.hpp"
#include "regretta/tools/text/field_text.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

using nlohmann::ordered_json;

constexpr std::array profiled = {Quantity::regret, Quantity::violation};

/// By horizon, setting and learner; every cell of a horizon is in one setting.
using Settings = std::map<std::int64_t, std::map<SettingKey, std::map<std::string, const CellLabel*>>>;

Settings settings_of(const Results& study, const std::vector<LearnerLabel>& labels) {
  Settings settings;
  for (std::size_t k = 0; k < labels.size(); ++k) {
    const CellLabel& cell = study.cells()[k];
    settings[cell.horizon][setting_of(study, cell)].emplace(learner_text(labels[k]), &cell);
  }
  return settings;
}

/// The learners of all settings, in the order of the study.
std::vector<std::string> learners_of_all(const Settings::mapped_type& settings,
                                         const std::vector<LearnerLabel>& labels) {
  std::vector<std::string> learners;
  for (const LearnerLabel& label : labels) {
    const std::string text = learner_text(label);
    const auto has = [&](const auto& setting) { return setting.second.contains(text); };
    if (std::ranges::find(learners, text) == learners.end() && std::ranges::all_of(settings, has))
      learners.push_back(text);
  }
  return learners;
}

/// Points at which nothing has changed are left out.
ordered_json points_of(const std::vector<ProfilePoint>& profile) {
  ordered_json points = ordered_json::array();
  for (std::size_t k = 0; k < profile.size(); ++k) {
    const auto& [gap, share, low, high] = profile[k];
    if (k > 0 && share == profile[k - 1].share && low == profile[k - 1].low && high == profile[k - 1].high) continue;
    points.push_back({with_digits(gap, 6), with_digits(share, 4), with_digits(low, 4), with_digits(high, 4)});
  }
  return points;
}

}  // namespace

ordered_json tail_data(std::vector<double> values) {
  std::erase_if(values, [](double x) { return std::isnan(x); });
  std::ranges::sort(values);
  const std::size_t n = values.size();
  ordered_json points = ordered_json::array();
  const auto add = [&](double x, double bound) {
    const auto& [share, interval] = chance_above(values, bound, Results::level);
    points.push_back(
        {with_digits(x, 6), with_digits(share, 5), with_digits(interval.low, 4), with_digits(interval.high, 4)});
  };
  for (std::size_t above = 0; above < n; above += 1 + above / 3) add(values[n - 1 - above], values[n - 1 - above]);
  if (n > 0) add(values[0], -infinity);  // just below the least
  return points;
}

ordered_json profiles_data(const Results& study) {
  const std::vector<LearnerLabel> labels = learner_labels(study);
  ordered_json all = ordered_json::array();
  for (const auto& [horizon, settings] : settings_of(study, labels)) {
    const std::vector<std::string> learners = learners_of_all(settings, labels);
    if (settings.size() < 2 || learners.size() < 2) continue;
    std::array<std::vector<SettingTrials>, profiled.size()> trials;
    for (const auto& [key, cells] : settings) {
      for (auto& each : trials) each.emplace_back();
      for (const std::string& learner : learners) {
        TrialValues values = study.values(*cells.at(learner), {profiled.begin(), profiled.end()});
        for (std::size_t q = 0; q < profiled.size(); ++q) trials[q].back().push_back(std::move(values[q]));
      }
    }
    for (std::size_t q = 0; q < profiled.size(); ++q) {
      const GapProfiles profiles = gap_profiles(trials[q], Results::level);
      if (profiles.settings < 2) continue;
      ordered_json lines = ordered_json::array();
      for (std::size_t l = 0; l < learners.size(); ++l)
        lines.push_back(
            {{"cell", settings.begin()->second.at(learners[l])->cell}, {"points", points_of(profiles.learners[l])}});
      all.push_back({{"horizon", horizon},
                     {"quantity", quantity_name(profiled[q])},
                     {"settings", profiles.settings},
                     {"learners", std::move(lines)}});
    }
  }
  return all;
}

std::string trials_csv(const Results& study) {
  std::string text = csv_line(table_columns(study, TableKind::trials));
  for_each_row(study, TableKind::trials, [&](const Row& row) { text += csv_line(row); });
  return text;
}

}  // namespace regretta
