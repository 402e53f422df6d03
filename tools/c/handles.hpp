#pragma once
/// Helpers of all functions of the C interface: they turn exceptions into messages, and look up handles.

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

/// The result of `work`. If it throws, `failure_value`, with the message in last_error().
template <class Result, class Work>
Result guarded(Result failure_value, const Work& work) noexcept {
  const PlainNumbers plain;  // whatever locale Python has set for the process
  try {
    return work();
  } catch (const std::bad_alloc&) {
    last_error() = "out of memory";
  } catch (const std::exception& error) {
    last_error() = error.what();
  } catch (...) {
    last_error() = "failed with an exception that is not a std::exception";
  }
  return failure_value;
}

/// 0 if `work` succeeds; -1, with the message in last_error(), if it throws.
int status_of(const auto& work) noexcept {
  return guarded(-1, [&] {
    work();
    return 0;
  });
}

/// The objects of one kind, by handle. Thread-safe. A game shares its plan, which thus outlives the plan's handle.
template <class Handle, class Object>
class Handles {
 public:
  explicit Handles(std::string kind) : kind_(std::move(kind)) {}

  Handle* add(std::shared_ptr<Object> object) {
    const std::lock_guard lock(mutex_);
    auto* handle = reinterpret_cast<Handle*>(object.get());
    objects_[handle] = std::move(object);
    return handle;
  }
  /// The object of a handle. Throws std::invalid_argument for NULL, and for a handle that has been freed.
  std::shared_ptr<Object> find(const Handle* handle) const {
    const std::lock_guard lock(mutex_);
    const auto found = objects_.find(handle);
    if (found == objects_.end())
      throw std::invalid_argument(handle == nullptr ? "NULL, expected a " + kind_
                                                    : "no such " + kind_ + ", or it has been freed");
    return found->second;
  }
  void remove(const Handle* handle) {
    const auto object = find(handle);  // outlives the lock, so that the object is destroyed after unlocking
    const std::lock_guard lock(mutex_);
    objects_.erase(handle);
  }

 private:
  std::string kind_;  ///< name in messages, such as "plan"
  mutable std::mutex mutex_;
  std::unordered_map<const Handle*, std::shared_ptr<Object>> objects_;
};

/// The text as a string. Throws std::invalid_argument, with the name of the argument, for NULL.
inline std::string text_of(const char* text, const char* argument) {
  if (text == nullptr) throw std::invalid_argument(std::string(argument) + ": NULL, expected a text");
  return text;
}
/// The pointer itself. Throws std::invalid_argument, with the name of the argument, for NULL.
template <class T>
T* expect(T* pointer, const char* argument) {
  if (pointer == nullptr) throw std::invalid_argument(std::string(argument) + ": NULL");
  return pointer;
}

}  // namespace regretta::c
