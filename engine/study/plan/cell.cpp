#include "regretta/engine/study/plan/cell.hpp"

#include <algorithm>
#include <iterator>
#include <new>
#include <utility>

#include "regretta/engine/real/arithmetic.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"

namespace regretta {

SharedWork::SharedWork(CellWork work, std::vector<PrepareMeasure> measures, SharedContent content,
                       std::vector<std::shared_ptr<const Adversary>> instances)
    : work_(std::move(work)), measures_(std::move(measures)), content_(std::move(content)) {
  if (instances.empty()) instances.push_back(work_.adversary);
  for (auto& adversary : instances) prepared_.emplace_back().adversary = std::move(adversary);
}

std::vector<const Adversary*> SharedWork::adversaries() const {
  std::vector<const Adversary*> adversaries;
  for (const Instance& instance : prepared_) adversaries.push_back(instance.adversary.get());
  return adversaries;
}

const CellWork& SharedWork::prepared(std::int64_t instance) const {
  Instance& requested = prepared_.at(static_cast<std::size_t>(instance));
  std::call_once(requested.once, [&] {
    try {
      const StandardArithmetic arithmetic;
      CellWork work = work_;
      work.adversary = requested.adversary;
      work.facts = std::make_shared<const CellFacts>(compute_facts(*work.adversary, work.checkpoints));
      for (const PrepareMeasure& prepare : measures_) work.measures.push_back(prepare(work));
      arithmetic.check("measuring the environment");
      requested.prepared = std::move(work);
    } catch (const std::bad_alloc&) {  // glibc aborts if it has no memory to unwind call_once
    }
  });
  if (!requested.prepared.facts) throw std::bad_alloc();
  return requested.prepared;
}

std::vector<TrialResult> Cell::play(std::int64_t first, std::int64_t count, const RunControl& control) const {
  if (work->instances() == 1) return bound_learner.run(work->prepared(), first, static_cast<int>(count), control);
  std::vector<TrialResult> trials;
  for (const std::int64_t end = first + count; first < end;) {
    const std::int64_t next = std::min(end, first - first % trials_in_a_row + trials_in_a_row);
    std::ranges::move(bound_learner.run(prepared_for(first), first, static_cast<int>(next - first), control),
                      std::back_inserter(trials));
    first = next;
  }
  return trials;
}

double model_cost(const Cell& cell) {
  const Problem& problem = cell.problem();
  return static_cast<double>(problem.horizon) * (20.0 + problem.num_arms * (problem.num_constraints + 1.0));
}

}  // namespace regretta
