#include "faulty_disk.hpp"

#include <sqlite3.h>

#include <atomic>
#include <cerrno>
#include <csignal>

namespace regretta::fakes {
namespace {

Fault planned;
std::atomic<std::int64_t> calls = 0;
std::atomic<int> last_error = 0;
sqlite3_vfs* real_vfs = nullptr;

/// Counts a call that changes the disk; returns whether it must fail.
bool fails() {
  const std::int64_t call = ++calls;
  const bool is_due = planned.call > 0 && (planned.for_ever ? call >= planned.call : call == planned.call);
  if (is_due && planned.error == 0) std::raise(SIGKILL);
  if (is_due) last_error = planned.error;
  return is_due;
}

/// This layer's file handle. The handle of the real file system follows it in memory.
struct File {
  sqlite3_file base;
  sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};

sqlite3_file* real(sqlite3_file* file) { return reinterpret_cast<File*>(file)->real(); }

int write(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 offset) {
  if (!fails()) return real(file)->pMethods->xWrite(real(file), bytes, size, offset);
  if (planned.error != ENOSPC) return SQLITE_IOERR_WRITE;
  real(file)->pMethods->xWrite(real(file), bytes, size / 2, offset);
  return SQLITE_FULL;
}

const sqlite3_io_methods methods = {
    .iVersion = 2,  // version 3 would add memory-mapped reads, which bypass this layer
    .xClose = [](sqlite3_file* f) { return real(f)->pMethods->xClose(real(f)); },
    .xRead = [](sqlite3_file* f, void* into, int size,
                sqlite3_int64 offset) { return real(f)->pMethods->xRead(real(f), into, size, offset); },
    .xWrite = write,
    .xTruncate =
        [](sqlite3_file* f, sqlite3_int64 size) {
          return fails() ? SQLITE_IOERR_TRUNCATE : real(f)->pMethods->xTruncate(real(f), size);
        },
    .xSync = [](sqlite3_file* f,
                int flags) { return fails() ? SQLITE_IOERR_FSYNC : real(f)->pMethods->xSync(real(f), flags); },
    .xFileSize = [](sqlite3_file* f, sqlite3_int64* size) { return real(f)->pMethods->xFileSize(real(f), size); },
    .xLock = [](sqlite3_file* f, int level) { return real(f)->pMethods->xLock(real(f), level); },
    .xUnlock = [](sqlite3_file* f, int level) { return real(f)->pMethods->xUnlock(real(f), level); },
    .xCheckReservedLock = [](sqlite3_file* f,
                             int* taken) { return real(f)->pMethods->xCheckReservedLock(real(f), taken); },
    .xFileControl = [](sqlite3_file* f, int op,
                       void* value) { return real(f)->pMethods->xFileControl(real(f), op, value); },
    .xSectorSize = [](sqlite3_file* f) { return real(f)->pMethods->xSectorSize(real(f)); },
    .xDeviceCharacteristics = [](sqlite3_file* f) { return real(f)->pMethods->xDeviceCharacteristics(real(f)); },
    .xShmMap =
        [](sqlite3_file* f, int region, int size, int extend, void volatile** into) {
          if (extend != 0 && fails()) return planned.error == ENOSPC ? SQLITE_IOERR_SHMSIZE : SQLITE_IOERR_SHMMAP;
          return real(f)->pMethods->xShmMap(real(f), region, size, extend, into);
        },
    .xShmLock = [](sqlite3_file* f, int offset, int n,
                   int flags) { return real(f)->pMethods->xShmLock(real(f), offset, n, flags); },
    .xShmBarrier = [](sqlite3_file* f) { real(f)->pMethods->xShmBarrier(real(f)); },
    .xShmUnmap = [](sqlite3_file* f, int remove) { return real(f)->pMethods->xShmUnmap(real(f), remove); },
    .xFetch = nullptr,
    .xUnfetch = nullptr,
};

int open(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* out_flags) {
  file->pMethods = nullptr;
  if (fails()) return SQLITE_CANTOPEN;
  const int code = real_vfs->xOpen(real_vfs, name, real(file), flags, out_flags);
  if (real(file)->pMethods != nullptr) file->pMethods = &methods;
  return code;
}

}  // namespace

std::string Fault::text() const {
  return std::to_string(call) + (for_ever ? " for ever " : " once ") + (error == ENOSPC ? "ENOSPC" : "EIO");
}

void install_faulty_disk(const Fault& fault) {
  planned = fault;
  real_vfs = sqlite3_vfs_find(nullptr);
  static sqlite3_vfs faulty = *real_vfs;
  faulty.zName = "faulty";
  faulty.pNext = nullptr;
  faulty.szOsFile = static_cast<int>(sizeof(File)) + real_vfs->szOsFile;
  faulty.xOpen = open;
  faulty.xDelete = [](sqlite3_vfs*, const char* name, int sync_folder) {
    return fails() ? SQLITE_IOERR_DELETE : real_vfs->xDelete(real_vfs, name, sync_folder);
  };
  faulty.xGetLastError = [](sqlite3_vfs*, int size, char* text) {
    const int error = last_error.exchange(0);
    return error != 0 ? error : real_vfs->xGetLastError(real_vfs, size, text);
  };
  sqlite3_vfs_register(&faulty, 1);
}

std::int64_t disk_calls() { return calls; }

}  // namespace regretta::fakes
