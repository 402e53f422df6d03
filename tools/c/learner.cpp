// Learners that a caller of the C interface adds.

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <span>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "regretta/engine/plugin/batch_learner.hpp"
#include "regretta/engine/plugin/nearest_name.hpp"
#include "regretta/engine/trial/round/strategy_sums.hpp"
#include "regretta/tools/c/session.hpp"

namespace regretta::c {

std::string& failure_of_caller() {
  thread_local std::string failure;
  return failure;
}

namespace {

nlohmann::json json_of(const Value& value) {
  return std::visit(
      [](const auto& data) -> nlohmann::json {
        using T = std::remove_cvref_t<decltype(data)>;
        if constexpr (std::is_same_v<T, std::monostate>) {
          return nullptr;
        } else if constexpr (std::is_same_v<T, Value::List>) {
          nlohmann::json list = nlohmann::json::array();
          for (const Value& element : data) list.push_back(json_of(element));
          return list;
        } else if constexpr (std::is_same_v<T, Settings>) {
          nlohmann::json table = nlohmann::json::object();
          for (const auto& [name, element] : data) table[name] = json_of(element);
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
  for (const nlohmann::json& element : json) list.push_back(value_of(element));
  return list;
}

ParameterInfo parameter_of(const std::string& learner, const regretta_parameter& declared) {
  constexpr std::array<std::pair<const char*, ParameterType>, 5> types{{{"flag", ParameterType::flag},
                                                                        {"integer", ParameterType::integer},
                                                                        {"number", ParameterType::number},
                                                                        {"text", ParameterType::text},
                                                                        {"numbers", ParameterType::numbers}}};
  ParameterInfo parameter;
  parameter.name = text_of(declared.name, "regretta_parameter.name");
  parameter.help = declared.help == nullptr ? "" : declared.help;
  const std::string type = text_of(declared.type, "regretta_parameter.type");
  const auto* found = std::ranges::find(types, type, &std::pair<const char*, ParameterType>::first);
  if (found == types.end())
    throw std::invalid_argument(
        fmt::format("{}, parameter {}: type \"{}\" is unknown, expected flag, integer, number, text or numbers",
                    learner, parameter.name, type));
  parameter.type = found->second;
  const auto json =
      nlohmann::json::parse(text_of(declared.default_value, "regretta_parameter.default_value"), nullptr, false);
  const auto value = json.is_discarded() ? std::nullopt : in_type(value_of(json), parameter.type);
  if (!value)
    throw std::invalid_argument(fmt::format("{}, parameter {}: default {}, expected {}", learner, parameter.name,
                                            declared.default_value, expected_text(parameter.type)));
  parameter.default_value = *value;
  return parameter;
}

/// Plays a round. Throws std::runtime_error, with the name of the learner, for an arm that does not exist.
void play_checked(BatchRounds& rounds, const BatchRounds::Choice& choice, const RoundFeedback& seen,
                  const std::string& learner) {
  if (choice.x == nullptr) {
    const std::string fault = fault_of_arms(choice.arms, rounds.count(), rounds.problem().num_arms);
    if (!fault.empty()) throw std::runtime_error(fmt::format("{}, round {}: {}", learner, rounds.played() + 1, fault));
  }
  rounds.play(choice, seen);
}

/// The object behind a regretta_rounds handle: the rounds of a learner that plays by regretta_rounds_play.
struct RoundsOfPlay {
  BatchRounds& rounds;
  const std::string& learner;
  Draws draws{};
  std::exception_ptr ended_by{};  ///< the exception that ended the rounds; null if there was none

  void play(const BatchRounds::Choice& choice, const RoundFeedback& seen) {
    try {
      play_checked(rounds, choice, seen, learner);
    } catch (...) {
      ended_by = std::current_exception();
      throw;
    }
  }
};

/// A learner object whose methods call the functions of a regretta_learner.
class CallbackLearner final : public BatchLearner {
 public:
  CallbackLearner(const regretta_learner& functions, const std::string& name, const Problem& problem,
                  const Settings& settings, int trials)
      : functions_(functions), name_(name) {
    nlohmann::json values = nlohmann::json::object();
    for (const auto& [key, value] : settings) values[key] = json_of(value);
    const regretta_problem description{problem.horizon, problem.num_arms, problem.num_constraints, problem.delta};
    failure_of_caller().clear();
    self_ = functions_.create(functions_.user, &description, values.dump().c_str(), trials);
    if (self_ == nullptr) fail("create");
  }
  ~CallbackLearner() override { functions_.destroy(self_); }
  CallbackLearner(const CallbackLearner&) = delete;
  CallbackLearner& operator=(const CallbackLearner&) = delete;

  void play(BatchRounds& rounds) override {
    failure_of_caller().clear();
    if (functions_.play == nullptr) {
      choose_and_observe(rounds);
      return;
    }
    RoundsOfPlay state{rounds, name_};
    const int status = functions_.play(self_, reinterpret_cast<regretta_rounds*>(&state));
    if (state.ended_by) std::rethrow_exception(state.ended_by);
    if (status != 0) fail("play");
  }

 private:
  void choose_and_observe(BatchRounds& rounds) {
    FeedbackBuffer values(rounds.problem(), rounds.model(), rounds.count());
    const RoundFeedback seen = values.round();
    const regretta_seen feedback{seen.arm, seen.loss, seen.violation};
    while (rounds.played() < rounds.problem().horizon) {
      const std::int64_t t = rounds.played() + 1;
      const Draws draws{&rounds.trials(), t};
      BatchRounds::Choice choice;
      if (functions_.choose(self_, t, handle_of(draws), &choice.x, &choice.arms) != 0) fail("choose");
      if (choice.x == nullptr && choice.arms == nullptr)
        throw std::runtime_error(fmt::format("{}, round {}: choose set neither x nor arms", name_, t));
      play_checked(rounds, choice, seen, name_);
      if (functions_.observe(self_, t, &feedback) != 0) fail("observe");
    }
  }
  [[noreturn]] void fail(const char* function) const {
    throw std::runtime_error(failure_of_caller().empty() ? fmt::format("{}: {} failed", name_, function)
                                                         : failure_of_caller());
  }
  const regretta_learner& functions_;
  const std::string& name_;
  void* self_ = nullptr;
};

}  // namespace

std::string fault_of_arms(const std::int64_t* arms, int trials, int num_arms) {
  const auto end = static_cast<std::uint64_t>(num_arms);
  bool all_exist = true;
  for (int k = 0; k < trials; ++k) all_exist &= static_cast<std::uint64_t>(arms[k]) < end;  // negative arms are huge
  if (all_exist) return "";
  const auto* wrong = std::find_if(arms, arms + trials, [&](std::int64_t arm) { return arm < 0 || arm >= num_arms; });
  return fmt::format("arm {}{}, expected 0 to {}", *wrong,
                     trials > 1 ? fmt::format(" in trial {} of the batch", wrong - arms) : "", num_arms - 1);
}

std::string fault_of_strategies(const double* x, int trials, int num_arms, std::int64_t first) {
  for (int k = 0; k < trials; ++k) {
    const std::span<const double> row(x + std::int64_t{k} * num_arms, static_cast<std::size_t>(num_arms));
    double sum = 0, least = 0;
    for (const double weight : row) {
      sum += weight;
      least = std::min(least, weight);
    }
    if (!(std::abs(sum - 1) <= regretta::simplex_tolerance) || least < 0)
      return fmt::format("trial {}: {}", first + k, regretta::strategy_fault(sum, least));
  }
  return "";
}

FeedbackModel feedback_model(const std::string& name) {
  std::vector<std::string> names;
  for (const FeedbackModel model : feedback_models) {
    if (name == regretta::text_of(model)) return model;
    names.emplace_back(regretta::text_of(model));
  }
  throw std::invalid_argument(fmt::format("feedback \"{}\" is unknown, expected full, bandit losses or bandit{}", name,
                                          did_you_mean(name, names)));
}

LearnerEntry entry_of(const regretta_learner& learner) {
  if (learner.size != sizeof(regretta_learner))
    throw std::invalid_argument(fmt::format("regretta_learner.size is {}, expected sizeof(regretta_learner) = {}",
                                            learner.size, sizeof(regretta_learner)));
  LearnerEntry entry;
  entry.name = text_of(learner.name, "regretta_learner.name");
  if (!learner.create || !learner.destroy || !(learner.play || (learner.choose && learner.observe)))
    throw std::invalid_argument(entry.name +
                                ": expected the functions create and destroy, and play, or choose and observe");
  if (learner.trials_at_once < 1) throw std::invalid_argument(entry.name + ": trials_at_once must be at least 1");
  entry.summary = learner.summary == nullptr ? "" : learner.summary;
  entry.definition = "your own";
  entry.ignores_constraints = learner.ignores_constraints != 0;
  entry.code = {.text = learner.content == nullptr ? hash_of_library(reinterpret_cast<const void*>(learner.create))
                                                   : text_of(learner.content, "regretta_learner.content"),
                .language = learner.language == nullptr ? "" : learner.language};
  for (std::size_t k = 0; k < learner.num_parameters; ++k)
    entry.parameters.push_back(parameter_of(entry.name, learner.parameters[k]));
  const FeedbackModel model = feedback_model(text_of(learner.feedback, "regretta_learner.feedback"));
  const int trials_at_once = std::max(learner.trials_at_once, pack_trials);
  const std::string shown_name = learner.strategy_name == nullptr ? entry.name : learner.strategy_name;
  return batch_learner_entry(std::move(entry), model, trials_at_once, shown_name,
                             [functions = learner, name = shown_name](const Problem& problem, const Settings& settings,
                                                                      int trials) -> std::unique_ptr<BatchLearner> {
                               return std::make_unique<CallbackLearner>(functions, name, problem, settings, trials);
                             });
}

}  // namespace regretta::c

extern "C" {

void regretta_fail(const char* message) { regretta::c::failure_of_caller() = message == nullptr ? "failed" : message; }

const regretta_draws* regretta_rounds_draws(regretta_rounds* rounds) {
  return regretta::c::guarded<const regretta_draws*>(nullptr, [&] {
    auto* state = reinterpret_cast<regretta::c::RoundsOfPlay*>(regretta::c::expect(rounds, "rounds"));
    state->draws = {&state->rounds.trials(), state->rounds.played() + 1};
    return regretta::c::handle_of(state->draws);
  });
}

int regretta_rounds_play(regretta_rounds* rounds, const double* x, const int64_t* arms, int64_t* arm, double* loss,
                         double* violation) {
  return regretta::c::status_of([&] {
    auto* state = reinterpret_cast<regretta::c::RoundsOfPlay*>(regretta::c::expect(rounds, "rounds"));
    if (x == nullptr && arms == nullptr) throw std::invalid_argument("x and arms are both NULL, expected one of them");
    state->play({x, arms}, {arm, regretta::c::expect(loss, "loss"), regretta::c::expect(violation, "violation")});
    state->draws.round = state->rounds.played() + 1;
  });
}

int regretta_draw(const regretta_draws* draws, const char* law, int32_t purpose, int64_t columns, const double* a,
                  const double* b, double* drawn) {
  return regretta::c::status_of([&] {
    using regretta::Law;
    constexpr std::array<std::pair<const char*, Law>, 5> laws{{{"uniform", Law::uniform},
                                                               {"normal", Law::normal},
                                                               {"exponential", Law::exponential},
                                                               {"gamma", Law::gamma},
                                                               {"beta", Law::beta}}};
    const auto* round = reinterpret_cast<const regretta::c::Draws*>(regretta::c::expect(draws, "draws"));
    regretta::c::expect(drawn, "drawn");
    const std::string name = regretta::c::text_of(law, "law");
    const auto* found = std::ranges::find_if(laws, [&](const auto& known) { return name == known.first; });
    if (found == laws.end())
      throw std::invalid_argument("law \"" + name +
                                  "\" is unknown, expected uniform, normal, exponential, gamma or beta");
    if (columns < 1) throw std::invalid_argument("columns must be at least 1");
    if (found->second == Law::gamma || found->second == Law::beta) regretta::c::expect(a, "a");
    if (found->second == Law::beta) regretta::c::expect(b, "b");
    round->trials->draw(round->round, {found->second, purpose, columns, a, b}, drawn);
  });
}

}  // extern "C"
