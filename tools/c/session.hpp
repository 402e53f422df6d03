#pragma once
/// The objects of the C interface, and what its functions have in common: they turn exceptions into messages, and
/// refuse handles of objects that are not alive.

#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/plugin/plain_numbers.hpp"
#include "regretta/engine/study/plan/plan.hpp"
#include "regretta/engine/trial/play/many_trials.hpp"
#include "regretta/tools/c/regretta.h"
#include "regretta/tools/ranks/transport.hpp"

namespace regretta::c {

/// The message of this thread's last call that failed.
std::string& last_error();

/// The result of `work`; `failed` if it throws, and then regretta_error() has the message.
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

/// 0, or -1 if `work` throws.
template <class Work>
int status_of(const Work& work) noexcept {
  return guarded(-1, [&] {
    work();
    return 0;
  });
}

/// The objects of a kind that are alive, by handle. Thread-safe. Objects share ownership: a plan outlives its session's
/// handle.
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
  /// The object of a handle. Throws std::invalid_argument for NULL and for handles that have been freed.
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

/// The text of a string; throws std::invalid_argument for NULL.
inline std::string text_of(const char* text, const char* what) {
  if (text == nullptr) throw std::invalid_argument(std::string(what) + ": NULL, expected a text");
  return text;
}
template <class T>
T* expect(T* pointer, const char* what) {
  if (pointer == nullptr) throw std::invalid_argument(std::string(what) + ": NULL");
  return pointer;
}

/// The catalogue with the caller's learners and environments.
struct Session {
  Catalogue catalogue;
  std::string folder = ".";        ///< base of relative paths in the text of a study
  std::unique_ptr<Transport> job;  ///< set by regretta_join
};

/// The draws of a round, for the learners of its trials.
struct Draws {
  const ManyTrials* trials = nullptr;
  std::int64_t round = 0;
};

Handles<regretta_session, Session>& sessions();

/// A plan, with the catalogue that it refers to.
struct StudyPlan {
  Plan plan;
  Catalogue catalogue;

  /// Throws std::out_of_range.
  const Cell& cell(std::int64_t number) const;
};

Handles<regretta_plan, StudyPlan>& plans();

/// The feedback model called `name`. Throws std::invalid_argument with the nearest name.
FeedbackModel feedback_model(const std::string& name);

/// The catalogue entry of a learner. Throws std::invalid_argument for an incomplete description.
LearnerEntry entry_of(const regretta_learner& learner);

/// The catalogue entry of an environment. Throws std::invalid_argument for an incomplete description.
EnvironmentEntry entry_of(const regretta_environment& environment);

/// The message of the last regretta_fail in this thread.
std::string& failure_of_caller();

/// The first arm outside of 0 to num_arms - 1, as a message; "" if there is none.
std::string fault_of_arms(const std::int64_t* arms, int trials, int num_arms);

/// The first of the strategies (trials x num_arms) off the simplex, as a message; "" if there is none. first: number of
/// the first trial.
std::string fault_of_strategies(const double* x, int trials, int num_arms, std::int64_t first);

inline const regretta_draws* handle_of(const Draws& draws) { return reinterpret_cast<const regretta_draws*>(&draws); }

}  // namespace regretta::c
