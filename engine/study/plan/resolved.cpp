#include "regretta/engine/study/plan/resolved.hpp"

#include <algorithm>
#include <map>
#include <memory>

#include <fmt/format.h>
#include <xxhash.h>

#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {
namespace {

using nlohmann::ordered_json;

ordered_json to_json(const Axis& axis) {
  const auto one = [](const Value& value) { return std::visit([](const auto& v) { return ordered_json(v); }, value); };
  if (!axis.swept) return one(axis.values.front());
  ordered_json list = ordered_json::array();
  for (const Value& value : axis.values) list.push_back(one(value));
  return list;
}

ordered_json to_json(const std::vector<ResolvedPlugin>& plugins) {
  ordered_json list = ordered_json::array();
  for (const ResolvedPlugin& plugin : plugins) {
    ordered_json object = {{"kind", plugin.spec.kind}, {"name", plugin.spec.name}};
    std::map<std::string, ordered_json> parameters;  // by name: whether set or default makes no difference
    for (const Axis& axis : plugin.axes) parameters[axis.name] = to_json(axis);
    for (const Axis& axis : plugin.defaults) parameters[axis.name] = to_json(axis);
    object["parameters"] = parameters;
    list.push_back(std::move(object));
  }
  return list;
}

/// Hashes what the adversaries' rows are and when they are visited.
class MeansDigest {
 public:
  explicit MeansDigest(std::int64_t rows_each) : rows_each_(rows_each), state_(XXH3_createState(), XXH3_freeState) {
    XXH3_64bits_reset(state_.get());
  }

  void add(const Adversary& adversary) {
    add_number(adversary.horizon);
    add_number(adversary.num_arms);
    add_number(adversary.num_constraints);
    const auto arms = static_cast<std::size_t>(adversary.num_arms);
    add(adversary.losses, adversary.horizon, arms);
    add(adversary.violations, adversary.horizon, arms * static_cast<std::size_t>(adversary.num_constraints));
  }

  std::string text() const { return fmt::format("{:016x}", XXH3_64bits_digest(state_.get())); }

 private:
  void add_number(std::int64_t n) { XXH3_64bits_update(state_.get(), &n, sizeof n); }

  /// At most rows_each_ rows, evenly spread, and as many visits.
  void add(const MeanRows& rows, std::int64_t horizon, std::size_t width) {
    if (!rows) return;
    const std::int64_t num_rows = rows.num_rows();
    add_number(num_rows);
    std::vector<double> row(width);
    const std::int64_t read = std::min(num_rows, rows_each_);
    for (std::int64_t k = 0; k < read; ++k) {
      const double spread = static_cast<double>(k) * static_cast<double>(num_rows) / static_cast<double>(read);
      rows.read(read == num_rows ? k : static_cast<std::int64_t>(spread), row);
      XXH3_64bits_update(state_.get(), row.data(), row.size() * sizeof(double));
    }
    std::int64_t t = 1;
    for (std::int64_t visit = 0; t <= horizon && visit < rows_each_; ++visit) {
      const std::int64_t last = std::min(rows.same_until(t), horizon);
      add_number(rows.row_at(t));
      add_number(last);
      t = last + 1;
    }
  }

  std::int64_t rows_each_;
  std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state_;
};

std::string quoted(const ordered_json* value) { return value ? value->dump() : "absent"; }

/// The first key of `stored`, then of `now`, under which they differ; `path` is what lies above.
std::optional<std::string> difference(const ordered_json* stored, const ordered_json* now, const std::string& path,
                                      const std::string& of) {
  if (stored && now && *stored == *now) return std::nullopt;
  if (!stored || !now || !stored->is_object() || !now->is_object()) {
    return fmt::format("{}{} was {} and is now {}", path, of, quoted(stored), quoted(now));
  }
  std::vector<std::string> keys;
  for (const auto* side : {stored, now}) {
    for (const auto& [key, value] : side->items()) {
      if (std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
    }
  }
  const auto member = [](const ordered_json& object, const std::string& key) {
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
  };
  for (const std::string& key : keys) {
    const std::string below = key == "parameters" ? path : path.empty() ? key : path + "." + key;
    if (auto found = difference(member(*stored, key), member(*now, key), below, of)) return found;
  }
  return std::nullopt;
}

/// Lists of plugins are compared one by one.
std::optional<std::string> plugin_difference(const std::string& section, const ordered_json& stored,
                                             const ordered_json& now) {
  if (!stored.is_array() || stored.size() != now.size()) {
    return fmt::format("{}: there were {} and are now {}", section, stored.size(), now.size());
  }
  for (std::size_t i = 0; i < stored.size(); ++i) {
    const std::string of = fmt::format(" of {} {} ({})", section, i + 1, now[i].value("name", ""));
    if (auto found = difference(&stored[i], &now[i], section, of)) return found;
  }
  return std::nullopt;
}

}  // namespace

ordered_json resolved_study(const Study& study, const std::vector<ResolvedPlugin>& environments,
                            const std::vector<ResolvedPlugin>& learners,
                            const std::vector<const Adversary*>& adversaries) {
  ordered_json all;
  all["study"] = {{"name", study.name},   {"seed", study.seed},        {"trials", study.trials},
                  {"delta", study.delta}, {"horizon", study.horizons}, {"checkpoints", study.checkpoints}};
  if (study.stop) {
    const StopRule& stop = *study.stop;
    ordered_json rule = {
        {"metric", stop.metric}, {"alpha", stop.alpha}, {"min_trials", stop.least}, {"growth", stop.growth}};
    if (stop.decide.empty()) {
      rule["half_width"] = stop.half_width;
      rule["relative"] = stop.relative;
    } else {
      rule["decide"] = stop.decide;
    }
    all["study"]["stop"] = std::move(rule);
  }
  all["environment"] = to_json(environments);
  all["learner"] = to_json(learners);
  // All rows of a trace; a sample where a large grid of long tables would take too long.
  const auto adversary_count = static_cast<std::int64_t>(std::max<std::size_t>(1, adversaries.size()));
  MeansDigest digest(std::clamp<std::int64_t>(2'000'000 / adversary_count, 64, 65'536));
  for (const Adversary* adversary : adversaries) digest.add(*adversary);
  all["means"] = digest.text();
  return all;
}

std::optional<std::string> first_difference(const ordered_json& stored, const ordered_json& now) {
  if (!stored.is_object() || !now.is_object()) return difference(&stored, &now, "study", "");
  ordered_json before = stored, after = now;
  for (const std::string section : {"environment", "learner"}) {
    if (!before.contains(section) || !after.contains(section)) continue;
    if (auto found = plugin_difference(section, before[section], after[section])) return found;
    before.erase(section);
    after.erase(section);
  }
  auto found = difference(&before, &after, "", "");
  if (found && found->starts_with("means was")) {
    return "means: the environments' rows are not what they were (a trace was edited, or the program builds them "
           "otherwise)";
  }
  return found;
}

}  // namespace regretta
