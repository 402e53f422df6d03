// Writes the reference for the peers: the engine's draws and results on short cells, and its means over many trials. A
// separate program, because the peers are built for this machine and the engine is not.

#include <cmath>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "regretta/bench/peers/reference_cell.hpp"
#include "regretta/engine/real/draws.hpp"
#include "regretta/learners/conomd_fs.hpp"
#include "regretta/learners/exp3.hpp"
#include "regretta/learners/expopt_conomd.hpp"
#include "regretta/learners/opb.hpp"
#include "regretta/learners/tsallis_inf.hpp"
#include "regretta/learners/ucb.hpp"

namespace regretta {
namespace {

constexpr std::int64_t horizon = 2000;
constexpr int trials = 1024;
constexpr std::pair<int, int> sizes[] = {{2, 1}, {10, 1}, {21, 3}};

/// The uniform numbers of one round, in the order in which a peer reads them. arm: -1 if all arms are revealed.
template <class Feedback>
void record(const Draws<double>& draws, const CommonCell& cell, std::int64_t t, const Feedback& round,
            std::vector<double>& to) {
  constexpr bool full = std::is_same_v<Feedback, FullFeedback<double>>;
  constexpr bool bandit = std::is_same_v<Feedback, BanditFeedback<double>>;
  to.push_back(Draws<double>::uniform52(draws.word(Stream::arm, t, 0)));
  const auto put = [&](int value, int arm) {
    to.push_back(draws.values_at(t, arm, value / 2)[static_cast<std::size_t>(value % 2)]);
  };
  for (int value = 0; value <= cell.num_constraints; ++value) {
    if constexpr (!full) {
      if (bandit || value == 0) {
        put(value, static_cast<int>(round.arm()[0]));
        continue;
      }
    }
    for (int a = 0; a < cell.num_arms; ++a) put(value, a);
  }
}

template <template <class> class L>
nlohmann::json replay(const CommonCell& cell, const CellWork& work) {
  L<double> learner = make_for_common_cell<L, double>(work);
  const auto referee = make_referee<double, typename L<double>::Feedback>(work, 0);
  const Draws<double> draws(work.seed, 0);
  std::vector<double> recorded;
  for (std::int64_t t = 1; t <= cell.horizon; ++t) {
    const auto& round = referee->round(t, learner.strategy());
    record(draws, cell, t, round, recorded);
    learner.observe(round);
  }
  const TrialResult result = referee->results()[0];
  nlohmann::json json{{"draws", recorded},
                      {"strategy", std::vector<double>(learner.strategy().begin(), learner.strategy().end())},
                      {"active_rounds", learner.active_rounds()}};
  for (const Quantity q : {Quantity::regret, Quantity::expected_regret, Quantity::violation, Quantity::signed_violation,
                           Quantity::realised_violation})
    json[std::string(quantity_name(q))] = result[q];
  return json;
}

template <template <class> class L>
nlohmann::json means(const CellWork& work) {
  const auto results = play_trials<Pack<8>>(
      work, [&]<class Real>() { return make_for_common_cell<L, Real>(work); }, 0, trials, RunControl{});
  nlohmann::json json;
  for (const Quantity q : {Quantity::expected_regret, Quantity::violation}) {
    double sum = 0, squares = 0;
    for (const TrialResult& trial : results) sum += trial[q];
    const double mean = sum / trials;
    for (const TrialResult& trial : results) squares += (trial[q] - mean) * (trial[q] - mean);
    json[std::string(quantity_name(q))] = {{"mean", mean}, {"se", std::sqrt(squares / trials / (trials - 1))}};
  }
  return json;
}

/// Of the learners that plain_rivals.cpp has, which are for one constraint.
nlohmann::json means_of_rivals(const CellWork& work) {
  if (work.problem.num_constraints != 1) return nlohmann::json::object();
  return {{"exp3", means<Exp3>(work)},   {"tsallis-inf", means<TsallisInf>(work)},
          {"ucb1", means<Ucb1>(work)},   {"kl-ucb", means<KlUcb>(work)},
          {"optlp", means<OptLp>(work)}, {"ns-lp", means<NsLp>(work)},
          {"opb", means<Opb>(work)}};
}

nlohmann::json reference() {
  nlohmann::json cells;
  for (const auto& [K, m] : sizes) {
    const CommonCell cell = common_cell(K, m, horizon);
    const CellWork work = common_cell_work(cell);
    nlohmann::json learners;
    const auto add = [&]<template <class> class L>(const char* name) {
      learners[name] = {{"replay", replay<L>(cell, work)}, {"means", means<L>(work)}};
    };
    add.template operator()<ConOmdFs>("conomd-fs");
    add.template operator()<ConOmdFsIx>("conomd-fs-ix");
    add.template operator()<ExpOptConOmd>("expopt-conomd");
    cells.push_back({{"arms", K},
                     {"constraints", m},
                     {"horizon", horizon},
                     {"loss", cell.loss},
                     {"violation", cell.violation},
                     {"opt", work.facts->opt.back()},
                     {"learners", learners},
                     {"rivals", means_of_rivals(work)}});
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
