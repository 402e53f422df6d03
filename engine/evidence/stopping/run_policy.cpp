#include "regretta/engine/evidence/stopping/run_policy.hpp"

#include "regretta/engine/evidence/stopping/stopping.hpp"
#include "regretta/engine/evidence/tables/store_facts.hpp"

namespace regretta {
namespace {

CellSource cells_of(const Plan& plan) {
  return [&plan](const CellLabel& label) { return plan.cells[static_cast<std::size_t>(label.cell)]; };
}

}  // namespace

RunPolicy usual_policy() {
  return {.stopping =
              [](const Plan& plan, StudyWriter& file) {
                store_plugin_facts(file.reader(), file.database(), cells_of(plan));
                return looks_of(plan, file);
              },
          .store_facts =
              [](const Plan& plan, const StudyWriter& file, const std::atomic<bool>& stop) {
                return store_all_facts(file.reader(), file.database(), cells_of(plan), &stop);
              }};
}

}  // namespace regretta
