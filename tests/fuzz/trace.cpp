#include "regretta/environments/processes/trace.hpp"

#include <algorithm>
#include <stdexcept>

#include "regretta/tests/fuzz/scratch_file.hpp"
#include "regretta/tests/fuzz/targets.hpp"

namespace regretta::fuzz {
namespace {

constexpr std::int64_t most_bytes = 1 << 20;  ///< limit on decompressed text: a few bytes of gzip may become very many

void require(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

bool all_within(const std::vector<double>& values, double low, double high) {
  return std::ranges::all_of(values, [=](double x) { return low <= x && x <= high; });
}

void read_rows(const std::shared_ptr<const Trace>& trace, TraceRows::Part part, std::int64_t hold) {
  const std::int64_t horizon = trace->num_rows() * hold;
  const TraceRows rows(trace, part, hold, horizon);
  std::vector<double> row(static_cast<std::size_t>(trace->num_arms) *
                          (part == TraceRows::Part::losses ? 1U : static_cast<std::size_t>(trace->num_constraints)));
  std::int64_t seen = 0;
  for (std::int64_t t = 1; t <= horizon; t = rows.same_until(t) + 1, ++seen) rows.read(rows.row_at(t), row);
  require(seen == rows.num_rows(), "same_until() skips a row or repeats one");
}

}  // namespace

void read_as_trace(std::span<const std::uint8_t> input) {
  const ScratchFile file(input);
  try {
    const auto trace = std::make_shared<const Trace>(read_trace(file.path(), most_bytes));
    const auto rows = static_cast<std::size_t>(trace->num_rows());
    const auto K = static_cast<std::size_t>(trace->num_arms), m = static_cast<std::size_t>(trace->num_constraints);
    require(rows >= 1 && K >= 1 && m >= 1, "the trace has no rows, arms or constraints");
    require(trace->losses.size() == rows * K && trace->violations.size() == rows * m * K, "rows differ in length");
    require(all_within(trace->losses, 0, 1) && all_within(trace->violations, -1, 1), "a mean is out of range");
    for (const std::int64_t hold : {1, 3}) {
      read_rows(trace, TraceRows::Part::losses, hold);
      read_rows(trace, TraceRows::Part::violations, hold);
    }
  } catch (const InputError& error) {
    require(error.key() == "file", "the error names another parameter than `file`");
  }
}

}  // namespace regretta::fuzz
