#include "regretta/engine/study/blocks/block.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include <fmt/format.h>
#include <xxhash.h>

namespace regretta {
namespace {

static_assert(std::endian::native == std::endian::little, "stored doubles are little-endian");

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

double canonical(double x) { return std::isnan(x) ? nan : x == 0 ? 0.0 : x; }

template <class T>
void append(std::vector<std::byte>& out, const T& value) {
  const auto* first_byte = reinterpret_cast<const std::byte*>(&value);
  out.insert(out.end(), first_byte, first_byte + sizeof value);
}

template <class Array>
void append_array(std::vector<std::byte>& out, const Array& values) {
  const std::span<const std::byte> bytes = std::as_bytes(std::span(values));
  out.insert(out.end(), bytes.begin(), bytes.end());
}

}  // namespace

void append_trial(std::vector<std::byte>& out, const TrialResult& trial) {
  append(out, trial.trial);
  append_array(out, trial.quantities);
  append(out, trial.failure ? trial.failure->round : std::int64_t{-1});
  const std::string message = trial.failure ? trial.failure->message : "";
  append(out, static_cast<std::int64_t>(message.size()));
  append_array(out, message);
}

void append_curve(std::vector<std::byte>& out, const TrialResult& trial) { append_array(out, trial.curve.values()); }

void make_canonical(BlockResult& block, const TrialShape& shape) {
  for (TrialResult& trial : block.trials) {
    if (trial.failure) {
      trial.quantities.assign(shape.quantities, nan);
      trial.curve = Curve(shape.curve_quantities);
      trial.curve.assign(shape.checkpoints, nan);
    }
    for (double& x : trial.quantities) x = canonical(x);
    for (double& x : trial.curve.values()) x = canonical(x);
  }
}

std::vector<std::byte> block_bytes(const BlockResult& block) {
  std::vector<std::byte> bytes;
  if (!block.trials.empty()) {
    const TrialResult& first = block.trials.front();
    bytes.reserve(block.trials.size() * (first.quantities.size() + first.curve.values().size()) * sizeof(double));
  }
  for (const TrialResult& trial : block.trials) append_array(bytes, trial.quantities);
  for (const TrialResult& trial : block.trials) append_curve(bytes, trial);
  for (std::size_t k = 0; k < block.trials.size(); ++k) {
    const auto& failure = block.trials[k].failure;
    if (!failure) continue;
    append(bytes, static_cast<std::int64_t>(k));
    append(bytes, failure->round);
    append(bytes, std::ssize(failure->message));
    append_array(bytes, failure->message);
  }
  return bytes;
}

bool read_block_bytes(std::span<const std::byte> bytes, const TrialShape& shape, BlockResult& block) {
  const auto take = [&bytes](auto& value, std::size_t size) {
    if (bytes.size() < size) return false;
    if (size > 0) std::memcpy(&value, bytes.data(), size);
    bytes = bytes.subspan(size);
    return true;
  };
  const auto take_all = [&take](std::span<double> values) { return take(*values.data(), values.size_bytes()); };
  if (bytes.size() / (sizeof(double) * shape.numbers()) < static_cast<std::size_t>(block.range.count)) return false;
  block.trials.assign(static_cast<std::size_t>(block.range.count), TrialResult(shape));
  for (std::size_t k = 0; k < block.trials.size(); ++k) {
    block.trials[k].trial = block.range.first + static_cast<std::int64_t>(k);
    if (!take_all(block.trials[k].quantities)) return false;
  }
  for (TrialResult& trial : block.trials) {
    trial.curve.assign(shape.checkpoints, nan);
    if (!take_all(trial.curve.values())) return false;
  }
  for (std::int64_t last_index = -1; !bytes.empty();) {
    std::int64_t index = 0, round = 0, length = 0;
    if (!take(index, sizeof index) || !take(round, sizeof round) || !take(length, sizeof length)) return false;
    if (index <= last_index || index >= block.range.count || round < 0 || length < 0 || length > std::ssize(bytes))
      return false;
    Failure failure{round, std::string(static_cast<std::size_t>(length), '\0')};
    take(*failure.message.data(), failure.message.size());
    block.trials[static_cast<std::size_t>(index)].failure = std::move(failure);
    last_index = index;
  }
  return true;
}

BlockCounts counts_of(const BlockResult& block) {
  BlockCounts counts;
  for (const TrialResult& trial : block.trials) {
    counts.failed += trial.failure ? 1 : 0;
    counts.infeasible += !trial.failure && std::isnan(trial[Quantity::opt]) ? 1 : 0;
  }
  return counts;
}

std::string block_checksum(std::int64_t content, std::int64_t first, std::int64_t trials,
                           std::span<const std::byte> bytes) {
  const std::int64_t address[] = {content, first, trials};
  const std::uint64_t seed = XXH3_64bits(address, sizeof address);
  return fmt::format("{:016x}", XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed));
}

std::string text_checksum(std::string_view text) {
  return fmt::format("{:016x}", XXH3_64bits(text.data(), text.size()));
}

namespace {

std::string failure_text(const std::optional<Failure>& failure) {
  return failure ? fmt::format("failed in round {} ({})", failure->round, failure->message) : "did not fail";
}

bool have_same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

std::optional<std::string> difference(const QuantityList& quantities, const TrialResult& stored,
                                      const TrialResult& now) {
  const std::string before = failure_text(stored.failure), after = failure_text(now.failure);
  if (stored.trial != now.trial || before != after) return fmt::format("it {}, and now it {}", before, after);
  for (const Quantity quantity : quantities.all())
    if (!have_same_bits(stored[quantity], now[quantity]))
      return fmt::format("{} was {} and is now {}", quantities.name(quantity), exact_text(stored[quantity]),
                         exact_text(now[quantity]));
  if (stored.curve.size() != now.curve.size())
    return fmt::format("its curve had {} points and now has {}", stored.curve.size(), now.curve.size());
  for (std::size_t k = 0; k < stored.curve.size(); ++k)
    for (std::size_t q = 0; q < quantities.on_curve().size(); ++q)
      if (!have_same_bits(stored.curve[k][q], now.curve[k][q]))
        return fmt::format("{} at checkpoint {} was {} and is now {}", quantities.name(quantities.on_curve()[q]), k + 1,
                           exact_text(stored.curve[k][q]), exact_text(now.curve[k][q]));
  return std::nullopt;
}

}  // namespace

std::string hex_text(double x) {
  if (!std::isfinite(x)) return fmt::format("{}", x);
  constexpr int mantissa_bits = std::numeric_limits<double>::digits - 1, bias = 1023;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const auto mantissa = bits & ((std::uint64_t{1} << mantissa_bits) - 1);
  const int exponent = static_cast<int>(bits >> mantissa_bits & 0x7ffU);  // biased; 0: zero or a subnormal number
  std::string digits = fmt::format("{:013x}", mantissa);
  digits.erase(digits.find_last_not_of('0') + 1);
  return fmt::format("{}0x{}{}{}p{:+}", std::signbit(x) ? "-" : "", exponent > 0 ? 1 : 0, digits.empty() ? "" : ".",
                     digits, x == 0 ? 0 : std::max(exponent, 1) - bias);
}

std::string exact_text(double x) {
  return std::isfinite(x) ? fmt::format("{} ({})", hex_text(x), x) : fmt::format("{}", x);
}

std::optional<std::string> difference_in_bits(const QuantityList& quantities, const BlockResult& stored,
                                              const BlockResult& now) {
  if (stored.trials.size() != now.trials.size())
    return fmt::format("there were {} trials and are now {}", stored.trials.size(), now.trials.size());
  for (std::size_t k = 0; k < stored.trials.size(); ++k)
    if (const auto found = difference(quantities, stored.trials[k], now.trials[k]))
      return fmt::format("trial {}: {}", stored.trials[k].trial, *found);
  return std::nullopt;
}

}  // namespace regretta
