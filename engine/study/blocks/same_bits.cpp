#include "regretta/engine/study/blocks/same_bits.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include <fmt/format.h>

namespace regretta {
namespace {

std::string failure_text(const std::optional<Failure>& failure) {
  return failure ? fmt::format("failed in round {} ({})", failure->round, failure->message) : "did not fail";
}

bool same(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

std::optional<std::string> difference(const QuantityList& quantities, const TrialResult& stored,
                                      const TrialResult& now) {
  const std::string before = failure_text(stored.failure), after = failure_text(now.failure);
  if (stored.trial != now.trial || before != after) return fmt::format("it {}, and now it {}", before, after);
  for (const Quantity quantity : quantities.all())
    if (!same(stored[quantity], now[quantity]))
      return fmt::format("{} was {} and is now {}", quantities.name(quantity), exact_text(stored[quantity]),
                         exact_text(now[quantity]));
  if (stored.curve.size() != now.curve.size())
    return fmt::format("its curve had {} points and now has {}", stored.curve.size(), now.curve.size());
  for (std::size_t k = 0; k < stored.curve.size(); ++k)
    for (std::size_t q = 0; q < quantities.on_curve().size(); ++q)
      if (!same(stored.curve[k][q], now.curve[k][q]))
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
  const int exponent = static_cast<int>(bits >> mantissa_bits & 0x7ffU);  // 0: zero, or less than a normal number
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
