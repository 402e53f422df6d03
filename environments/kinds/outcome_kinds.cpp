#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/plugin/plugin_code.hpp"
#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/environments/processes/parts.hpp"
#include "regretta/environments/processes/stationary.hpp"
#include "regretta/environments/processes/trace.hpp"

namespace regretta {
namespace {

/// `outcomes.kind = "event"`: a Bernoulli event for each arm and round decides both the loss and the costs.
struct EventParams : Thresholds {
  std::vector<double> probability;              ///< K, in [0, 1]; required
  std::vector<double> value;                    ///< K, in [0, 1]; left out: 1
  std::vector<std::vector<double>> cost_value;  ///< m x K, in [0, 1]; left out: 1, one constraint

  static void fields(auto& p, auto&& visit) {
    visit("probability", p.probability, Range{0, 1}, "probability of each arm's event: K numbers");
    visit("value", p.value, Range{0, 1}, "reward of an event: K numbers; loss = 1 - value x event; left out: 1");
    visit("cost_value", p.cost_value, Range{0, 1},
          "cost of an event: one list of K numbers per constraint (a plain list is one constraint); left out: 1");
    Thresholds::fields(p, visit, "threshold of each constraint: m numbers; left out where there are budgets");
  }
};

class EventOutcomes final : public JointOutcomes {
 public:
  EventOutcomes(std::vector<double> probability, std::shared_ptr<const EventValues> values,
                std::vector<CostScale> scales)
      : probability_(std::move(probability)), values_(std::move(values)), scales_(std::move(scales)) {}

  bool one_draw_for_all_arms() const override { return false; }
  double value(int index, double u, const Index<double>& arm) const override { return realised(index, u, arm); }
  StatePack value(int index, const StatePack& u, const Index<StatePack>& arm) const override {
    return realised(index, u, arm);
  }

  /// Mean losses of the arms, then their mean violations of constraint 1, 2, ... The probability of the event takes the
  /// place of the event.
  std::vector<double> means() const {
    const std::size_t K = probability_.size(), m = scales_.size();
    std::vector<double> means;
    for (std::size_t a = 0; a < K; ++a) means.push_back(1 - values_->reward[a] * probability_[a]);
    for (std::size_t e = 0; e < m * K; ++e)
      means.push_back(scales_[e / K].violation(values_->cost[e] * probability_[e % K]));
    return means;
  }

 private:
  /// The loss (index 0) or the violation of constraint index - 1, from 0.
  template <class Real>
  Real realised(int index, const Real& u, const Index<Real>& arm) const {
    const Real event = select(u < gather<Real>(probability_.data(), arm), Real(1.0), Real(0.0));
    if (index == 0) return Real(1.0) - gather<Real>(values_->reward.data(), arm) * event;
    const auto i = static_cast<std::size_t>(index - 1);
    return scales_[i].violation(gather<Real>(values_->cost.data() + i * probability_.size(), arm) * event);
  }

  std::vector<double> probability_;
  std::shared_ptr<const EventValues> values_;
  std::vector<CostScale> scales_;
};

/// `outcomes.kind = "rows"`: each round draws a row of a file uniformly. A row has the outcomes of all arms.
struct RowsParams : FileColumns {
  std::string file;  ///< required

  static void fields(auto& p, auto&& visit) {
    visit(
        "file", p.file,
        "outcomes, .csv or .csv.gz with the columns of a trace, a joint outcome of all arms per line; a relative path "
        "starts at the study file");
    FileColumns::fields(p, visit);
  }
};

class RowOutcomes final : public JointOutcomes {
 public:
  explicit RowOutcomes(std::shared_ptr<const Trace> rows) : rows_(std::move(rows)) {}

  bool one_draw_for_all_arms() const override { return true; }
  double value(int index, double u, const Index<double>& arm) const override { return realised(index, u, arm); }
  StatePack value(int index, const StatePack& u, const Index<StatePack>& arm) const override {
    return realised(index, u, arm);
  }

  /// Averages of the rows: losses of the arms, then their violations of constraint 1, 2, ...
  std::vector<double> means() const {
    const auto n = static_cast<std::size_t>(rows_->num_rows());
    const std::size_t K = rows_->losses.size() / n, width = rows_->violations.size() / n;
    std::vector<double> means(K + width);
    for (std::size_t row = 0; row < n; ++row) {
      for (std::size_t a = 0; a < K; ++a) means[a] += rows_->losses[row * K + a];
      for (std::size_t e = 0; e < width; ++e) means[K + e] += rows_->violations[row * width + e];
    }
    for (double& mean : means) mean /= static_cast<double>(n);
    return means;
  }

 private:
  /// The loss (index 0) or the violation of constraint index - 1, from 0.
  template <class Real>
  Real realised(int index, const Real& u, const Index<Real>& arm) const {
    const auto n = static_cast<double>(rows_->num_rows());
    const int K = rows_->num_arms, width = index == 0 ? K : rows_->num_constraints * K;
    Index<Real> entry = to_index(min(u * Real(n), Real(n - 1)));
    for (std::size_t k = 0; k < entry.size(); ++k) entry[k] = entry[k] * width + arm[k];
    return gather<Real>(index == 0 ? rows_->losses.data() : rows_->violations.data() + (index - 1) * K, entry);
  }

  std::shared_ptr<const Trace> rows_;
};

/// Throws InputError{"kind"} if losses, violations or noise, which outcomes replace, cannot be replaced.
void need_replaceable(const Adversary& adversary) {
  if (!adversary.oblivious())
    throw InputError("kind", fmt::format("replaces losses and violations, but those of this environment are adaptive "
                                         "({}); expected another environment",
                                         adversary.adaptive.front().kind));
  if (!std::holds_alternative<BernoulliNoise>(adversary.noise))
    throw InputError("kind", "replaces noise, but the environment names a law of noise; expected none");
}

/// Sets losses and violations from the means of outcomes: num_arms losses, then m x K violations.
void set_means(const std::vector<double>& means, int num_arms, int num_constraints, Adversary& adversary) {
  const auto first_violation = means.begin() + num_arms;
  set_losses(adversary, StationaryRows({means.begin(), first_violation}), num_arms);
  set_violations(adversary, StationaryRows({first_violation, means.end()}), num_arms, num_constraints);
}

void check_table(const char* key, const std::vector<std::vector<double>>& table, std::size_t K, std::size_t m) {
  check_count(key, "arm", table.front().size(), static_cast<int>(K));
  check_count(key, "constraint", table.size(), static_cast<int>(m));
}

void event_outcomes(EventParams p, std::uint64_t, Adversary& adversary) {
  need_replaceable(adversary);
  const bool budgeted = !adversary.budgets.empty();
  std::size_t K = p.probability.size();
  if (K == 0) throw InputError("probability", "missing, expected K numbers in [0, 1]");
  if (!budgeted) check_count("probability", "arm", K, adversary.num_arms);
  std::vector<CostScale> scales;
  if (budgeted) {
    if (!p.threshold.empty())
      throw InputError("threshold",
                       "is given, but the thresholds of this environment follow from its budgets; expected none");
    scales = adversary.costs;
  } else {
    if (p.threshold.empty()) throw InputError("threshold", "missing, expected one number in [0, 1] per constraint");
    scales = p.scales();
    check_count("threshold", "constraint", scales.size(), adversary.num_constraints);
  }
  if (p.value.empty()) p.value.assign(K, 1);
  if (p.cost_value.empty()) p.cost_value.assign(scales.size(), std::vector<double>(K, 1));
  check_count("value", "arm", p.value.size(), static_cast<int>(K));
  check_table("cost_value", p.cost_value, K, scales.size());
  if (budgeted) {  // the null arm
    ++K;
    for (std::vector<double>* row : {&p.probability, &p.value}) row->push_back(0);
    for (std::vector<double>& row : p.cost_value) row.push_back(0);
  }
  const auto values = std::make_shared<const EventValues>(EventValues{p.value, flatten(p.cost_value)});
  const auto outcomes = std::make_shared<const EventOutcomes>(p.probability, values, scales);
  set_means(outcomes->means(), static_cast<int>(K), static_cast<int>(scales.size()), adversary);
  adversary.costs = std::move(scales);
  adversary.events = values;
  adversary.outcomes = outcomes;
}

/// Not a `change` for part_entry, which would not receive the EnvironmentContext with the folder of the study.
Adversary row_outcomes(TraceCache& cache, const Settings& settings, const EnvironmentContext& context) {
  RowsParams p;
  read_parameters(settings, p);
  Adversary adversary = context.base;
  need_replaceable(adversary);
  if (!adversary.budgets.empty())
    throw InputError("kind", "has rows of violations, but this environment has budgets; expected \"event\"");
  if (p.file.empty()) throw InputError("file", "missing, expected a file of outcomes (.csv or .csv.gz)");
  const auto rows = p.with_violations(cache.get((std::filesystem::path(context.folder) / p.file).string(), p.ignore));
  check_count("file", "arm", static_cast<std::size_t>(rows->num_arms), adversary.num_arms);
  check_count("file", "constraint", static_cast<std::size_t>(rows->num_constraints), adversary.num_constraints);
  const auto outcomes = std::make_shared<const RowOutcomes>(rows);
  set_means(outcomes->means(), rows->num_arms, rows->num_constraints, adversary);
  adversary.costs = p.scales();
  adversary.outcomes = outcomes;
  adversary.data = hash_of_numbers(adversary.data, {rows->losses, rows->violations});
  return adversary;
}

EnvironmentEntry rows_entry() {
  EnvironmentEntry entry{"rows", "each round draws a row of a file, which has the outcomes of all arms"};
  entry.group = "outcomes";
  entry.parameters = describe_parameters<RowsParams>();
  entry.build = [cache = std::make_shared<TraceCache>()](const Settings& settings, const EnvironmentContext& context) {
    return row_outcomes(*cache, settings, context);
  };
  return entry;
}

}  // namespace

std::vector<EnvironmentEntry> outcome_kinds() {
  return {rows_entry(),
          part_entry<EventParams>(
              "outcomes",
              {"event", "a Bernoulli event for each arm and round: loss = 1 - value x event, cost = cost_value x event",
               "Saxena, Gonzalez and Jalden, AISTATS 2020; pricing: Babaioff, Dughmi, Kleinberg and Slivkins 2015"},
              event_outcomes)};
}

}  // namespace regretta
