#include "regretta/engine/study/plan/cell.hpp"

#include <new>

#include "regretta/engine/real/arithmetic.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"

namespace regretta {

const CellWork& SharedWork::prepared() const {
  std::call_once(once_, [this] {
    try {
      const StandardArithmetic arithmetic;
      CellWork work = work_;
      work.facts = std::make_shared<const CellFacts>(compute_facts(*work.adversary, work.checkpoints));
      for (const PrepareMeasure& prepare : measures_) work.measures.push_back(prepare(work));
      arithmetic.check("measuring the environment");
      prepared_ = std::move(work);
    } catch (const std::bad_alloc&) {  // glibc aborts where it must unwind call_once and has no memory for that either
    }
  });
  if (!prepared_.facts) throw std::bad_alloc();
  return prepared_;
}

}  // namespace regretta
