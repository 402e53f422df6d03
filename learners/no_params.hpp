#pragma once

namespace regretta {

/// Of learners that leave nothing to choose.
struct NoParams {
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

}  // namespace regretta
