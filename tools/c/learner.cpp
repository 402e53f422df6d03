// Learners that are described through the C interface.

#include <array>
#include <cstring>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "regretta/engine/plugin/batch_learner.hpp"
#include "regretta/engine/plugin/nearest_name.hpp"
#include "regretta/tools/c/session.hpp"

namespace regretta::c {
namespace {

thread_local std::string failure_of_learner;

nlohmann::json json_of(const Value& value) {
  return std::visit(
      [](const auto& data) -> nlohmann::json {
        using T = std::remove_cvref_t<decltype(data)>;
        if constexpr (std::is_same_v<T, std::monostate>) {
          return nullptr;
        } else if constexpr (std::is_same_v<T, Value::List>) {
          nlohmann::json list = nlohmann::json::array();
          for (const Value& one : data) list.push_back(json_of(one));
          return list;
        } else if constexpr (std::is_same_v<T, Settings>) {
          nlohmann::json table = nlohmann::json::object();
          for (const auto& [name, one] : data) table[name] = json_of(one);
          return table;
        } else {
          return data;
        }
      },
      value.data());
}

Value value_of(const nlohmann::json& json) {
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_number()) return json.get<double>();
  if (json.is_string()) return json.get<std::string>();
  if (!json.is_array()) return {};
  Value::List list;
  for (const nlohmann::json& one : json) list.push_back(value_of(one));
  return list;
}

ParameterInfo parameter_of(const std::string& learner, const regretta_parameter& given) {
  constexpr std::array<std::pair<const char*, ParameterType>, 5> types{{{"flag", ParameterType::flag},
                                                                        {"integer", ParameterType::integer},
                                                                        {"number", ParameterType::number},
                                                                        {"text", ParameterType::text},
                                                                        {"numbers", ParameterType::numbers}}};
  ParameterInfo parameter;
  parameter.name = text_of(given.name, "regretta_parameter.name");
  parameter.help = given.help == nullptr ? "" : given.help;
  const std::string type = text_of(given.type, "regretta_parameter.type");
  const auto* found = std::ranges::find(types, type, &std::pair<const char*, ParameterType>::first);
  if (found == types.end())
    throw std::invalid_argument(
        fmt::format("{}, parameter {}: type \"{}\" is unknown, expected flag, integer, number, text or numbers",
                    learner, parameter.name, type));
  parameter.type = found->second;
  const auto json =
      nlohmann::json::parse(text_of(given.default_value, "regretta_parameter.default_value"), nullptr, false);
  const auto value = json.is_discarded() ? std::nullopt : in_type(value_of(json), parameter.type);
  if (!value)
    throw std::invalid_argument(fmt::format("{}, parameter {}: default {}, expected {}", learner, parameter.name,
                                            given.default_value, expected_text(parameter.type)));
  parameter.default_value = *value;
  return parameter;
}

/// The object that the learner's functions have made.
class Foreign final : public BatchLearner {
 public:
  Foreign(const regretta_learner& functions, const std::string& name, const Problem& problem, const Settings& settings,
          int trials)
      : functions_(functions), name_(name), num_arms_(problem.num_arms), trials_(trials) {
    nlohmann::json values = nlohmann::json::object();
    for (const auto& [key, value] : settings) values[key] = json_of(value);
    const regretta_problem known{problem.horizon, problem.num_arms, problem.num_constraints, problem.delta};
    failure_of_learner.clear();
    self_ = functions_.create(functions_.user, &known, values.dump().c_str(), trials);
    if (self_ == nullptr) fail("create");
  }
  ~Foreign() override { functions_.destroy(self_); }
  Foreign(const Foreign&) = delete;
  Foreign& operator=(const Foreign&) = delete;

  Choice choose(std::int64_t t, const ManyTrials& trials) override {
    const Draws draws{&trials, t};
    Choice choice;
    failure_of_learner.clear();
    if (functions_.choose(self_, t, handle_of(draws), &choice.x, &choice.arms) != 0) fail("choose");
    if (choice.x == nullptr && choice.arms == nullptr)
      throw std::runtime_error(fmt::format("{}, round {}: choose set neither x nor arms", name_, t));
    if (choice.x == nullptr) check_arms(choice.arms, trials_, num_arms_, fmt::format("{}, round {}", name_, t));
    return choice;
  }
  void observe(std::int64_t t, const SeenRound& seen) override {
    const regretta_seen given{seen.arm.empty() ? nullptr : seen.arm.data(), seen.loss.data(), seen.violation.data()};
    failure_of_learner.clear();
    if (functions_.observe(self_, t, &given) != 0) fail("observe");
  }

 private:
  [[noreturn]] void fail(const char* function) const {
    throw std::runtime_error(failure_of_learner.empty() ? fmt::format("{}: {} failed", name_, function)
                                                        : failure_of_learner);
  }
  const regretta_learner& functions_;
  const std::string& name_;
  int num_arms_, trials_;
  void* self_ = nullptr;
};

}  // namespace

void check_arms(const std::int64_t* arms, int trials, int num_arms, const std::string& where) {
  for (int k = 0; k < trials; ++k)
    if (arms[k] < 0 || arms[k] >= num_arms)
      throw std::runtime_error(
          fmt::format("{}: arm {} in trial {} of the batch, expected 0 to {}", where, arms[k], k, num_arms - 1));
}

FeedbackModel feedback_model(const std::string& name) {
  std::vector<std::string> names;
  for (const FeedbackModel model : {FeedbackModel::full, FeedbackModel::bandit_losses, FeedbackModel::bandit}) {
    if (name == regretta::text_of(model)) return model;
    names.emplace_back(regretta::text_of(model));
  }
  throw std::invalid_argument(fmt::format("feedback \"{}\" is unknown, expected full, bandit losses or bandit{}", name,
                                          did_you_mean(name, names)));
}

LearnerEntry entry_of(const regretta_learner& given) {
  if (given.size != sizeof(regretta_learner))
    throw std::invalid_argument(fmt::format("regretta_learner.size is {}, expected sizeof(regretta_learner) = {}",
                                            given.size, sizeof(regretta_learner)));
  LearnerEntry entry;
  entry.name = text_of(given.name, "regretta_learner.name");
  if (!given.create || !given.choose || !given.observe || !given.destroy)
    throw std::invalid_argument(entry.name + ": create, choose, observe and destroy are all needed");
  if (given.trials_at_once < 1) throw std::invalid_argument(entry.name + ": trials_at_once must be at least 1");
  entry.summary = given.summary == nullptr ? "" : given.summary;
  entry.definition = "your own";
  for (std::size_t k = 0; k < given.num_parameters; ++k)
    entry.parameters.push_back(parameter_of(entry.name, given.parameters[k]));
  const FeedbackModel model = feedback_model(text_of(given.feedback, "regretta_learner.feedback"));
  const int at_once = std::max(given.trials_at_once, pack_trials);
  return batch_learner_entry(
      std::move(entry), model, at_once,
      [functions = given, name = std::string(given.name)](const Problem& problem, const Settings& settings,
                                                          int trials) -> std::unique_ptr<BatchLearner> {
        return std::make_unique<Foreign>(functions, name, problem, settings, trials);
      });
}

}  // namespace regretta::c

extern "C" {

void regretta_fail(const char* message) { regretta::c::failure_of_learner = message == nullptr ? "failed" : message; }

int regretta_draw(const regretta_draws* draws, const char* law, int32_t purpose, int64_t columns, const double* a,
                  const double* b, double* drawn) {
  return regretta::c::guarded(-1, [&] {
    using regretta::Law;
    constexpr std::array<std::pair<const char*, Law>, 5> laws{{{"uniform", Law::uniform},
                                                               {"normal", Law::normal},
                                                               {"exponential", Law::exponential},
                                                               {"gamma", Law::gamma},
                                                               {"beta", Law::beta}}};
    const auto* given = reinterpret_cast<const regretta::c::Draws*>(regretta::c::expect(draws, "draws"));
    regretta::c::expect(drawn, "drawn");
    const std::string name = regretta::c::text_of(law, "law");
    const auto* found = std::ranges::find_if(laws, [&](const auto& one) { return name == one.first; });
    if (found == laws.end())
      throw std::invalid_argument("law \"" + name + "\", expected uniform, normal, exponential, gamma or beta");
    if (columns < 1) throw std::invalid_argument("columns must be at least 1");
    if (found->second == Law::gamma || found->second == Law::beta) regretta::c::expect(a, "a");
    if (found->second == Law::beta) regretta::c::expect(b, "b");
    given->trials->draw(given->round, {found->second, purpose, columns, a, b}, drawn);
    return 0;
  });
}

}  // extern "C"
