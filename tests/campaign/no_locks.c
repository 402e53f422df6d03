/* Preloaded by campaign/run hosts: storage on which locks are granted to everybody, as NFS can be. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/file.h>

int flock(int descriptor, int operation) {
  (void)descriptor;
  (void)operation;
  return 0;
}

static int any_fcntl(const char* name, int descriptor, int command, void* argument) {
  if (command == F_SETLK || command == F_SETLKW) return 0;
  if (command == F_GETLK) {
    ((struct flock*)argument)->l_type = F_UNLCK;
    return 0;
  }
  return ((int (*)(int, int, ...))dlsym(RTLD_NEXT, name))(descriptor, command, argument);
}

int fcntl(int descriptor, int command, ...) {
  va_list more;
  va_start(more, command);
  void* argument = va_arg(more, void*);
  va_end(more);
  return any_fcntl("fcntl", descriptor, command, argument);
}

int fcntl64(int descriptor, int command, ...) {
  va_list more;
  va_start(more, command);
  void* argument = va_arg(more, void*);
  va_end(more);
  return any_fcntl("fcntl64", descriptor, command, argument);
}
