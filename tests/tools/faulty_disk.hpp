#pragma once
/// A disk that fails as planned: a layer between SQLite and the system that counts the calls that change the disk
/// (open, delete, write, truncate, sync, shared memory), and makes a given one fail.

#include <cstdint>
#include <string>

namespace regretta::fakes {

struct Fault {
  std::int64_t call = 0;  ///< number of the call that fails, from 1 on; 0 for no fault
  bool for_ever = false;  ///< whether all later calls fail, too
  int error = 0;          ///< ENOSPC or EIO, or 0 to kill the process

  std::string text() const;  ///< description such as "17 once ENOSPC"
};

/// Installs the layer for all later SQLite connections of this process. A write that fails with ENOSPC first writes
/// half of its bytes.
void install_faulty_disk(const Fault& fault);

/// Number of calls so far that change the disk.
std::int64_t disk_calls();

}  // namespace regretta::fakes
