#pragma once
/// What every function of the C interface does alike: turns exceptions into messages, and refuses handles that are not
/// alive.

#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>

#include "regretta/engine/plugin/plain_numbers.hpp"

namespace regretta::c {

/// The message of this thread's last call that failed.
std::string& last_error();

/// What `work` returns; `failed` if it throws, with the message kept.
template <class Work, class Result>
Result guarded(Result failed, const Work& work) noexcept {
  const PlainNumbers plain;  // Python sets the locale of the whole process
  try {
    return work();
  } catch (const std::bad_alloc&) {
    last_error() = "out of memory";
  } catch (const std::exception& error) {
    last_error() = error.what();
  } catch (...) {
    last_error() = "failed with something that is not a std::exception";
  }
  return failed;
}

/// The objects of one kind that are alive. A handle is shared by those who stand on it: a plan outlives its session's
/// handle. Thread-safe.
template <class Handle, class Object>
class Handles {
 public:
  explicit Handles(std::string what) : what_(std::move(what)) {}

  Handle* add(std::shared_ptr<Object> object) {
    const std::lock_guard lock(mutex_);
    auto* handle = reinterpret_cast<Handle*>(object.get());
    alive_[handle] = std::move(object);
    return handle;
  }
  /// Throws std::invalid_argument for NULL and for what has been freed.
  std::shared_ptr<Object> find(const Handle* handle) const {
    const std::lock_guard lock(mutex_);
    const auto found = alive_.find(handle);
    if (found == alive_.end())
      throw std::invalid_argument(handle == nullptr ? "NULL, expected a " + what_
                                                    : "no " + what_ + ", or one that has been freed");
    return found->second;
  }
  void remove(const Handle* handle) {
    const auto kept = find(handle);  // destroyed outside the lock
    const std::lock_guard lock(mutex_);
    alive_.erase(handle);
  }

 private:
  std::string what_;
  mutable std::mutex mutex_;
  std::unordered_map<const Handle*, std::shared_ptr<Object>> alive_;
};

/// The text; throws std::invalid_argument for NULL.
inline std::string text_of(const char* text, const char* what) {
  if (text == nullptr) throw std::invalid_argument(std::string(what) + ": NULL, expected a text");
  return text;
}
template <class T>
T* expect(T* pointer, const char* what) {
  if (pointer == nullptr) throw std::invalid_argument(std::string(what) + ": NULL");
  return pointer;
}

}  // namespace regretta::c
