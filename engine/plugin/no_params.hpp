#pragma once
/// For plugins without parameters.

namespace regretta {

/// An empty Params.
struct NoParams {
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

}  // namespace regretta
