#pragma once
/// A limit on threads, as `ulimit -u` or pids.max sets it: pthread_create fails where more would be alive. It does not
/// bind root, so tests set it here.

namespace regretta::fakes {

/// From now on, at most `most` threads beside the main one are alive at the same time.
void limit_threads(int most);

}  // namespace regretta::fakes
