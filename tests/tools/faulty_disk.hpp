#pragma once
/// A disk that fails on command: a layer between SQLite and the system that counts every call which changes something
/// on disk (open, delete, write, truncate, sync, shared memory), and makes the n-th of them fail.

#include <cstdint>
#include <string>

namespace regretta::fakes {

struct Fault {
  std::int64_t call = 0;  ///< from 1; 0: none fails
  bool for_ever = false;  ///< so do all calls after it
  int error = 0;          ///< ENOSPC or EIO

  std::string text() const;  ///< "17 once ENOSPC"
};

/// All of this process's SQLite connections from now on. A write that fails for want of space writes a half first.
void install_faulty_disk(const Fault& fault);

/// Calls so far.
std::int64_t disk_calls();

}  // namespace regretta::fakes
