#pragma once
/// A disk that fails on command: a layer between SQLite and the system that counts every call that changes something on
/// disk (open, delete, write, truncate, sync, shared memory), and makes the n-th of them fail.

#include <cstdint>
#include <string>

namespace regretta::fakes {

struct Fault {
  std::int64_t call = 0;  ///< from 1; 0: none
  bool for_ever = false;  ///< whether all later calls fail, too
  int error = 0;          ///< ENOSPC or EIO; 0: the process is killed

  std::string text() const;  ///< "17 once ENOSPC"
};

/// For all SQLite connections of this process from now on. A write that fails for lack of space first writes one half.
void install_faulty_disk(const Fault& fault);

/// Number of calls so far.
std::int64_t disk_calls();

}  // namespace regretta::fakes
