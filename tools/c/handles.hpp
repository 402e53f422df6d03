#pragma once
/// Used by every function of the C interface: exceptions become messages, and handles are looked up and refused.

#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>

#include "regretta/engine/plugin/plain_numbers.hpp"

namespace regretta::c {

/// The message of the last call that failed in this thread.
std::string& last_error();

/// The result of `work`; or `failed`, with the message in last_error(), if it throws.
template <class Result, class Work>
Result guarded(Result failed, const Work& work) noexcept {
  const PlainNumbers plain;  // Python sets the locale of the whole process
  try {
    return work();
  } catch (const std::bad_alloc&) {
    last_error() = "out of memory";
  } catch (const std::exception& error) {
    last_error() = error.what();
  } catch (...) {
    last_error() = "failed with an exception that is not a std::exception";
  }
  return failed;
}

/// 0 if `work` succeeds; -1, with the message in last_error(), if it throws.
int status_of(const auto& work) noexcept {
  return guarded(-1, [&] {
    work();
    return 0;
  });
}

/// The objects of one kind, by their handles. Objects are shared: a game keeps its plan when the handle of the plan is
/// freed. Thread-safe.
template <class Handle, class Object>
class Handles {
 public:
  explicit Handles(std::string kind) : kind_(std::move(kind)) {}

  Handle* add(std::shared_ptr<Object> object) {
    const std::lock_guard lock(mutex_);
    auto* handle = reinterpret_cast<Handle*>(object.get());
    alive_[handle] = std::move(object);
    return handle;
  }
  /// Throws std::invalid_argument for NULL, and for a handle that has been freed.
  std::shared_ptr<Object> find(const Handle* handle) const {
    const std::lock_guard lock(mutex_);
    const auto found = alive_.find(handle);
    if (found == alive_.end())
      throw std::invalid_argument(handle == nullptr ? "NULL, expected a " + kind_
                                                    : "no such " + kind_ + ", or it has been freed");
    return found->second;
  }
  void remove(const Handle* handle) {
    const auto kept = find(handle);  // destroyed outside the lock
    const std::lock_guard lock(mutex_);
    alive_.erase(handle);
  }

 private:
  std::string kind_;  ///< for messages, such as "plan"
  mutable std::mutex mutex_;
  std::unordered_map<const Handle*, std::shared_ptr<Object>> alive_;
};

/// The text. Throws std::invalid_argument, with the name of the argument, for NULL.
inline std::string text_of(const char* text, const char* argument) {
  if (text == nullptr) throw std::invalid_argument(std::string(argument) + ": NULL, expected a text");
  return text;
}
/// The pointer. Throws std::invalid_argument, with the name of the argument, for NULL.
template <class T>
T* expect(T* pointer, const char* argument) {
  if (pointer == nullptr) throw std::invalid_argument(std::string(argument) + ": NULL");
  return pointer;
}

}  // namespace regretta::c
