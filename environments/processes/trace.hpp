#pragma once
/// Means from a file (engine/study/FORMATS.md): CSV, plain or gzip, with one header row and columns in any order,
///
///   loss_1..loss_K, g1_1..g1_K, ..., gm_1..gm_K, an optional t, and columns that the study ignores,
///
/// then a line for each row of means. Each row is held for `hold` rounds, so that T = rows x hold.

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/environments/processes/stationary.hpp"

namespace regretta {

/// A trace in memory. Immutable; shared by all cells that use it.
struct Trace {
  int num_arms = 0;                ///< K
  int num_constraints = 0;         ///< m
  std::vector<double> losses;      ///< rows x K, in [0, 1]
  std::vector<double> violations;  ///< rows x m x K, in [-1, 1]; entry (row * m + i) * K + a

  std::int64_t num_rows() const { return static_cast<std::int64_t>(losses.size()) / num_arms; }
};

/// Settings for the columns of a file: the ignored columns, and thresholds if the file has costs.
struct FileColumns : Thresholds {
  std::vector<std::string> ignore;  ///< names of columns in the header

  static void fields(auto& p, auto&& visit) {
    visit.later("threshold", p.threshold, Range{0, 1},
                "thresholds, if the columns g1_1, ... have costs in [0, 1]: m numbers; left out: they have violations");
    visit.later("sense", p.sense, cost_senses, sense_help);
    visit.later("ignore", p.ignore, "names of columns to ignore, such as [\"date\"]");
  }
  /// The trace, with costs converted to violations if there are thresholds. Throws InputError{"threshold"}.
  std::shared_ptr<const Trace> with_violations(const std::shared_ptr<const Trace>& trace) const;
};

struct TraceParams : FileColumns {
  std::string file;       ///< required
  std::int64_t hold = 1;  ///< rounds per row, >= 1

  static void fields(auto& p, auto&& visit) {
    visit("file", p.file, "the trace, .csv or .csv.gz; a relative path starts at the study file");
    visit("hold", p.hold, Range{1, 1e9}, "rounds for which each row is held: T = rows x hold");
    FileColumns::fields(p, visit);
  }
};

/// The losses or the violations of a trace as a mean process.
class TraceRows {
 public:
  enum class Part { losses, violations };

  /// horizon <= rows x hold. Rows after the horizon are not used.
  TraceRows(std::shared_ptr<const Trace> trace, Part part, std::int64_t hold, std::int64_t horizon)
      : trace_(std::move(trace)), hold_(hold), num_rows_((horizon + hold - 1) / hold) {
    const std::vector<double>& values = part == Part::losses ? trace_->losses : trace_->violations;
    values_ = values.data();
    width_ = values.size() / static_cast<std::size_t>(trace_->num_rows());
  }

  std::int64_t num_rows() const { return num_rows_; }
  std::int64_t row_at(std::int64_t t) const { return (t - 1) / hold_; }
  std::int64_t same_until(std::int64_t t) const { return ((t - 1) / hold_ + 1) * hold_; }
  void read(std::int64_t row, std::span<double> out) const { std::copy_n(held(row), width_, out.begin()); }
  std::span<const double> used_values() const { return {values_, static_cast<std::size_t>(num_rows_) * width_}; }
  const double* held(std::int64_t row) const { return values_ + static_cast<std::size_t>(row) * width_; }

 private:
  std::shared_ptr<const Trace> trace_;
  const double* values_;
  std::size_t width_;
  std::int64_t hold_;
  std::int64_t num_rows_;
};
static_assert(HoldsRows<TraceRows>);

/// Largest uncompressed size that `read_trace` accepts.
inline constexpr std::int64_t max_trace_bytes = std::int64_t{256} << 20U;

/// Reads a trace. Throws InputError{"file"}; the message is "FILE:LINE:COLUMN: problem, expected value", with the line
/// and the column (by its name in the header) if they are known. `max_bytes` limits the uncompressed text. `ignore`:
/// names of columns to skip. Throws InputError{"ignore"} for a name that is not in the header.
Trace read_trace(const std::string& path, std::int64_t max_bytes = max_trace_bytes,
                 const std::vector<std::string>& ignore = {});

/// Keeps traces in memory, so that a sweep that builds the same environment many times parses the file once. Each
/// catalogue entry that reads traces owns a cache.
class TraceCache {
 public:
  /// The trace at `path` without the ignored columns. The file is read again only if its time or size has changed, or
  /// if no cell holds the trace and another one was read since. Thread-safe. Throws as `read_trace` does.
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
