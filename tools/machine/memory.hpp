#pragma once
/// The memory of this process, in bytes.

namespace regretta {

double resident_now();
double most_resident();  ///< so far

}  // namespace regretta
