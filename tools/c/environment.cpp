// Oblivious environments that a caller of the C interface adds.

#include <map>
#include <mutex>

#include <fmt/format.h>

#include "regretta/engine/plugin/input_error.hpp"
#include "regretta/environments/processes/trace.hpp"
#include "regretta/tools/c/session.hpp"

namespace regretta::c {
namespace {

/// Throws InputError unless all values are in [least, 1]. A round has `width` values: num_arms for each constraint.
void check_range(const std::vector<double>& values, std::size_t width, std::size_t num_arms, double least,
                 const char* quantity) {
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (values[k] >= least && values[k] <= 1) continue;  // false for NaN
    const std::size_t entry = k % width;
    const std::string constraint = width > num_arms ? fmt::format(", constraint {}", entry / num_arms + 1) : "";
    throw InputError("kind", fmt::format("the mean {} of arm {} in round {}{} is {}, expected a number in [{}, 1]",
                                         quantity, entry % num_arms + 1, k / width + 1, constraint, values[k], least));
  }
}

/// The means that the caller's function writes. The function is called once for each horizon.
class CallerMeans {
 public:
  explicit CallerMeans(const regretta_environment& environment) : environment_(environment), name_(environment.name) {}

  std::shared_ptr<const Trace> up_to(std::int64_t horizon) {
    const std::lock_guard lock(mutex_);
    auto& means = means_by_horizon_[horizon];
    if (means == nullptr) means = compute(horizon);
    return means;
  }

 private:
  std::shared_ptr<const Trace> compute(std::int64_t horizon) const {
    const auto T = static_cast<std::size_t>(horizon), K = static_cast<std::size_t>(environment_.num_arms),
               m = static_cast<std::size_t>(environment_.num_constraints);
    auto means = std::make_shared<Trace>();
    means->num_arms = environment_.num_arms;
    means->num_constraints = environment_.num_constraints;
    means->losses.resize(T * K);
    means->violations.resize(T * m * K);
    failure_of_caller().clear();
    if (environment_.means(environment_.user, horizon, means->losses.data(), means->violations.data()) != 0)
      throw InputError("kind", failure_of_caller().empty() ? name_ + ": means failed" : failure_of_caller());
    check_range(means->losses, K, K, 0, "loss");
    check_range(means->violations, m * K, K, -1, "violation");
    return means;
  }

  regretta_environment environment_;
  std::string name_;
  std::mutex mutex_;
  std::map<std::int64_t, std::shared_ptr<const Trace>> means_by_horizon_;
};

}  // namespace

EnvironmentEntry entry_of(const regretta_environment& environment) {
  if (environment.size != sizeof(regretta_environment))
    throw std::invalid_argument(
        fmt::format("regretta_environment.size is {}, expected sizeof(regretta_environment) = {}", environment.size,
                    sizeof(regretta_environment)));
  EnvironmentEntry entry;
  entry.name = text_of(environment.name, "regretta_environment.name");
  if (!environment.means) throw std::invalid_argument(entry.name + ": means is NULL, expected a function");
  if (environment.num_arms < 1 || environment.num_constraints < 1)
    throw std::invalid_argument(fmt::format("{}: {} arms and {} constraints, expected at least one of each", entry.name,
                                            environment.num_arms, environment.num_constraints));
  entry.summary = environment.summary == nullptr ? "" : environment.summary;
  entry.takes_parts = TakesParts::optional;
  entry.code = {.language = environment.language == nullptr ? "" : environment.language,
                .ships = true};  // its code is not hashed, as the hash of its means identifies it
  entry.build = [means = std::make_shared<CallerMeans>(environment), name = entry.name,
                 longest = environment.longest_horizon](const Settings&, const EnvironmentContext& context) {
    const std::int64_t horizon = context.horizon.value_or(longest);
    if (horizon < 1 || (longest > 0 && horizon > longest))
      throw InputError(
          "study.horizon",
          longest > 0 ? fmt::format("{} rounds, but {} has means of {}; expected at most that", horizon, name, longest)
                      : "missing, expected the number of rounds");
    const auto trace = means->up_to(horizon);
    Adversary adversary{trace->num_arms,
                        trace->num_constraints,
                        horizon,
                        TraceRows(trace, TraceRows::Part::losses, 1, horizon),
                        TraceRows(trace, TraceRows::Part::violations, 1, horizon),
                        /*adaptive=*/{},
                        /*noise=*/{}};
    adversary.data = hash_of_numbers(0, {trace->losses, trace->violations});
    return adversary;
  };
  return entry;
}

}  // namespace regretta::c
