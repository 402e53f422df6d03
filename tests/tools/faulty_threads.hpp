#pragma once
/// A limit on the number of threads, beyond which pthread_create fails. `ulimit -u` has this effect, but not for root.

namespace regretta::fakes {

/// Limits the number of threads that are alive at the same time, beside the main one, to `most`.
void limit_threads(int most);

}  // namespace regretta::fakes
