#pragma once
/// Parses a trace file once for a sweep that builds the same trace environment many times. Owned by the catalogue entry
/// for traces; there is no global state.

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "regretta/environments/traces/trace.hpp"

namespace regretta {

class TraceCache {
 public:
  /// The trace at `path` without these columns. It is read again only if the file has changed (time or size), or if no
  /// cell holds it and another trace was read since. Thread-safe. Throws as `read_trace` does.
  std::shared_ptr<const Trace> get(const std::string& path, const std::vector<std::string>& ignore = {}) {
    std::error_code error;
    const Stamp stamp{std::filesystem::last_write_time(path, error), std::filesystem::file_size(path, error)};
    const std::lock_guard lock(mutex_);
    Entry& entry = entries_[{path, ignore}];
    std::shared_ptr<const Trace> trace = entry.stamp == stamp ? entry.trace.lock() : nullptr;
    if (!trace) {
      entry = {};
      trace = std::make_shared<const Trace>(read_trace(path, max_trace_bytes, ignore));
      entry = {stamp, trace};
    }
    latest_ = trace;
    return trace;
  }

 private:
  using Stamp = std::pair<std::filesystem::file_time_type, std::uintmax_t>;
  struct Entry {
    Stamp stamp{};
    std::weak_ptr<const Trace> trace;
  };
  std::mutex mutex_;
  std::map<std::pair<std::string, std::vector<std::string>>, Entry> entries_;  ///< by path and ignored columns
  std::shared_ptr<const Trace> latest_;                                        ///< kept even if no cell holds it
};

}  // namespace regretta
