#pragma once
/// Throughput of learners in trial-rounds per second on a common cell, measured with Google Benchmark. Used by
/// `regretta bench` and by bench/.
///
/// The common cell has K arms, m constraints, fixed means and Bernoulli noise. Arms of low loss violate and those
/// of high loss do not. Learners with a `confidence_scale` use 1/4. So the constraints bind in most rounds, as they do
/// late in a long trial. The measured time includes adversary, draws, sampling, running sums, update and projection.

#include <cstdint>
#include <string>
#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

struct ThroughputOptions {
  std::vector<std::string> learners;   ///< kinds of learners; empty: those of the catalogue
  std::vector<int> arms{10};           ///< K, each >= 2
  std::vector<int> constraints{1};     ///< m, each >= 1
  std::vector<int> threads{1};         ///< concurrent workers, each with its own block
  std::int64_t horizon = 100'000;      ///< T >= 2
  bool single = false;                 ///< whether to measure also a trial by itself, in a lane of a pack
  std::vector<std::string> overrides;  ///< overrides of the measured study, such as "learner.beta=0.4"
};

/// The plan of the common cell for these learners.
Plan throughput_plan(const Catalogue& catalogue, const std::vector<std::string>& learners, int num_arms,
                     int num_constraints, std::int64_t horizon = 100'000,
                     const std::vector<std::string>& overrides = {});

/// Registers NAME/K/m for every learner and size (NAME/K/m/single for one trial at a time), with the counters `ns` (per
/// trial-round and thread) and `active` (share of rounds in which the projection moved the point). Throws StudyError or
/// std::invalid_argument.
void register_throughput(const Catalogue& catalogue, const ThroughputOptions& options);

}  // namespace regretta
