#pragma once
/// Restores the first 100 bytes of a results file, without which SQLite reads nothing of it. Most of them are the same
/// in every results file, and the others can be found again. Used by `regretta verify --repair`.

#include <string>

namespace regretta {

/// Restores what has changed in the head of the file, and returns whether anything had. A file that even then is no
/// results file with a sound description is left as it was. No connection to it may be open, and the caller must hold
/// its FileLock.
bool restore_head(const std::string& path);

}  // namespace regretta
