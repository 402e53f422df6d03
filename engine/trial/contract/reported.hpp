#pragma once
/// What a learner or an adversary reports of its own when a trial has ended: quantities by name, one value per lane.
/// The engine enters them where the results of the trial have these names, and knows no more of them.

#include <string_view>
#include <utility>
#include <vector>

namespace regretta {

template <class Real>
using Reported = std::vector<std::pair<std::string_view, Real>>;

}  // namespace regretta
