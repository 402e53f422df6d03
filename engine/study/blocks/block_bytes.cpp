#include "regretta/engine/study/blocks/block_bytes.hpp"

#include <xxhash.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

namespace regretta {
namespace {

static_assert(std::endian::native == std::endian::little, "stored doubles are little-endian");

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

double canonical(double x) { return std::isnan(x) ? nan : x == 0 ? 0.0 : x; }

template <class T>
void append(std::vector<std::byte>& out, const T& value) {
  const auto* from = reinterpret_cast<const std::byte*>(&value);
  out.insert(out.end(), from, from + sizeof value);
}

}  // namespace

void append_trial(std::vector<std::byte>& out, const TrialResult& trial) {
  append(out, trial.trial);
  for (const double x : trial.quantities) append(out, x);
  append(out, trial.failure ? trial.failure->round : std::int64_t{-1});
  const std::string message = trial.failure ? trial.failure->message : "";
  append(out, static_cast<std::int64_t>(message.size()));
  for (const char c : message) append(out, c);
}

void append_curve(std::vector<std::byte>& out, const TrialResult& trial) {
  for (const CurvePoint& point : trial.curve)
    for (const double x : point) append(out, x);
}

void make_canonical(BlockResult& block, std::size_t num_checkpoints) {
  for (TrialResult& trial : block.trials) {
    if (trial.failure) {
      trial.quantities.fill(nan);
      CurvePoint nothing;
      nothing.fill(nan);
      trial.curve.assign(num_checkpoints, nothing);
    }
    for (double& x : trial.quantities) x = canonical(x);
    for (CurvePoint& point : trial.curve)
      for (double& x : point) x = canonical(x);
  }
}

std::vector<std::byte> curve_bytes(const BlockResult& block) {
  std::vector<std::byte> bytes;
  for (const TrialResult& trial : block.trials) append_curve(bytes, trial);
  return bytes;
}

bool read_curve_bytes(std::span<const std::byte> bytes, std::size_t num_checkpoints, BlockResult& block) {
  if (bytes.size() != block.trials.size() * num_checkpoints * sizeof(CurvePoint)) return false;
  for (std::size_t k = 0; k < block.trials.size(); ++k) {
    block.trials[k].curve.resize(num_checkpoints);
    std::memcpy(block.trials[k].curve.data(), bytes.data() + k * num_checkpoints * sizeof(CurvePoint),
                num_checkpoints * sizeof(CurvePoint));
  }
  return true;
}

std::string block_checksum(const BlockResult& block) {
  std::vector<std::byte> bytes;
  append(bytes, block.range.cell);
  append(bytes, block.range.first);
  append(bytes, static_cast<std::int64_t>(block.trials.size()));
  for (const TrialResult& trial : block.trials) append_trial(bytes, trial);
  for (const TrialResult& trial : block.trials) append_curve(bytes, trial);
  return fmt::format("{:016x}", XXH3_64bits(bytes.data(), bytes.size()));
}

std::string text_checksum(std::string_view text) {
  return fmt::format("{:016x}", XXH3_64bits(text.data(), text.size()));
}

}  // namespace regretta
