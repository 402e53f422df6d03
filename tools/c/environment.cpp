// Oblivious environments that are described through the C interface.

#include <map>
#include <mutex>

#include <fmt/format.h>

#include "regretta/engine/plugin/input_error.hpp"
#include "regretta/environments/processes/trace.hpp"
#include "regretta/tools/c/session.hpp"

namespace regretta::c {
namespace {

/// Throws InputError unless all values are in [least, 1]. width: number of values per round, num_arms for each
/// constraint.
void check_range(const std::vector<double>& values, std::size_t width, std::size_t num_arms, double least,
                 const char* what) {
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (values[k] >= least && values[k] <= 1) continue;  // not of NaN
    const std::size_t place = k % width;
    const std::string constraint = width > num_arms ? fmt::format(", constraint {}", place / num_arms + 1) : "";
    throw InputError("kind", fmt::format("the mean {} of arm {} in round {}{} is {}, expected a number in [{}, 1]",
                                         what, place % num_arms + 1, k / width + 1, constraint, values[k], least));
  }
}

/// The means from the caller's function, which is called once for each horizon.
class ForeignMeans {
 public:
  explicit ForeignMeans(const regretta_environment& description) : description_(description), name_(description.name) {}

  std::shared_ptr<const Trace> until(std::int64_t horizon) {
    const std::lock_guard lock(mutex_);
    auto& means = known_[horizon];
    if (means == nullptr) means = called(horizon);
    return means;
  }

 private:
  std::shared_ptr<const Trace> called(std::int64_t horizon) const {
    const auto T = static_cast<std::size_t>(horizon), K = static_cast<std::size_t>(description_.num_arms),
               m = static_cast<std::size_t>(description_.num_constraints);
    auto means = std::make_shared<Trace>();
    means->num_arms = description_.num_arms;
    means->num_constraints = description_.num_constraints;
    means->losses.resize(T * K);
    means->violations.resize(T * m * K);
    failure_of_caller().clear();
    if (description_.means(description_.user, horizon, means->losses.data(), means->violations.data()) != 0)
      throw InputError("kind", failure_of_caller().empty() ? name_ + ": means failed" : failure_of_caller());
    check_range(means->losses, K, K, 0, "loss");
    check_range(means->violations, m * K, K, -1, "violation");
    return means;
  }

  regretta_environment description_;
  std::string name_;
  std::mutex mutex_;
  std::map<std::int64_t, std::shared_ptr<const Trace>> known_;
};

}  // namespace

EnvironmentEntry entry_of(const regretta_environment& description) {
  if (description.size != sizeof(regretta_environment))
    throw std::invalid_argument(
        fmt::format("regretta_environment.size is {}, expected sizeof(regretta_environment) = {}", description.size,
                    sizeof(regretta_environment)));
  EnvironmentEntry entry;
  entry.name = text_of(description.name, "regretta_environment.name");
  if (!description.means) throw std::invalid_argument(entry.name + ": means is needed");
  if (description.num_arms < 1 || description.num_constraints < 1)
    throw std::invalid_argument(fmt::format("{}: {} arms and {} constraints, expected at least one of each", entry.name,
                                            description.num_arms, description.num_constraints));
  entry.summary = description.summary == nullptr ? "" : description.summary;
  entry.takes_parts = TakesParts::optional;
  entry.code = {.language = description.language == nullptr ? "" : description.language,
                .ships = true};  // its data are hashed instead
  entry.build = [means = std::make_shared<ForeignMeans>(description), name = entry.name,
                 longest = description.longest_horizon](const Settings&, const EnvironmentContext& context) {
    const std::int64_t horizon = context.horizon.value_or(longest);
    if (horizon < 1 || (longest > 0 && horizon > longest))
      throw InputError(
          "study.horizon",
          longest > 0 ? fmt::format("{} rounds, but {} has means of {}; expected at most that", horizon, name, longest)
                      : "is missing; expected the number of rounds");
    const auto known = means->until(horizon);
    Adversary adversary{known->num_arms,
                        known->num_constraints,
                        horizon,
                        TraceRows(known, TraceRows::Part::losses, 1, horizon),
                        TraceRows(known, TraceRows::Part::violations, 1, horizon),
                        {},
                        {}};
    adversary.data = hash_of_numbers(0, {known->losses, known->violations});
    return adversary;
  };
  return entry;
}

}  // namespace regretta::c
