// Writes the reference for the peers: the engine's draws and results in short cells, and its means over many trials. It
// is a separate program, because the peers are compiled for this machine and the engine is not.

#include <cmath>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "regretta/engine/real/draws.hpp"
#include "regretta/engine/trial/play/play.hpp"
#include "regretta/learners/conomd_fs.hpp"
#include "regretta/learners/expopt_conomd.hpp"
#include "regretta/tools/commands/common_cell.hpp"
#include "regretta/tools/commands/throughput.hpp"
#include "regretta/tools/standard_catalogue.hpp"

namespace regretta {
namespace {

constexpr std::int64_t horizon = 2000;
constexpr int trials = 1024;
constexpr std::pair<int, int> sizes[] = {{2, 1}, {10, 1}, {21, 3}};
const std::vector<std::string> paper_learners{"conomd-fs", "conomd-fs-ix", "expopt-conomd"};

/// Appends the uniform numbers of a round, in the order in which a peer reads them (game.hpp).
template <class Feedback>
void record(const Draws<double>& draws, const Problem& problem, std::int64_t t, const Feedback& round,
            std::vector<double>& recorded) {
  constexpr bool full = std::is_same_v<Feedback, FullFeedback<double>>;
  constexpr bool bandit = std::is_same_v<Feedback, BanditFeedback<double>>;
  recorded.push_back(Draws<double>::uniform52(draws.word(Stream::arm, t, 0)));
  const auto append = [&](int value, int arm) {
    recorded.push_back(draws.values_at(t, arm, value / 2)[static_cast<std::size_t>(value % 2)]);
  };
  for (int value = 0; value <= problem.num_constraints; ++value) {
    if constexpr (!full) {
      if (bandit || value == 0) {
        append(value, static_cast<int>(round.arm()[0]));
        continue;
      }
    }
    for (int a = 0; a < problem.num_arms; ++a) append(value, a);
  }
}

/// The draws of trial 0 of a learner, and its results.
template <template <class> class L>
nlohmann::json replay(const CellWork& work) {
  typename L<double>::Params params;
  params.confidence_scale = CommonCell::confidence_scale;
  L<double> learner(work.problem, params);
  const auto referee = make_referee<double, typename L<double>::Feedback>(work, 0);
  const Draws<double> draws(work.seed, 0);
  std::vector<double> recorded;
  for (std::int64_t t = 1; t <= horizon; ++t) {
    const auto& round = referee->round(t, learner.strategy());
    record(draws, work.problem, t, round, recorded);
    learner.observe(round);
  }
  const TrialResult result = referee->results()[0];
  nlohmann::json json{{"draws", recorded},
                      {"strategy", std::vector<double>(learner.strategy().begin(), learner.strategy().end())}};
  for (const auto& [name, value] : learner.reported())
    if (name == "active_rounds") json["active_rounds"] = value;
  for (const Quantity q : {Quantity::regret, Quantity::expected_regret, Quantity::violation, Quantity::signed_violation,
                           Quantity::realised_violation})
    json[std::string(quantity_name(q))] = result[q];
  return json;
}

/// The engine's means and their standard errors, by learner and quantity.
nlohmann::json means(const Plan& plan) {
  nlohmann::json json;
  for (const Cell& cell : plan.cells) {
    const auto results = cell.bound_learner.run(cell.prepared(), 0, trials, RunControl{});
    for (const Quantity q : {Quantity::expected_regret, Quantity::violation}) {
      double sum = 0, squares = 0;
      for (const TrialResult& trial : results) sum += trial[q];
      const double mean = sum / trials;
      for (const TrialResult& trial : results) squares += (trial[q] - mean) * (trial[q] - mean);
      json[cell.learner_name][std::string(quantity_name(q))] = {{"mean", mean},
                                                                {"se", std::sqrt(squares / trials / (trials - 1))}};
    }
  }
  return json;
}

nlohmann::json reference() {
  const Catalogue catalogue = standard_catalogue();
  nlohmann::json cells;
  for (const auto& [K, m] : sizes) {
    const CommonCell cell = common_cell(K, m, horizon);
    const Plan plan = throughput_plan(catalogue, paper_learners, K, m, horizon);
    const CellWork& work = plan.cells.front().prepared();
    const nlohmann::json engine_means = means(plan);
    nlohmann::json learners;
    const auto add = [&](const char* name, const nlohmann::json& replayed) {
      learners[name] = {{"replay", replayed}, {"means", engine_means[name]}};
    };
    add("conomd-fs", replay<ConOmdFs>(work));
    add("conomd-fs-ix", replay<ConOmdFsIx>(work));
    add("expopt-conomd", replay<ExpOptConOmd>(work));
    cells.push_back({{"arms", K},
                     {"constraints", m},
                     {"horizon", horizon},
                     {"loss", cell.loss},
                     {"violation", cell.violation},
                     {"opt", work.facts->opt.back()},
                     {"learners", learners}});
  }
  return {{"cells", cells}};
}

}  // namespace
}  // namespace regretta

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: peers_reference FILE\n";
    return 2;
  }
  std::ofstream file(argv[1]);
  file << regretta::reference() << '\n';
  file.close();
  return file ? 0 : 1;
}
