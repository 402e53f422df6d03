#include "regretta/engine/study/plan/means_digest.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>

#include <fmt/format.h>
#include <xxhash.h>

namespace regretta {
namespace {

/// Hashes the rows of adversaries and the rounds in which they are visited.
class MeansDigest {
 public:
  explicit MeansDigest(std::int64_t rows_each) : rows_each_(rows_each), state_(XXH3_createState(), XXH3_freeState) {
    XXH3_64bits_reset(state_.get());
  }

  void add(const Adversary& adversary) {
    add_number(adversary.horizon);
    add_number(adversary.num_arms);
    add_number(adversary.num_constraints);
    const auto arms = static_cast<std::size_t>(adversary.num_arms);
    add(adversary.losses, adversary.horizon, arms);
    add(adversary.violations, adversary.horizon, arms * static_cast<std::size_t>(adversary.num_constraints));
  }

  std::string text() const { return fmt::format("{:016x}", XXH3_64bits_digest(state_.get())); }

 private:
  void add_number(std::int64_t n) { XXH3_64bits_update(state_.get(), &n, sizeof n); }

  /// At most rows_each_ rows, evenly spread, and as many visits.
  void add(const MeanRows& rows, std::int64_t horizon, std::size_t width) {
    if (!rows) return;
    const std::int64_t num_rows = rows.num_rows();
    add_number(num_rows);
    RowValues values(rows, width);
    const std::int64_t read = std::min(num_rows, rows_each_);
    for (std::int64_t k = 0; k < read; ++k) {
      const double spread = static_cast<double>(k) * static_cast<double>(num_rows) / static_cast<double>(read);
      const std::span<const double> row = values(read == num_rows ? k : static_cast<std::int64_t>(spread));
      XXH3_64bits_update(state_.get(), row.data(), row.size_bytes());
    }
    std::int64_t t = 1;
    for (std::int64_t visit = 0; t <= horizon && visit < rows_each_; ++visit) {
      const std::int64_t last = std::min(rows.same_until(t), horizon);
      add_number(rows.row_at(t));
      add_number(last);
      t = last + 1;
    }
  }

  std::int64_t rows_each_;
  std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state_;
};

}  // namespace

std::string means_digest(const std::vector<const Adversary*>& adversaries) {
  const auto count = static_cast<std::int64_t>(std::max<std::size_t>(1, adversaries.size()));
  return means_digest(adversaries, std::clamp<std::int64_t>(2'000'000 / count, 64, 65'536));
}

std::string means_digest(const std::vector<const Adversary*>& adversaries, std::int64_t rows_each) {
  MeansDigest digest(rows_each);
  for (const Adversary* adversary : adversaries) digest.add(*adversary);
  return digest.text();
}

}  // namespace regretta
