#include "regretta/engine/search/candidate_values.hpp"

#include <algorithm>
#include <cmath>

namespace regretta {
namespace {

double plain_mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

/// In each trial, over environments.
std::vector<double> mean_of(const std::vector<std::vector<double>>& all) {
  std::vector<double> mean = all[0];
  for (std::size_t k = 0; k < mean.size(); ++k) {
    for (std::size_t e = 1; e < all.size(); ++e) mean[k] += all[e][k];
    mean[k] /= static_cast<double>(all.size());
  }
  return mean;
}

std::vector<FoundMean> means_of(const std::vector<std::vector<double>>& samples, const Family& family) {
  std::vector<FoundMean> all;
  for (const std::vector<double>& sample : samples) {
    const Evidence evidence = seen_of(sample, {-infinity, infinity}, family);
    all.push_back({evidence.mean, evidence.seen});
  }
  return all;
}

std::vector<std::string> all_names(const std::vector<PluginSpec>& plugins) {
  std::vector<std::string> names;
  for (const PluginSpec& plugin : plugins) names.push_back(plugin.name);
  return names;
}

}  // namespace

FoundMean worst_of(const std::vector<FoundMean>& all) {
  if (all.empty()) return {};
  FoundMean worst{.mean = -infinity, .interval = {-infinity, -infinity}};
  for (const FoundMean& one : all) {
    worst.mean = std::max(worst.mean, one.mean);
    worst.interval = {std::max(worst.interval.low, one.interval.low), std::max(worst.interval.high, one.interval.high)};
  }
  return worst;
}

CandidateValues::CandidateValues(const SearchSpace& space, const SearchRules& rules)
    : space_(space),
      aims_(rules.aims),
      constraints_(rules.subject_to),
      against_(rules.against),
      learners_(all_names(space.study().learners)),
      environments_(all_names(space.study().environments)) {
  const auto add = [&](const std::string& quantity) {
    quantities_.emplace(quantity, estimated_by(space.study().quantities.find(quantity).value()));
  };
  for (const Aim& aim : aims_)
    for (const QuantityOfCell& one : aim.expression.quantities()) add(one.quantity);
  for (const Constraint& constraint : constraints_)
    for (const QuantityOfCell& one : constraint.excess().quantities()) add(one.quantity);
  beside_.emplace_back(quantity_info(Quantity::corruption).name);
  for (const QuantityInfo& measure : space.study().quantities.measures()) beside_.emplace_back(measure.name);
  for (const std::string& quantity : beside_) add(quantity);
}

void CandidateValues::read(const Results& study, const std::vector<std::string>& labels) {
  const auto learners = space_.learner_names(labels), environments = space_.environment_names(labels);
  for (const CellLabel& cell : study.cells()) {
    const auto learner = learners.find(cell.learner_name);
    const auto environment = environments.find(cell.environment);
    if (learner == learners.end() || environment == environments.end()) continue;
    const std::string& label = learner->second.label.empty() ? environment->second.label : learner->second.label;
    OfCell& of = candidates_[label][{learner->second.name, environment->second.name}];
    of.horizon = static_cast<double>(cell.horizon);
    for (const auto& [quantity, estimate] : quantities_) of.values[quantity];
    const auto& first = of.values[quantities_.begin()->first];
    const auto there = std::ssize(first);
    study.for_each_block(
        cell,
        [&](const BlockResult& block) {
          for (const TrialResult& trial : block.trials) {
            if (trial.trial != std::ssize(first)) continue;
            for (const auto& [quantity, estimate] : quantities_)
              if (quantity != quantities_.begin()->first)
                of.values[quantity].push_back(trial.failure ? not_a_number : trial[estimate]);
            of.values[quantities_.begin()->first].push_back(trial.failure ? not_a_number
                                                                          : trial[quantities_.begin()->second]);
          }
        },
        there - there % pack_trials);
  }
}

const CandidateValues::OfCell* CandidateValues::find(const std::string& label, const Names& names) const {
  for (const std::string& one : {label, std::string()}) {
    const auto candidate = candidates_.find(one);
    if (candidate == candidates_.end()) continue;
    const auto cell = candidate->second.find(names);
    if (cell != candidate->second.end()) return &cell->second;
  }
  return nullptr;
}

std::vector<std::vector<double>> CandidateValues::values(const Expression& expression, const std::string& label,
                                                         std::int64_t trials) const {
  std::vector<std::vector<double>> all;
  for (const std::string& environment : environments_) {
    bool complete = true;
    double horizon = 0;
    const auto values_of = [&](const QuantityOfCell& one) {
      const OfCell* cell = find(label, {one.learner.empty() ? learners_.front() : one.learner,
                                        one.environment.empty() ? environment : one.environment});
      if (cell == nullptr || std::ssize(cell->values.at(one.quantity)) < trials) {
        complete = false;
        return std::vector<double>(static_cast<std::size_t>(trials), not_a_number);
      }
      const std::vector<double>& known = cell->values.at(one.quantity);
      return std::vector<double>(known.begin(), known.begin() + trials);
    };
    if (const auto candidate = candidates_.find(label); candidate != candidates_.end())
      horizon = candidate->second.begin()->second.horizon;
    std::vector<double> own = expression.values(horizon, static_cast<std::size_t>(trials), values_of);
    if (!complete) return {};
    all.push_back(std::move(own));
    if (expression.names_environment()) break;
  }
  return all;
}

std::optional<RaceScore> CandidateValues::score(const std::string& label, std::int64_t trials) const {
  const auto over = [&](const std::vector<std::vector<double>>& all, Against against) {
    double most = -infinity, sum = 0;
    for (const std::vector<double>& one : all) {
      const double mean = plain_mean(one);
      most = std::isnan(mean) || std::isnan(most) ? not_a_number : std::max(most, mean);
      sum += mean;
    }
    return against == Against::worst ? most : sum / static_cast<double>(all.size());
  };
  std::vector<double> means;
  for (const Aim& aim : aims_) {
    const auto own = values(aim.expression, label, trials);
    if (own.empty()) return std::nullopt;
    means.push_back(over(own, against_) * (aim.up ? 1 : -1));
  }
  RaceScore score{.value = means.front(), .excess = 0};
  if (means.size() > 1) score.second = means[1];
  if (std::isnan(means.back())) score.value = not_a_number;
  for (const Constraint& constraint : constraints_) {
    const auto own = values(constraint.excess(), label, trials);
    if (own.empty()) return std::nullopt;
    const double excess = over(own, Against::worst);
    if (std::isnan(excess)) score.value = not_a_number;
    score.excess += std::max(0.0, excess);
  }
  return score;
}

FoundMean CandidateValues::over_environments(const std::vector<std::vector<double>>& all, Against against,
                                             Family family) const {
  if (all.empty()) return {};
  if (against == Against::mean) return means_of({mean_of(all)}, family).front();
  family.lines *= static_cast<double>(all.size());
  return worst_of(means_of(all, family));
}

std::vector<FoundMean> CandidateValues::aims(const std::string& label, std::int64_t trials,
                                             const Family& family) const {
  return means_of(values(aims_.front().expression, label, trials), family);
}

std::vector<FoundMean> CandidateValues::excesses(const std::string& label, std::size_t constraint, std::int64_t trials,
                                                 const Family& family) const {
  return means_of(values(constraints_[constraint].excess(), label, trials), family);
}

FoundMean CandidateValues::aim(const std::string& label, std::int64_t trials, const Family& family,
                               std::size_t which) const {
  return over_environments(values(aims_[which].expression, label, trials), against_, family);
}

std::vector<double> CandidateValues::aim_by_trial(const Aim& aim, const std::string& label, std::int64_t trials) const {
  std::vector<std::vector<double>> all = values(aim.expression, label, trials);
  if (all.empty()) return std::vector<double>(static_cast<std::size_t>(trials), not_a_number);
  if (against_ == Against::mean) return mean_of(all);
  return *std::ranges::max_element(all, [](const auto& a, const auto& b) { return plain_mean(a) < plain_mean(b); });
}

FoundMean CandidateValues::better_by(const std::string& label, const std::string& other, double share,
                                     std::int64_t trials, const Family& family, std::size_t which) const {
  std::vector<double> own = aim_by_trial(aims_[which], label, trials);
  const std::vector<double> others = aim_by_trial(aims_[which], other, trials);
  const double sign = aims_[which].up ? 1 : -1, spared = (1 - share) * std::abs(plain_mean(others));
  for (std::size_t k = 0; k < own.size(); ++k) own[k] = sign * (own[k] - others[k]) + spared;
  const Evidence evidence = seen_of(own, {-infinity, infinity}, family);
  return {evidence.mean, evidence.seen};
}

FoundMean CandidateValues::excess(const std::string& label, std::size_t constraint, std::int64_t trials,
                                  const Family& family) const {
  return over_environments(values(constraints_[constraint].excess(), label, trials), Against::worst, family);
}

std::vector<std::pair<std::string, double>> CandidateValues::beside(const std::string& label,
                                                                    std::int64_t trials) const {
  std::vector<std::pair<std::string, double>> means;
  for (const std::string& quantity : beside_) {
    double most = not_a_number;
    for (const std::string& environment : environments_) {
      const OfCell* cell = find(label, {learners_.front(), environment});
      if (cell == nullptr || std::ssize(cell->values.at(quantity)) < trials) continue;
      const std::vector<double>& known = cell->values.at(quantity);
      most = std::fmax(most, plain_mean({known.begin(), known.begin() + trials}));
    }
    means.emplace_back(quantity, most);
  }
  return means;
}

}  // namespace regretta
